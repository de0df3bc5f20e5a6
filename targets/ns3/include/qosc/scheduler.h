// The scheduler of a port: strict priority, then guarantees, then shares of the excess.
//
// Asked in this order for each packet:
// 1. Priority: the lowest level; first come, first served within a level.
// 2. Guarantee: each class has a clock that moves on by length / guarantee. A class whose clock is
//    not ahead of the time is owed service; the one that would be due first is served.
// 3. Excess: start-time fair queueing by the weights (Goyal, Vin, Cheng, "Start-time Fair Queuing",
//    SIGCOMM 1996) counts only what this stage serves.
// Classes of a lower rank go first, and each rank has clocks of its own. A policy of classes with a
// quantum has turns instead of stages 2 and 3: each class sends until it has sent its quantum; the
// last packet goes whole, and what it is too long is not taken off the next turn.
#pragma once

#include <optional>
#include <set>
#include <tuple>

#include "droppers.h"

namespace qosc {

class Scheduler;

// A class in its parent's scheduler; a leaf has a store, an inner one a scheduler of its own.
// The bucket of a bounded priority class, and the counter of what it drops.
struct Bound {
  std::shared_ptr<SingleBucket> bucket;
  int counter;
};

struct Node {
  Int guarantee = 0, weight = 0;
  int level = 0;
  int rank = 0, excess_rank = 0;
  Int quantum = 0;
  int order = 0;
  Scheduler* parent = nullptr;
  std::unique_ptr<Scheduler> inner;
  std::optional<Shaper> shaper;
  Int backlog = 0;
  Int clock = 0;
  Wide clock_part = 0, start = 0, start_part = 0;
  // Of a leaf:
  std::unique_ptr<Store> store;
  std::vector<Bound> bounds;
  std::unique_ptr<Early> early;
  const QueueRow* row = nullptr;
  int counter = -1;
  Int bytes = 0;
};

class Scheduler {
 public:
  Scheduler(std::vector<std::unique_ptr<Node>> nodes, Int extra)
      : nodes_(std::move(nodes)), extra_(extra) {
    std::set<int> ranks, excess_ranks;
    for (const auto& node : nodes_) {
      ranks.insert(node->rank);
      excess_ranks.insert(node->excess_rank);
      turns_ = turns_ || node->quantum > 0;
    }
    int order = 0;
    for (const auto& node : nodes_) {
      node->parent = this;
      node->order = order++;
      node->rank = int(std::distance(ranks.begin(), ranks.find(node->rank)));
      node->excess_rank =
          int(std::distance(excess_ranks.begin(), excess_ranks.find(node->excess_rank)));
      if (node->inner) node->inner->owner_ = node.get();
    }
    behind_.resize(ranks.size());
    virtual_.resize(excess_ranks.size());
  }

  Int Backlog() const { return backlog_; }
  Int Extra() const { return extra_; }
  Int Wake() const { return wake_; }  // after a Peek that found nothing: when to ask again
  void AddLeaves(std::vector<const Node*>& found) const {
    for (const auto& node : nodes_) {
      if (node->inner)
        node->inner->AddLeaves(found);
      else if (node->counter >= 0)
        found.push_back(node.get());
    }
  }

  static void Put(Node& leaf, Packet packet, Int now) {
    leaf.bytes += packet.length + leaf.parent->extra_;
    leaf.store->Push(std::move(packet));
    for (Node* node = &leaf; node; node = node->parent->owner_) {
      if (node->backlog == 0) node->parent->Activate(*node, now);
      ++node->backlog;
      ++node->parent->backlog_;
    }
  }

