// The traffic: UDP at equal or exponential distances, echo requests with their replies, TCP.
#pragma once

#include <ns3/icmpv4.h>
#include <ns3/inet-socket-address.h>
#include <ns3/ip-l4-protocol.h>
#include <ns3/ipv4-interface.h>
#include <ns3/ipv4.h>
#include <ns3/socket.h>
#include <ns3/tcp-cubic.h>
#include <ns3/tcp-header.h>
#include <ns3/tcp-socket-base.h>
#include <ns3/tcp-socket-factory.h>
#include <ns3/udp-socket-factory.h>

#include "ns3-device.h"

namespace qosc {

// UDP packets. Packet k of a constant rate leaves at just k * interval.
class UdpSource {
 public:
  UdpSource(World& world, const SourceRow& row, ns3::Ptr<ns3::Node> from, ns3::Ptr<ns3::Node> to,
            ns3::Ipv4Address address, int64_t stream)
      : world_(world), row_(row), header_(world.headers.Template(row.header)),
        random_(ns3::CreateObject<ns3::ExponentialRandomVariable>()) {
    const ConnectionRow& real = world.tables.connections[row.connection];
    const auto any = ns3::Ipv4Address::GetAny();
    sink_ = ns3::Socket::CreateSocket(to, ns3::UdpSocketFactory::GetTypeId());
    sink_->Bind(ns3::InetSocketAddress(any, uint16_t(real.dst_port)));
    sink_->SetRecvCallback(ns3::MakeCallback(&UdpSource::Drain));
    socket_ = ns3::Socket::CreateSocket(from, ns3::UdpSocketFactory::GetTypeId());
    socket_->Bind(ns3::InetSocketAddress(any, uint16_t(real.src_port)));
    socket_->Connect(ns3::InetSocketAddress(address, uint16_t(real.dst_port)));
    random_->SetStream(stream);
    random_->SetAttribute("Mean", ns3::DoubleValue(1.0));
    At(row.kind == Kind::kPoisson ? row.start + Gap() : row.start);
  }

 private:
  static void Drain(ns3::Ptr<ns3::Socket> socket) {
    while (socket->Recv()) {
    }
  }
  Int Gap() const { return Int(random_->GetValue() * double(row_.num) / double(row_.per) + 0.5); }
  void At(Int time) {
    if (time < row_.stop)
      ns3::Simulator::Schedule(ns3::NanoSeconds(time - Now()), &UdpSource::Emit, this);
  }
  void Emit() {
    ++sent_;
    At(row_.kind == Kind::kPoisson ? Now() + Gap()
                                   : row_.start + Int(Wide(sent_) * row_.num / row_.per));
    auto packet = ns3::Create<ns3::Packet>(uint32_t(row_.length - 28));
    FlowTag tag;
    tag.flow = row_.flow;
    tag.header = header_;
    tag.born = Now();
    packet->AddPacketTag(tag);
    world_.flows[row_.flow].Sent(row_.length);
    socket_->Send(packet);
  }
  World& world_;
  const SourceRow& row_;
  int header_;
  ns3::Ptr<ns3::ExponentialRandomVariable> random_;
  ns3::Ptr<ns3::Socket> socket_, sink_;
  Int sent_ = 0;
};

// In place of ns-3's ICMP: its replies do not carry the DS byte of the request.
class EchoProtocol : public ns3::IpL4Protocol {
 public:
  static ns3::TypeId GetTypeId() {
    static ns3::TypeId id = ns3::TypeId("qosc::EchoProtocol").SetParent<ns3::IpL4Protocol>();
    return id;
  }
  EchoProtocol(World& world, ns3::Ptr<ns3::Ipv4> ipv4) : world_(world), ipv4_(ipv4) {}

