// Traffic without connections: UDP, and echo requests with their replies.
#pragma once

#include <ns3/icmpv4.h>
#include <ns3/inet-socket-address.h>
#include <ns3/ip-l4-protocol.h>
#include <ns3/ipv4-interface.h>
#include <ns3/ipv4.h>
#include <ns3/socket.h>
#include <ns3/udp-socket-factory.h>

#include "ns3-device.h"

namespace qosc {

// Exponential times, from a stream of random numbers of their own.
class Chance {
 public:
  explicit Chance(int64_t stream) : random_(ns3::CreateObject<ns3::ExponentialRandomVariable>()) {
    random_->SetStream(stream);
    random_->SetAttribute("Mean", ns3::DoubleValue(1.0));
  }
  // A time in ns, of num / per on average.
  Int Time(Int num, Int per) const {
    return Int(random_->GetValue() * double(num) / double(per) + 0.5);
  }

 private:
  ns3::Ptr<ns3::ExponentialRandomVariable> random_;
};

// Throws away what has come.
inline void Drain(ns3::Ptr<ns3::Socket> socket) {
  while (socket->Recv()) {
  }
}

// UDP packets. Packet k of a constant rate, or of a burst, leaves at just k * interval, or by its
// jitter later.
class UdpSource {
 public:
  UdpSource(World& world, const SourceRow& row, ns3::Ptr<ns3::Node> from, ns3::Ptr<ns3::Node> to,
            ns3::Ipv4Address address, int64_t stream)
      : world_(world), row_(row), header_(world.headers.Template(row.header)), chance_(stream),
        begin_(row.start) {
    const ConnectionRow& real = world.tables.connections[row.connection];
    const auto any = ns3::Ipv4Address::GetAny();
    sink_ = ns3::Socket::CreateSocket(to, ns3::UdpSocketFactory::GetTypeId());
    sink_->Bind(ns3::InetSocketAddress(any, uint16_t(real.dst_port)));
    sink_->SetRecvCallback(ns3::MakeCallback(&Drain));
    socket_ = ns3::Socket::CreateSocket(from, ns3::UdpSocketFactory::GetTypeId());
    socket_->Bind(ns3::InetSocketAddress(any, uint16_t(real.src_port)));
    socket_->Connect(ns3::InetSocketAddress(address, uint16_t(real.dst_port)));
    if (row.kind == Kind::kOnOff) until_ = begin_ + Period(row.on);
    At(row.kind == Kind::kPoisson ? row.start + Gap() : row.start + Late(0));
  }

 private:
  // As `late_ns` of qosc.scenario.jitter: a packet is late by the same time in the simulator.
  Int Late(Int number) const {
    if (row_.kind != Kind::kCbr || row_.on == 0) return 0;
    uint32_t mixed = uint32_t(number) * 0x9E3779B9u + uint32_t(row_.off);
    mixed = (mixed ^ mixed >> 16) * 0x85EBCA6Bu;
    mixed = (mixed ^ mixed >> 13) * 0xC2B2AE35u;
    return Int(Wide(mixed ^ mixed >> 16) * row_.on >> 32);
  }
  Int Gap() const { return chance_.Time(row_.num, row_.per); }
  Int Period(Int mean) const { return row_.random ? std::max<Int>(chance_.Time(mean, 1), 1) : mean; }
  // When the next packet leaves.
  Int Following() {
    if (row_.kind == Kind::kPoisson) return Now() + Gap();
    const Int following = begin_ + Int(Wide(++sent_) * row_.num / row_.per);
    if (following < until_) return following + Late(sent_);
    begin_ = until_ + Period(row_.off);
    until_ = begin_ + Period(row_.on);
    sent_ = 0;
    return begin_;
  }
  void At(Int time) {
    if (time < row_.stop)
      ns3::Simulator::Schedule(ns3::NanoSeconds(time - Now()), &UdpSource::Emit, this);
  }
  void Emit() {
    At(Following());
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
  Chance chance_;
  ns3::Ptr<ns3::Socket> socket_, sink_;
  Int begin_;           // of the burst, or of all
  Int until_ = kNever;  // when the burst ends
  Int sent_ = 0;        // since then
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

}  // namespace qosc
