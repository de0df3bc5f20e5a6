// Builds the network of a program's tables in ns-3, runs it, and prints the result.

#include <ns3/config.h>
#include <ns3/icmpv4-l4-protocol.h>
#include <ns3/internet-stack-helper.h>
#include <ns3/ipv4-list-routing.h>
#include <ns3/ipv4-queue-disc-item.h>
#include <ns3/ipv4-static-routing.h>
#include <ns3/node-container.h>
#include <ns3/rng-seed-manager.h>
#include <ns3/string.h>
#include <ns3/tcp-congestion-ops.h>
#include <ns3/tcp-recovery-ops.h>
#include <ns3/traffic-control-layer.h>

#include <cstring>
#include <fstream>
#include <iostream>

#include "ns3-applications.h"
#include "ns3-disc.h"
#include "program.h"
#include "result.h"

namespace qosc {

NS_OBJECT_ENSURE_REGISTERED(FlowTag);
NS_OBJECT_ENSURE_REGISTERED(LinkDevice);
NS_OBJECT_ENSURE_REGISTERED(ItemStore);
NS_OBJECT_ENSURE_REGISTERED(PipelineDisc);
NS_OBJECT_ENSURE_REGISTERED(EchoProtocol);

namespace {

class Network {
 public:
  explicit Network(const Tables& tables) : world_(tables), t_(tables) {
    Seed();
    // Before anything else of that time.
    ns3::Simulator::Schedule(ns3::NanoSeconds(t_.warm_up), &World::Reset, &world_);
    ns3::Simulator::Stop(ns3::NanoSeconds(t_.duration));
    MakeNodes();
    MakeLinks();
    MakeRoutes();
    MakeSources();
    if (!t_.occupancy_step) return;
    for (const Node* leaf : leaves_) world_.counts[leaf->counter].queued = true;
    ns3::Simulator::Schedule(ns3::NanoSeconds(0), &Network::Look, this);
  }
  World& Run() {
    ns3::Simulator::Run();
    return world_;
  }

