// Tail drop, random early detection, and queues for each flow.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <unordered_map>

#include "conditioning.h"

namespace qosc {

using Draw = std::function<double()>;  // from 0 to below 1

// The first limit that applies to a packet and is reached drops it.
inline bool LimitReached(const World& world, int first, int count, const Packet& packet,
                         Int packets, Int bytes) {
  const Matcher matcher(world.tables);
  for (int i = first; i < first + count; ++i) {
    const LimitRow& limit = world.tables.limits[i];
    const bool above =
        (limit.packets >= 0 && packets > limit.packets) || (limit.bytes >= 0 && bytes > limit.bytes);
    if (above && matcher.Holds(limit.match, world.headers[packet.header], packet.length))
      return true;
  }
  return false;
}

// The average depth in packets and in bytes, in units of 2^-32, and the curves. Each drop is drawn
// on its own. The average does not move while no packet arrives.
class Early {
 public:
  enum Fate { kPass, kMark, kRefuse };

  Early(World& world, const EarlyRow& row, Draw draw)
      : world_(world), row_(row), draw_(std::move(draw)), find_(world.tables, Matches()) {}

  // What becomes of a packet that finds so many packets and bytes in the queue.
  Fate Decide(const Packet& packet, Int packets, Int bytes) {
    packets_ += (packets * kOne - packets_) >> row_.exponent;
    bytes_ += (bytes * kOne - bytes_) >> row_.exponent;
    const int found = find_(world_.headers, packet.header, packet.length);
    if (found < 0) return kPass;
    const CurveRow& curve = world_.tables.curves[row_.curve + found];
    const Wide average = curve.in_bytes ? bytes_ : packets_;
    Wide part = 0, whole = 1;
    if (curve.points) {
      ByPoints(curve, average, part, whole);
    } else {
      const Wide span = (curve.high - curve.low) * kOne;
      part = average - curve.low * kOne;
      whole = span * curve.denominator;
      if (part >= span) return kRefuse;
    }
    if (part <= 0) return kPass;
    if (part >= whole) return kRefuse;
    if (draw_() * double(whole) >= double(part)) return kPass;
    const Int ecn = world_.headers[packet.header][kDs] & 3;
    return row_.ecn && ecn != 0 ? kMark : kRefuse;
  }

 private:
  static constexpr Wide kOne = Wide{1} << 32;
  static constexpr Int kMillion = 1'000'000;

  std::vector<int> Matches() const {
    std::vector<int> found;
    for (int i = 0; i < row_.curves; ++i) found.push_back(world_.tables.curves[row_.curve + i].match);
    return found;
  }
  void ByPoints(const CurveRow& curve, Wide average, Wide& part, Wide& whole) const {
    const PointRow* points = world_.tables.points + curve.point;
    const auto depth = [&](int i) { return Wide(points[i].fill) * curve.full * kOne / kMillion; };
    int last = -1;
    while (last + 1 < curve.points && depth(last + 1) <= average) ++last;
    part = 0;
    whole = 1;
    if (last < 0) return;
    part = points[last].part;
    whole = kMillion;
    if (!curve.interpolated || last == curve.points - 1) return;
    const Wide span = depth(last + 1) - depth(last);
    part = part * span + (points[last + 1].part - points[last].part) * (average - depth(last));
    whole = kMillion * span;
  }
  World& world_;
  const EarlyRow& row_;
  Draw draw_;
  Classifier find_;
  Wide packets_ = 0, bytes_ = 0;
};

// The packets of one queue.
class Store {
 public:
  virtual ~Store() = default;
  virtual Packet& Next() = 0;  // of a store that is not empty
  virtual void Push(Packet packet) = 0;
  virtual Packet Pop() = 0;
  virtual Int Size() const = 0;
  virtual bool Full(const Packet&) { return false; }
};

class FifoStore : public Store {
 public:
  Packet& Next() override { return packets_.front(); }
  void Push(Packet packet) override { packets_.push_back(std::move(packet)); }
  Packet Pop() override {
    Packet packet = std::move(packets_.front());
    packets_.pop_front();
    return packet;
  }
  Int Size() const override { return Int(packets_.size()); }

 private:
  std::deque<Packet> packets_;
};

// A queue for each flow; flows of the same hash are one.
class FlowStore : public Store {
 public:
  FlowStore(World& world, const QueueRow& row) : world_(world), row_(row) {}
  Int Size() const override { return size_; }
  bool Full(const Packet& packet) override {
    return row_.flow_limit >= 0 && held_[Hash(packet)] >= row_.flow_limit;
  }

