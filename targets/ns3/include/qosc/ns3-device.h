// The two ends of a link, as ns-3 sees them.
#pragma once

#include <ns3/channel.h>
#include <ns3/ipv4-header.h>
#include <ns3/mac48-address.h>
#include <ns3/net-device-queue-interface.h>
#include <ns3/net-device.h>
#include <ns3/node.h>
#include <ns3/packet.h>
#include <ns3/random-variable-stream.h>
#include <ns3/simulator.h>
#include <ns3/tag.h>

#include "conditioning.h"

namespace qosc {

inline Int Now() { return ns3::Simulator::Now().GetNanoSeconds(); }

// What goes with a packet: whose it is, its header as classifiers see it, and when it was sent.
class FlowTag : public ns3::Tag {
 public:
  static ns3::TypeId GetTypeId() {
    static ns3::TypeId id =
        ns3::TypeId("qosc::FlowTag").SetParent<ns3::Tag>().AddConstructor<FlowTag>();
    return id;
  }
  ns3::TypeId GetInstanceTypeId() const override { return GetTypeId(); }
  uint32_t GetSerializedSize() const override { return 6 * 8; }
  void Serialize(ns3::TagBuffer to) const override {
    for (Int value : {flow, header, counter, born, since, asked}) to.WriteU64(uint64_t(value));
  }
  void Deserialize(ns3::TagBuffer from) override {
    for (Int* value : {&flow, &header, &counter, &born, &since, &asked})
      *value = Int(from.ReadU64());
  }
  void Print(std::ostream& out) const override { out << "flow " << flow; }

  Int flow = 0, header = 0;
  Int counter = -1;      // of the class that sends it
  Int born = 0;          // when it left its host
  Int since = 0;         // when it came to the port
  Int asked = 0;         // when the echo request left its host
};

// One end of a link. Sends at the rate of the link what its bytes on the wire are (overhead, ATM
// cells), after a ring of some packets; conditions what it receives.
class LinkDevice : public ns3::NetDevice {
 public:
  static ns3::TypeId GetTypeId() {
    static ns3::TypeId id = ns3::TypeId("qosc::LinkDevice").SetParent<ns3::NetDevice>();
    return id;
  }
  // `row` is the direction in which it sends, `back` that in which it receives.
  LinkDevice(World& world, const PortRow& row, const PortRow& back, int64_t stream)
      : world_(world), wire_(world.tables.wires[row.link]), row_(row), back_(back),
        input_(world, back.stage_in, back.stages_in, back.extra_in), slots_(row.ring + 1),
        mtu_(uint16_t(wire_.mtu)), address_(ns3::Mac48Address::Allocate()),
        random_(ns3::CreateObject<ns3::UniformRandomVariable>()) {
    random_->SetStream(stream);
  }
  void Attach(ns3::Ptr<LinkDevice> peer) { peer_ = peer; }
  // Asked when a packet has left, so that a shaped queue is looked at again.
  void OnRoom(std::function<void()> room) { room_ = std::move(room); }
  bool Busy() const { return used_ >= slots_; }

  bool Send(ns3::Ptr<ns3::Packet> packet, const ns3::Address&, uint16_t) override {
    ++used_;
    if (Busy()) Queue()->Stop();
    free_ = std::max(Now(), free_) + Duration(packet->GetSize());
    ns3::Simulator::Schedule(ns3::NanoSeconds(free_ - Now()), &LinkDevice::Departed, this, packet);
    return true;
  }
  bool SendFrom(ns3::Ptr<ns3::Packet> packet, const ns3::Address&, const ns3::Address& to,
                uint16_t protocol) override {
    return Send(packet, to, protocol);
  }