 private:
  void Seed() {
    // A seed of ns-3 is between 1 and m1 - 1 of MRG32k3a.
    constexpr Int most = 4'294'944'442;
    ns3::RngSeedManager::SetSeed(uint32_t(1 + t_.seed % most));
    ns3::RngSeedManager::SetRun(uint64_t(1 + t_.seed / most));
    const auto tcp = [](const char* name, ns3::TypeId type) {
      ns3::Config::SetDefault(name, ns3::TypeIdValue(type));
    };
    tcp("ns3::TcpL4Protocol::SocketType", ns3::TcpNewReno::GetTypeId());
    tcp("ns3::TcpL4Protocol::RecoveryType", ns3::TcpClassicRecovery::GetTypeId());
  }
  void MakeNodes() {
    nodes_.Create(uint32_t(t_.n_nodes));
    ns3::InternetStackHelper internet;
    internet.SetIpv6StackInstall(false);
    internet.Install(nodes_);
    for (int i = 0; i < t_.n_nodes; ++i) {
      auto ipv4 = nodes_.Get(uint32_t(i))->GetObject<ns3::Ipv4>();
      echoes_.emplace_back();
      if (!t_.nodes[i].host) continue;
      ipv4->SetAttribute("IpForward", ns3::BooleanValue(false));
      ipv4->Remove(ipv4->GetObject<ns3::Icmpv4L4Protocol>());
      echoes_.back() = ns3::CreateObject<EchoProtocol>(world_, ipv4);
      ipv4->Insert(echoes_.back());
      ipv4->TraceConnectWithoutContext("LocalDeliver",
                                       ns3::MakeCallback(&Network::Delivered, this));
    }
  }
  // Rows 2k and 2k + 1 of the ports are the two directions of link k.
  void MakeLinks() {
    for (int i = 0; i < t_.n_ports; ++i) {
      const PortRow& row = t_.ports[i];
      auto device = ns3::CreateObject<LinkDevice>(world_, row, t_.ports[i ^ 1], stream_++);
      devices_.push_back(device);
      auto node = nodes_.Get(uint32_t(row.from));
      node->AddDevice(device);
      auto interface = ns3::CreateObject<ns3::NetDeviceQueueInterface>();
      interface->GetTxQueue(0);
      device->AggregateObject(interface);
      auto ipv4 = node->GetObject<ns3::Ipv4>();
      interfaces_.push_back(ipv4->AddInterface(device));
      ipv4->AddAddress(interfaces_.back(),
                       ns3::Ipv4InterfaceAddress(Address(row.from), ns3::Ipv4Mask::GetOnes()));
      ipv4->SetUp(interfaces_.back());
      const auto new_draw = [this]() -> Draw {
        auto random = ns3::CreateObject<ns3::UniformRandomVariable>();
        random->SetStream(stream_++);
        return [random] { return random->GetValue(); };
      };
      auto disc = ns3::CreateObject<PipelineDisc>(
          world_, row, device, new_draw,
          [this](ns3::Ptr<ns3::QueueDiscItem> item, FlowTag& tag) { return Adopt(item, tag); });
      node->GetObject<ns3::TrafficControlLayer>()->SetRootQueueDiscOnDevice(device, disc);
      for (const Node* leaf : disc->Leaves()) leaves_.push_back(leaf);
    }
    for (int i = 0; i < t_.n_ports; ++i) devices_[i]->Attach(devices_[i ^ 1]);
  }
  void MakeRoutes() {
    for (int i = 0; i < t_.n_routes; ++i) {
      const RouteRow& row = t_.routes[i];
      auto ipv4 = nodes_.Get(uint32_t(row.node))->GetObject<ns3::Ipv4>();
      auto list = ns3::DynamicCast<ns3::Ipv4ListRouting>(ipv4->GetRoutingProtocol());
      int16_t priority = 0;
      for (uint32_t n = 0; n < list->GetNRoutingProtocols(); ++n) {
        auto table =
            ns3::DynamicCast<ns3::Ipv4StaticRouting>(list->GetRoutingProtocol(n, priority));
        if (table) table->AddHostRouteTo(Address(row.host), interfaces_[row.port]);
      }
    }
  }
  void MakeSources() {
    for (int i = 0; i < t_.n_sources; ++i) {
      const SourceRow& row = t_.sources[i];
      if (row.kind == Kind::kTcp || row.kind == Kind::kRequests)
        for (int n = 0; n < row.connections; ++n)
          connections_.Reserve(row.from, t_.connections[row.connection + n].src_port);
      const Ends ends{nodes_.Get(uint32_t(row.from)), nodes_.Get(uint32_t(row.to)),
                      Address(row.from), Address(row.to)};
      const int64_t stream = stream_++;
      switch (row.kind) {
        case Kind::kPing:
          pings_.push_back(std::make_unique<PingSource>(world_, row, echoes_[row.from], ends.here,
                                                        ends.there));
          break;
        case Kind::kTcp:
          MakeTransfers(row, ends, stream);
          break;
        case Kind::kShortTcp:
          short_.push_back(
              std::make_unique<ShortTransfers>(world_, row, ends, connections_, stream));
          break;
        case Kind::kRequests: {
          clients_.push_back(std::make_unique<Clients>(world_, row, ends, connections_));
          const auto later = Stagger(row, stream);
          for (int n = 0; n < row.connections; ++n)
            clients_.back()->StartAt(n, row.start + later());
          break;
        }
        case Kind::kCbr:
        case Kind::kPoisson:
        case Kind::kOnOff:
          udp_.push_back(
              std::make_unique<UdpSource>(world_, row, ends.from, ends.to, ends.there, stream));
          break;
      }
    }
  }
  // How much later than its source says each of some connections starts: in step they would not
  // be real.
  static std::function<Int()> Stagger(const SourceRow& row, int64_t stream) {
    auto random = ns3::CreateObject<ns3::UniformRandomVariable>();
    random->SetStream(stream);
    const uint32_t most = row.connections > 1 ? 99'999'999 : 0;
    return [random, most] { return Int(most ? random->GetInteger(0, most) : 0); };
  }
  void MakeTransfers(const SourceRow& row, const Ends& ends, int64_t stream) {
    const auto later = Stagger(row, stream);
    for (int n = 0; n < row.connections; ++n) {
      auto transfer = std::make_unique<Transfer>(world_, row, n, ends, row.start + later());
      const ConnectionRow& real = transfer->Real();
      connections_.Add(transfer.get(), ends.here.Get(), real.src_port, ends.there.Get(),
                       real.dst_port);
      transfers_.push_back(std::move(transfer));
    }
  }
  // Looks at all queues, now and then.
  void Look() {
    ns3::Simulator::Schedule(ns3::NanoSeconds(t_.occupancy_step), &Network::Look, this);
    for (const Node* leaf : leaves_)
      world_.counts[leaf->counter].waiting.push_back({leaf->store->Size(), leaf->bytes});
  }
  // A packet without a tag is one that TCP made.
  bool Adopt(ns3::Ptr<ns3::QueueDiscItem> item, FlowTag& tag) {
    auto ip = ns3::DynamicCast<ns3::Ipv4QueueDiscItem>(item);
    ns3::TcpHeader tcp;
    if (!ip || ip->GetHeader().GetProtocol() != 6) return false;
    item->GetPacket()->PeekHeader(tcp);
    const auto found = connections_.Find(ip->GetHeader(), tcp);
    if (!found.connection) return false;
    const Int payload = Int(item->GetPacket()->GetSize()) - tcp.GetSerializedSize();
    found.connection->Leaves(tcp, item->GetSize(), payload, found.back, tag);
    item->GetPacket()->AddPacketTag(tag);
    return true;
  }
  void Delivered(const ns3::Ipv4Header& ip, ns3::Ptr<const ns3::Packet> packet, uint32_t) {
    FlowTag tag;
    if (!packet->PeekPacketTag(tag)) return;
    Flow& flow = world_.flows[tag.flow];
    const Int length = packet->GetSize() + ip.GetSerializedSize();
    flow.Received(length, Now());
    if (ip.GetProtocol() == 6) {
      flow.delays.push_back(Now() - tag.born);
      ns3::TcpHeader tcp;
      packet->PeekHeader(tcp);
      const auto found = connections_.Find(ip, tcp);
      const Int payload = Int(packet->GetSize()) - tcp.GetSerializedSize();
      if (found.connection) found.connection->Arrives(tcp, payload, found.back);
      return;
    }
    if (t_.flows[tag.flow].ping) return;  // counted when the reply is back
    flow.payload += length - 28;
    flow.Arrived(tag.born, Now());
    if (ip.GetProtocol() == 1) Answered(tag, length);
  }
  void Answered(const FlowTag& tag, Int length) {
    for (int i = 0; i < t_.n_sources; ++i) {
      const SourceRow& row = t_.sources[i];
      if (row.kind != Kind::kPing || row.back != tag.flow) continue;
      world_.flows[row.flow].payload += length - 28;
      world_.flows[row.flow].delays.push_back(Now() - tag.asked);
    }
  }
  ns3::Ipv4Address Address(int node) const { return ns3::Ipv4Address(t_.nodes[node].address); }