 protected:
  // CRC-32 of addresses, protocol, ports and DSCP as decimal text, mixed.
  unsigned Hash(const Packet& packet) {
    const auto place = known_.find(packet.header);
    if (place != known_.end()) return place->second;
    const Header& header = world_.headers[packet.header];
    std::string key;
    for (int field : {kSrc4, kDst4, kProtocol, kSrcPort, kDstPort})
      key += (header[field] == kAbsent ? "" : std::to_string(header[field])) + ",";
    key += std::to_string(header[kDs] >> 2);
    std::uint32_t crc = 0xFFFFFFFFu;
    for (unsigned char byte : key) {
      crc ^= byte;
      for (int bit = 0; bit < 8; ++bit) crc = crc & 1 ? crc >> 1 ^ 0xEDB88320u : crc >> 1;
    }
    // A CRC alone is linear: flows whose ports differ alike would meet together.
    std::uint32_t mixed = ~crc;
    mixed = (mixed ^ mixed >> 16) * 0x85EBCA6Bu;
    mixed = (mixed ^ mixed >> 13) * 0xC2B2AE35u;
    return known_[packet.header] = (mixed ^ mixed >> 16) % unsigned(row_.flows);
  }
  // Counts a packet that comes; whether it is the only one of its flow.
  bool Came(unsigned flow) { return ++size_, ++held_[flow] == 1; }
  // Counts a packet that leaves; whether it was the last one of its flow.
  bool Left(unsigned flow) { return --size_, --held_[flow] == 0; }
  World& world_;

 private:
  const QueueRow& row_;
  std::unordered_map<int, unsigned> known_;
  std::map<unsigned, Int> held_;
  Int size_ = 0;
};

// Served by deficit round robin with a quantum of 1500 bytes.
class Turns : public FlowStore {
 public:
  using FlowStore::FlowStore;

  Packet& Next() override {
    for (;;) {
      Packet& packet = queues_[turn_.front()].front();
      if (deficit_[turn_.front()] >= packet.length) return packet;
      turn_.push_back(turn_.front());
      turn_.pop_front();
      deficit_[turn_.front()] += kQuantum;
    }
  }
  void Push(Packet packet) override {
    const unsigned flow = Hash(packet);
    queues_[flow].push_back(std::move(packet));
    if (!Came(flow)) return;
    turn_.push_back(flow);
    deficit_[flow] = turn_.size() == 1 ? kQuantum : 0;
  }
  Packet Pop() override {
    Next();
    const unsigned flow = turn_.front();
    Packet packet = std::move(queues_[flow].front());
    queues_[flow].pop_front();
    deficit_[flow] -= packet.length;
    if (Left(flow)) {
      turn_.pop_front();
      if (!turn_.empty()) deficit_[turn_.front()] += kQuantum;
    }
    return packet;
  }

 private:
  static constexpr Int kQuantum = 1500;
  std::map<unsigned, std::deque<Packet>> queues_;
  std::map<unsigned, Int> deficit_;
  std::deque<unsigned> turn_;
};

// Served in the order of finish numbers: that of the packet before in the flow, or of the packet
// that left last where none of the flow waits, plus the length times 32384 / (precedence + 1).
class FinishNumbers : public FlowStore {
 public:
  // `extra` is added to the IP length.
  FinishNumbers(World& world, const QueueRow& row, Int extra)
      : FlowStore(world, row), extra_(extra) {}

  Packet& Next() override { return waiting_.begin()->second.second; }
  void Push(Packet packet) override {
    const unsigned flow = Hash(packet);
    const Int before = Came(flow) ? left_ : finish_[flow];
    const Int precedence = world_.headers[packet.header][kDs] >> 5;
    const Int finish = before + (packet.length + extra_) * (kWeight / (precedence + 1));
    finish_[flow] = finish;
    waiting_.emplace(std::make_pair(finish, ++came_), std::make_pair(flow, std::move(packet)));
  }
  Packet Pop() override {
    const auto first = waiting_.begin();
    left_ = first->first.first;
    Left(first->second.first);
    Packet packet = std::move(first->second.second);
    waiting_.erase(first);
    return packet;
  }

 private:
  static constexpr Int kWeight = 32384;
  const Int extra_;
  std::map<std::pair<Int, Int>, std::pair<unsigned, Packet>> waiting_;
  std::map<unsigned, Int> finish_;
  Int came_ = 0, left_ = 0;
};

}  // namespace qosc