  // The leaf to serve next, or null.
  Node* Peek(Int now) {
    using Key = std::tuple<int, Int, Wide, int>;
    Node* best = nullptr;
    Key best_key;
    Int wake = kNever;
    std::vector<Int> least_late(behind_.size(), kNever);
    for (const auto& each : nodes_) {
      Node& node = *each;
      if (!node.backlog) continue;
      Int ready = now;
      Node* leaf = Candidate(node, now, ready);
      if (!leaf) {
        wake = std::min(wake, ready);
        continue;
      }
      Key key;
      if (node.level) {
        key = Key(kPriority, node.level, leaf->store->Next().since, 0);
      } else if (turns_) {
        key = Key(kExcess, 0, UntilTurn(node), 0);
      } else {
        key = Key(kExcess, node.excess_rank, node.weight ? node.start : Wide(kNever) << 32,
                  node.order);
        if (node.guarantee) {
          const Int here = now - behind_[node.rank];
          const Int need = Int((leaf->store->Next().length + extra_) * kUnit / node.guarantee);
          const Int due = node.clock + need;
          least_late[node.rank] = std::min(least_late[node.rank], here - due);
          if (node.clock <= here) key = Key(kGuarantee, node.rank, due, node.order);
        }
      }
      if (!best || key < best_key) {
        best = leaf;
        best_key = key;
      }
    }
    wake_ = wake;
    if (!best) return nullptr;
    stage_ = std::get<0>(best_key);
    // Let go of arrears that all classes of a rank have: its guarantees do not fit.
    for (std::size_t rank = 0; rank < least_late.size(); ++rank)
      if (kSlack < least_late[rank] && least_late[rank] < kNever)
        behind_[rank] += least_late[rank] - kSlack;
    return best;
  }

  // Removes the packet that the last Peek of the root found.
  static Packet Take(Node& leaf, Int now) {
    Packet packet = leaf.store->Pop();
    const Int size = packet.length + leaf.parent->extra_;
    leaf.bytes -= size;
    for (Node* node = &leaf; node; node = node->parent->owner_) {
      --node->backlog;
      --node->parent->backlog_;
      node->parent->Charge(*node, size, now);
    }
    return packet;
  }

 private:
  enum Stage { kPriority, kGuarantee, kExcess };
  static constexpr Int kSlack = 100'000'000;
  static constexpr Wide kScale = Wide{1} << 32;

  // A class gets its first packet: it takes no credit from its idle time.
  void Activate(Node& node, Int now) {
    if (node.guarantee) {
      Int here = now - behind_[node.rank];
      for (const auto& other : nodes_)
        if (other->backlog && other->guarantee && other->rank == node.rank)
          here = std::min(here, other->clock);
      if (node.clock < here) {
        node.clock = here;
        node.clock_part = 0;
      }
    }
    if (node.start < virtual_[node.excess_rank]) {
      node.start = virtual_[node.excess_rank];
      node.start_part = 0;
    }
  }

  // The leaf that would be served under a node, or null and the time it may be.
  Node* Candidate(Node& node, Int now, Int& ready) {
    Node* leaf = &node;
    if (node.inner) {
      leaf = node.inner->Peek(now);
      if (!leaf) {
        ready = node.inner->wake_;
        return nullptr;
      }
    }
    if (node.shaper) {
      ready = node.shaper->Ready(now, leaf->store->Next().length + extra_);
      if (ready > now) return nullptr;
    }
    return leaf;
  }

  // How many turns there are before that of a class.
  Int UntilTurn(const Node& node) const {
    const Int classes = Int(nodes_.size());
    const Int ahead = (node.order - turn_ + classes) % classes;
    return !ahead && sent_ >= node.quantum ? classes : ahead;
  }

  void Charge(Node& node, Int size, Int now) {
    if (node.shaper) node.shaper->Charge(now, size);
    if (stage_ == kGuarantee) {
      const Wide total = size * kUnit + node.clock_part;
      node.clock += Int(total / node.guarantee);
      node.clock_part = total % node.guarantee;
    } else if (stage_ == kExcess && turns_) {
      if (UntilTurn(node)) {
        turn_ = node.order;
        sent_ = 0;
      }
      // Who has nothing more to send gives the rest of the turn away.
      sent_ = node.backlog ? sent_ + size : kNever;
    } else if (stage_ == kExcess && node.weight) {
      Wide& rank = virtual_[node.excess_rank];
      rank = std::max(rank, node.start);
      const Wide total = size * kScale + node.start_part;
      node.start += total / node.weight;
      node.start_part = total % node.weight;
    }
    if (backlog_) return;
    for (const auto& each : nodes_)
      virtual_[each->excess_rank] = std::max(virtual_[each->excess_rank], each->start);
  }

  std::vector<std::unique_ptr<Node>> nodes_;
  Int extra_;
  Node* owner_ = nullptr;
  Int backlog_ = 0;
  Int wake_ = kNever;
  std::vector<Int> behind_;
  std::vector<Wide> virtual_;
  int stage_ = kExcess;
  bool turns_ = false;
  int turn_ = 0;
  Int sent_ = 0;
};

}  // namespace qosc