  void SetIfIndex(const uint32_t index) override { index_ = index; }
  uint32_t GetIfIndex() const override { return index_; }
  ns3::Ptr<ns3::Channel> GetChannel() const override { return nullptr; }
  void SetAddress(ns3::Address address) override {
    address_ = ns3::Mac48Address::ConvertFrom(address);
  }
  ns3::Address GetAddress() const override { return address_; }
  bool SetMtu(const uint16_t mtu) override {
    mtu_ = mtu;
    return true;
  }
  uint16_t GetMtu() const override { return mtu_; }
  bool IsLinkUp() const override { return true; }
  void AddLinkChangeCallback(ns3::Callback<void>) override {}
  bool IsBroadcast() const override { return false; }
  ns3::Address GetBroadcast() const override { return ns3::Mac48Address::GetBroadcast(); }
  bool IsMulticast() const override { return false; }
  ns3::Address GetMulticast(ns3::Ipv4Address) const override { return GetBroadcast(); }
  ns3::Address GetMulticast(ns3::Ipv6Address) const override { return GetBroadcast(); }
  bool IsBridge() const override { return false; }
  bool IsPointToPoint() const override { return true; }
  ns3::Ptr<ns3::Node> GetNode() const override { return node_; }
  void SetNode(ns3::Ptr<ns3::Node> node) override { node_ = node; }
  bool NeedsArp() const override { return false; }
  void SetReceiveCallback(ReceiveCallback callback) override { receive_ = callback; }
  void SetPromiscReceiveCallback(PromiscReceiveCallback) override {}
  bool SupportsSendFrom() const override { return true; }

 protected:
  void DoDispose() override {
    peer_ = nullptr;
    node_ = nullptr;
    room_ = nullptr;
    NetDevice::DoDispose();
  }

 private:
  ns3::Ptr<ns3::NetDeviceQueue> Queue() {
    return GetObject<ns3::NetDeviceQueueInterface>()->GetTxQueue(0);
  }
  // Ns to send an IP packet; the parts of a ns are carried on to the next one.
  Int Duration(Int length) {
    Int size = length + wire_.overhead;
    if (wire_.atm) size = (size + 47) / 48 * 53;
    const Wide work = size * kUnit + part_;
    part_ = work % wire_.rate;
    return Int(work / wire_.rate);
  }
  void Departed(ns3::Ptr<ns3::Packet> packet) {
    --used_;
    FlowTag tag;
    packet->PeekPacketTag(tag);
    const Int length = packet->GetSize();
    if (tag.counter >= 0) {
      Count& count = world_.counts[tag.counter];
      ++count.sent.packets;
      count.sent.bytes += length;
      count.waits.push_back(Now() - tag.since);
    }
    Queue()->Start();
    room_();
    if (world_.tables.strip) tag.header = world_.headers.OnTheWire(int(tag.header));
    Write(packet, tag);
    if (wire_.loss_ppm && random_->GetInteger(0, 999'999) < uint32_t(wire_.loss_ppm)) {
      world_.flows[tag.flow].Dropped(length, "link");
      return;
    }
    ns3::Simulator::ScheduleWithContext(peer_->node_->GetId(), ns3::NanoSeconds(wire_.delay),
                                        &LinkDevice::Arrived, peer_, packet);
  }
  // Puts the marks into the packet itself.
  void Write(ns3::Ptr<ns3::Packet> packet, FlowTag& tag) {
    const auto byte = uint8_t(world_.headers[int(tag.header)][kDs]);
    ns3::Ipv4Header header;
    packet->RemoveHeader(header);
    header.SetTos(byte);
    packet->AddHeader(header);
    packet->ReplacePacketTag(tag);
  }
  void Arrived(ns3::Ptr<ns3::Packet> packet) {
    FlowTag tag;
    packet->PeekPacketTag(tag);
    Packet seen;
    seen.header = int(tag.header);
    seen.length = packet->GetSize();
    seen.flow = int(tag.flow);
    if (back_.input_name != kAbsent)
      seen.header = world_.headers.With(seen.header, kInputInterface, back_.input_name);
    if (!input_(seen, Now())) return;
    tag.header = seen.header;
    packet->ReplacePacketTag(tag);
    receive_(this, packet, 0x0800, peer_->GetAddress());
  }

  World& world_;
  const LinkRow& wire_;
  const PortRow& row_;
  const PortRow& back_;
  Stages input_;
  int slots_, used_ = 0;
  Int free_ = 0;
  Wide part_ = 0;
  uint16_t mtu_;
  uint32_t index_ = 0;
  ns3::Mac48Address address_;
  ns3::Ptr<ns3::UniformRandomVariable> random_;
  ns3::Ptr<LinkDevice> peer_;
  ns3::Ptr<ns3::Node> node_;
  ReceiveCallback receive_;
  std::function<void()> room_;
};

}  // namespace qosc
