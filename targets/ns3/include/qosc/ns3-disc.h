// The output of a port as a queue disc of ns-3.
#pragma once

#include <ns3/queue-disc.h>
#include <ns3/queue.h>

#include <limits>

#include "ns3-device.h"
#include "port.h"

namespace qosc {

// Holds the items of all queues of a port, so that ns-3's own counters are right; the order in
// which they leave is the scheduler's.
class ItemStore : public ns3::Queue<ns3::QueueDiscItem> {
 public:
  using Place = Iterator;

  static ns3::TypeId GetTypeId() {
    static ns3::TypeId id = ns3::TypeId("qosc::ItemStore")
                                .SetParent<ns3::Queue<ns3::QueueDiscItem>>()
                                .AddConstructor<ItemStore>();
    return id;
  }
  bool Put(ns3::Ptr<ns3::QueueDiscItem> item, Place& place) {
    return DoEnqueue(GetContainer().end(), item, place);
  }
  ns3::Ptr<ns3::QueueDiscItem> Take(Place place) { return DoDequeue(place); }

  bool Enqueue(ns3::Ptr<ns3::QueueDiscItem> item) override {
    return DoEnqueue(GetContainer().end(), item);
  }
  ns3::Ptr<ns3::QueueDiscItem> Dequeue() override { return DoDequeue(GetContainer().begin()); }
  ns3::Ptr<ns3::QueueDiscItem> Remove() override { return DoRemove(GetContainer().begin()); }
  ns3::Ptr<const ns3::QueueDiscItem> Peek() const override {
    return DoPeek(GetContainer().begin());
  }
};

// Lengths are those of the IP packet plus what the port accounts for; what the wire adds is the
// device's part.
class PipelineDisc : public ns3::QueueDisc {
 public:
  // Gives a packet that has no tag yet its tag; false for one that belongs to no source.
  using Adopt = std::function<bool(ns3::Ptr<ns3::QueueDiscItem>, FlowTag&)>;

  static ns3::TypeId GetTypeId() {
    static ns3::TypeId id = ns3::TypeId("qosc::PipelineDisc").SetParent<ns3::QueueDisc>();
    return id;
  }
  PipelineDisc(World& world, const PortRow& row, ns3::Ptr<LinkDevice> device,
               const OutPort::NewDraw& new_draw, Adopt adopt)
      : ns3::QueueDisc(ns3::QueueDiscSizePolicy::NO_LIMITS), world_(world), device_(device),
        port_(world, row, new_draw), adopt_(std::move(adopt)) {
    store_ = ns3::CreateObject<ItemStore>();
    store_->SetMaxSize(ns3::QueueSize("4294967295p"));
    AddInternalQueue(store_);
    SetQuota(std::numeric_limits<uint32_t>::max());  // the ring says how many leave at once
    device->OnRoom([this] {
      if (port_.Backlog()) Run();
    });
  }

  std::vector<const Node*> Leaves() const { return port_.Leaves(); }

 protected:
  void DoDispose() override {
    device_ = nullptr;
    store_ = nullptr;
    adopt_ = nullptr;
    QueueDisc::DoDispose();
  }

 private:
  bool DoEnqueue(ns3::Ptr<ns3::QueueDiscItem> item) override {
    FlowTag tag;
    if (!item->GetPacket()->PeekPacketTag(tag) && !adopt_(item, tag)) {
      DropBeforeEnqueue(item, "no source");
      return false;
    }
    Packet packet;
    packet.header = int(tag.header);
    packet.length = item->GetSize();
    packet.flow = int(tag.flow);
    const char* reason = nullptr;
    Node* leaf = port_.Admit(packet, Now(), device_->Busy(), reason);
    if (!leaf) {
      DropBeforeEnqueue(item, reason);
      return false;
    }
    tag.header = packet.header;
    tag.since = packet.since;
    item->GetPacket()->ReplacePacketTag(tag);
    ItemStore::Place place;
    if (!store_->Put(item, place)) return false;
    packet.cargo = place;
    port_.Put(*leaf, std::move(packet), Now());
    return true;
  }
  ns3::Ptr<ns3::QueueDiscItem> DoDequeue() override {
    auto next = port_.Take(Now());
    if (!next) {
      const Int wake = port_.Backlog() ? port_.Wake() : kNever;
      if (wake < wake_) {
        wake_ = wake;
        ns3::Simulator::Schedule(ns3::NanoSeconds(wake - Now()), &PipelineDisc::Woken, this);
      }
      return nullptr;
    }
    auto item = store_->Take(std::any_cast<ItemStore::Place>(next->first.cargo));
    FlowTag tag;
    item->GetPacket()->PeekPacketTag(tag);
    tag.counter = next->second;
    item->GetPacket()->ReplacePacketTag(tag);
    return item;
  }
  void Woken() {
    wake_ = kNever;
    Run();
  }
  bool CheckConfig() override { return true; }
  void InitializeParams() override {}

  World& world_;
  ns3::Ptr<LinkDevice> device_;
  OutPort port_;
  Adopt adopt_;
  ns3::Ptr<ItemStore> store_;
  Int wake_ = kNever;
};

}  // namespace qosc