  void Send(const FlowTag& tag, bool reply, Int length, ns3::Ipv4Address from,
            ns3::Ipv4Address to) {
    auto packet = ns3::Create<ns3::Packet>();
    ns3::Icmpv4Echo echo;
    echo.SetData(ns3::Create<ns3::Packet>(uint32_t(length - 28)));
    packet->AddHeader(echo);
    ns3::Icmpv4Header header;
    header.SetType(reply ? ns3::Icmpv4Header::ICMPV4_ECHO_REPLY : ns3::Icmpv4Header::ICMPV4_ECHO);
    packet->AddHeader(header);
    packet->AddPacketTag(tag);
    world_.flows[tag.flow].Sent(length);
    ipv4_->Send(packet, from, to, 1, nullptr);
  }
  int GetProtocolNumber() const override { return 1; }
  RxStatus Receive(ns3::Ptr<ns3::Packet> packet, const ns3::Ipv4Header& ip,
                   ns3::Ptr<ns3::Ipv4Interface>) override {
    ns3::Icmpv4Header icmp;
    FlowTag tag;
    packet->RemoveHeader(icmp);
    if (icmp.GetType() != ns3::Icmpv4Header::ICMPV4_ECHO || !packet->PeekPacketTag(tag))
      return RX_OK;
    for (int i = 0; i < world_.tables.n_sources; ++i) {
      const SourceRow& row = world_.tables.sources[i];
      if (row.kind != Kind::kPing || row.flow != tag.flow) continue;
      FlowTag back;
      back.flow = row.back;
      const int turned = world_.headers.Reply(int(tag.header));
      back.header = world_.headers.With(turned, kIcmpType, 0);
      back.born = Now();
      back.asked = tag.asked;
      Send(back, true, row.length, ip.GetDestination(), ip.GetSource());
    }
    return RX_OK;
  }
  RxStatus Receive(ns3::Ptr<ns3::Packet>, const ns3::Ipv6Header&,
                   ns3::Ptr<ns3::Ipv6Interface>) override {
    return RX_ENDPOINT_UNREACH;
  }
  void SetDownTarget(DownTargetCallback) override {}
  void SetDownTarget6(DownTargetCallback6) override {}
  DownTargetCallback GetDownTarget() const override { return {}; }
  DownTargetCallback6 GetDownTarget6() const override { return {}; }

 protected:
  void DoDispose() override {
    ipv4_ = nullptr;
    IpL4Protocol::DoDispose();
  }

 private:
  World& world_;
  ns3::Ptr<ns3::Ipv4> ipv4_;
};

class PingSource {
 public:
  PingSource(World& world, const SourceRow& row, ns3::Ptr<EchoProtocol> echo,
             ns3::Ipv4Address from, ns3::Ipv4Address to)
      : row_(row), header_(world.headers.Template(row.header)), echo_(echo), from_(from), to_(to) {
    At(row.start);
  }

 private:
  void At(Int time) {
    if (time < row_.stop && (row_.count < 0 || sent_ < row_.count))
      ns3::Simulator::Schedule(ns3::NanoSeconds(time - Now()), &PingSource::Emit, this);
  }
  void Emit() {
    ++sent_;
    At(Now() + row_.num);
    FlowTag tag;
    tag.flow = row_.flow;
    tag.header = header_;
    tag.born = tag.asked = Now();
    echo_->Send(tag, false, row_.length, from_, to_);
  }
  const SourceRow& row_;
  int header_;
  ns3::Ptr<EchoProtocol> echo_;
  ns3::Ipv4Address from_, to_;
  Int sent_ = 0;
};

// One bulk transfer through sockets of ns-3.
class Transfer {
 public:
  Transfer(World& world, const SourceRow& row, int number, ns3::Ptr<ns3::Node> from,
           ns3::Ptr<ns3::Node> to, ns3::Ipv4Address address, Int start)
      : world_(world), row_(row), number_(number), from_(from), address_(address),
        real_(world.tables.connections[row.connection + number]) {
    header_ = world.headers.Template(real_.header);
    reply_ = world.headers.Reply(header_);
    if (number == 0) {  // all connections of a source come to one port
      listener_ = Open(to, uint16_t(real_.dst_port));
      listener_->Listen();
      listener_->SetAcceptCallback(
          ns3::MakeNullCallback<bool, ns3::Ptr<ns3::Socket>, const ns3::Address&>(),
          ns3::MakeCallback(&Transfer::Accepted));
    }
    ns3::Simulator::Schedule(ns3::NanoSeconds(start), &Transfer::Start, this);
  }
  const ConnectionRow& Real() const { return real_; }

  // A segment leaves its host; `back` for one of the receiver's.
  void Leaves(const ns3::TcpHeader& tcp, Int length, Int payload, bool back, FlowTag& tag) {
    tag.flow = back ? row_.back : row_.flow;
    tag.header = world_.headers.With(back ? reply_ : header_, kTcpFlags, tcp.GetFlags() & 0x3F);
    tag.born = Now();
    Flow& flow = world_.flows[tag.flow];
    flow.Sent(length);
    if (back || !payload) return;
    const Int begin = Place(tcp, top_);
    if (begin < top_) ++flow.retransmits;
    top_ = std::max(top_, begin + payload);
  }
  // A segment of the sender's has arrived.
  void Arrives(const ns3::TcpHeader& tcp, Int payload) {
    if (!payload) return;
    const Int begin = Place(tcp, seen_);
    const Int fresh = Fresh(begin, begin + payload);
    if (begin < highest_) ++world_.flows[row_.flow].out_of_sequence;
    highest_ = std::max(highest_, begin);
    seen_ = std::max(seen_, begin + payload);
    world_.flows[row_.flow].payload += fresh;
    world_.flows[row_.flow].delivered[number_] += fresh;
  }