  World world_;
  const Tables& t_;
  int64_t stream_ = 1;
  ns3::NodeContainer nodes_;
  std::vector<ns3::Ptr<LinkDevice>> devices_;
  std::vector<uint32_t> interfaces_;
  std::vector<ns3::Ptr<EchoProtocol>> echoes_;
  std::vector<std::unique_ptr<UdpSource>> udp_;
  std::vector<std::unique_ptr<PingSource>> pings_;
  Connections connections_;
  std::vector<std::unique_ptr<Transfer>> transfers_;
  std::vector<std::unique_ptr<ShortTransfers>> short_;
  std::vector<std::unique_ptr<Clients>> clients_;
  std::vector<const Node*> leaves_;  // queues that are looked at
};

}  // namespace

int Main(const Tables& tables, int argc, char** argv) {
  const char* path = nullptr;
  if (argc == 3 && std::strcmp(argv[1], "--json") == 0) {
    path = argv[2];
  } else if (argc != 1) {
    std::cerr << "usage: " << argv[0] << " [--json FILE]\n";
    return 2;
  }
  Network network(tables);
  const World& world = network.Run();
  int status = 0;
  if (path) {
    std::ofstream out(path);
    PrintResult(out, world);
    out.close();
    if (!out) {
      std::cerr << argv[0] << ": cannot write " << path << '\n';
      status = 2;
    }
  } else {
    PrintResult(std::cout, world);
  }
  ns3::Simulator::Destroy();
  return status;
}

}  // namespace qosc