 private:
  ns3::Ptr<ns3::Socket> Open(ns3::Ptr<ns3::Node> node, uint16_t port) const {
    auto socket = ns3::Socket::CreateSocket(node, ns3::TcpSocketFactory::GetTypeId());
    const Int mss = row_.length - 40;
    // RFC 5681, section 3.1: four segments, but about 4380 bytes.
    const Int window = std::min(4 * mss, std::max<Int>(2 * mss, 4380));
    const auto set = [&](const char* name, Int value) {
      socket->SetAttribute(name, ns3::UintegerValue(uint64_t(value)));
    };
    set("SegmentSize", mss);
    set("SndBufSize", std::max(row_.buffer, mss));
    set("RcvBufSize", std::max(row_.buffer, mss));
    set("InitialCwnd", std::max<Int>(1, window / mss));
    set("InitialSlowStartThreshold", std::max(row_.buffer, 2 * mss));
    set("DelAckCount", row_.delayed_ack ? 2 : 1);
    const Int least = std::max<Int>(row_.rto_min, 1'000'000);
    socket->SetAttribute("MinRto", ns3::TimeValue(ns3::NanoSeconds(least)));
    socket->SetAttribute("Timestamp", ns3::BooleanValue(false));
    socket->SetAttribute("Sack", ns3::BooleanValue(row_.sack));
    if (row_.cubic) {
      auto cubic = ns3::CreateObject<ns3::TcpCubic>();
      cubic->SetAttribute("HyStart", ns3::BooleanValue(false));
      ns3::DynamicCast<ns3::TcpSocketBase>(socket)->SetCongestionControlAlgorithm(cubic);
    }
    socket->Bind(ns3::InetSocketAddress(ns3::Ipv4Address::GetAny(), port));
    return socket;
  }
  void Start() {
    socket_ = Open(from_, uint16_t(real_.src_port));
    socket_->TraceConnectWithoutContext("CongState", ns3::MakeCallback(&Transfer::State, this));
    socket_->SetConnectCallback(ns3::MakeCallback(&Transfer::Connected, this),
                                ns3::MakeNullCallback<void, ns3::Ptr<ns3::Socket>>());
    socket_->SetSendCallback(ns3::MakeCallback(&Transfer::Room, this));
    socket_->Connect(ns3::InetSocketAddress(address_, uint16_t(real_.dst_port)));
  }
  static void Accepted(ns3::Ptr<ns3::Socket> socket, const ns3::Address&) {
    socket->SetRecvCallback(ns3::MakeCallback(&Transfer::Drain));
  }
  static void Drain(ns3::Ptr<ns3::Socket> socket) {
    while (socket->Recv()) {
    }
  }
  void State(ns3::TcpSocketState::TcpCongState_t, ns3::TcpSocketState::TcpCongState_t now) {
    if (now == ns3::TcpSocketState::CA_LOSS) ++world_.flows[row_.flow].timeouts;
  }
  void Connected(ns3::Ptr<ns3::Socket>) { Fill(); }
  void Room(ns3::Ptr<ns3::Socket>, uint32_t) { Fill(); }
  // Keeps the socket's buffer full of whole segments.
  void Fill() {
    while (Now() < row_.stop && written_ != row_.total) {
      const Int left = row_.total < 0 ? row_.length : row_.total - written_;
      const Int size = std::min(row_.length - 40, left);
      if (Int(socket_->GetTxAvailable()) < size) return;
      if (socket_->Send(ns3::Create<ns3::Packet>(uint32_t(size))) < Int(size)) return;
      written_ += size;
    }
  }
  // Where a segment stands in the transfer; numbers of 32 bits go round. The first byte has
  // number 1.
  static Int Place(const ns3::TcpHeader& tcp, Int near) {
    const uint32_t low = tcp.GetSequenceNumber().GetValue() - 1;
    return near + int32_t(low - uint32_t(near));
  }
  // Notes that a range of bytes is there; how many of them are new.
  Int Fresh(Int begin, Int end) {
    Int fresh = end - begin;
    auto at = there_.upper_bound(begin);
    if (at != there_.begin() && std::prev(at)->second >= begin) --at;
    Int first = begin, last = end;
    while (at != there_.end() && at->first <= end) {
      fresh -= std::max<Int>(0, std::min(end, at->second) - std::max(begin, at->first));
      first = std::min(first, at->first);
      last = std::max(last, at->second);
      at = there_.erase(at);
    }
    there_[first] = last;
    return fresh;
  }
  World& world_;
  const SourceRow& row_;
  int number_;
  ns3::Ptr<ns3::Node> from_;
  ns3::Ipv4Address address_;
  const ConnectionRow& real_;
  int header_, reply_;
  ns3::Ptr<ns3::Socket> listener_, socket_;
  Int written_ = 0, top_ = 0, seen_ = 0, highest_ = 0;
  std::map<Int, Int> there_;  // ranges of bytes that have come
};

}  // namespace qosc
