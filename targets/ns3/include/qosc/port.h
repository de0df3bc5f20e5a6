// The output of a port: the stages without queues, the classes of the queueing policy, its queues
// and their scheduler.
#pragma once

#include "scheduler.h"

namespace qosc {

// The classifier of a policy with queues, and what each class leads to.
class Branch {
 public:
  Branch(World& world, const PolicyRow& row) : find(world.tables, MatchesOf(world.tables, row)) {}

  Classifier find;
  std::vector<ClassStep> steps;
  std::vector<Node*> leaves;  // null where a branch follows
  std::vector<std::shared_ptr<Branch>> branches;
  std::vector<std::unique_ptr<PolicyStage>> children;  // what a child without queues does, or null
};

class OutPort {
 public:
  using NewDraw = std::function<Draw()>;  // a generator of its own for each early dropper

  OutPort(World& world, const PortRow& row, const NewDraw& new_draw)
      : world_(world), stages_(world, row.stage_out, row.stages_out, row.extra_out) {
    if (row.policy >= 0) {
      root_ = Build(row.policy, row.extra_out, new_draw, {}, branch_);
      return;
    }
    // First in, first out: one queue, with the counter of the port (or none, for a host).
    auto leaf = std::make_unique<Node>();
    leaf->store = std::make_unique<FifoStore>();
    leaf->weight = 1;
    leaf->counter = row.fifo_counter;
    fifo_ = leaf.get();
    fifo_limit_ = row.limit;
    std::vector<std::unique_ptr<Node>> nodes;
    nodes.push_back(std::move(leaf));
    root_ = std::make_unique<Scheduler>(std::move(nodes), row.extra_out);
  }

  // The queues that have a counter.
  std::vector<const Node*> Leaves() const {
    std::vector<const Node*> found;
    root_->AddLeaves(found);
    return found;
  }
  Int Backlog() const { return root_->Backlog(); }
  Int Wake() const { return root_->Wake(); }

  // The queue for a packet; null when it was dropped (and counted). With `busy` the wire and the
  // ring before it have no room.
  Node* Admit(Packet& packet, Int now, bool busy, const char*& reason) {
    packet.since = now;
    reason = "conditioned";
    if (!stages_(packet, now)) return nullptr;
    Node* leaf = fifo_ ? fifo_ : Descend(packet, now);
    if (!leaf) return nullptr;
    if (fifo_ && leaf->counter >= 0) world_.counts[leaf->counter].Arrived(packet.length);
    const Int size = packet.length + root_->Extra();
    const bool congested = busy || root_->Backlog() > 0;
    reason = nullptr;
    for (const Bound& bound : leaf->bounds) {
      // A packet that only waits for the one on the wire has met no congestion.
      if (root_->Backlog() <= 0) {
        bound.bucket->Charge(now, size);
      } else if (bound.bucket->Measure(now, size) != kGreen) {
        world_.Drop(packet, bound.counter, "priority");
        reason = "priority";
        return nullptr;
      }
    }
    if (!reason && leaf->early) {
      switch (leaf->early->Decide(packet, leaf->store->Size(), leaf->bytes)) {
        case Early::kRefuse:
          reason = "early";
          break;
        case Early::kMark: {
          const Int ds = world_.headers[packet.header][kDs] | 3;  // RFC 3168
          world_.Mark(packet, world_.headers.With(packet.header, kDs, ds), leaf->counter);
          break;
        }
        case Early::kPass:
          break;
      }
    }
    if (!reason && congested) reason = Refused(*leaf, packet, size);
    if (reason) {
      world_.Drop(packet, leaf->counter, reason);
      return nullptr;
    }
    return leaf;
  }

  void Put(Node& leaf, Packet packet, Int now) { Scheduler::Put(leaf, std::move(packet), now); }

  // The next packet with the counter of its class; nothing when none may leave before Wake().
  std::optional<std::pair<Packet, int>> Take(Int now) {
    if (!root_->Backlog()) return std::nullopt;
    Node* leaf = root_->Peek(now);
    if (!leaf) return std::nullopt;
    return std::make_pair(Scheduler::Take(*leaf, now), leaf->counter);
  }

 private:
  // The reason why a queue refuses a packet, or null; the deepest queue is counted.
  const char* Refused(Node& leaf, const Packet& packet, Int size) {
    const Int waiting = leaf.store->Size() + 1, bytes = leaf.bytes + size;
    const int first = leaf.row ? leaf.row->limit : fifo_limit_;
    const int limits = leaf.row ? leaf.row->limits : 1;
    if (LimitReached(world_, first, limits, packet, waiting, bytes)) return "queue";
    if (leaf.store->Full(packet)) return "flow";
    if (leaf.counter >= 0) {
      Count& count = world_.counts[leaf.counter];
      count.most_packets = std::max(count.most_packets, waiting);
      count.most_bytes = std::max(count.most_bytes, bytes);
    }
    return nullptr;
  }

  // Every level classifies the packet as it came to the policy.
  Node* Descend(Packet& packet, Int now) {
    const int entered = packet.header;
    Branch* branch = branch_.get();
    for (;;) {
      int found = branch->find(world_.headers, entered, packet.length);
      if (found < 0) found = int(branch->steps.size()) - 1;
      if (!branch->steps[found](packet, now)) return nullptr;
      if (branch->children[found] && !branch->children[found]->Choose(packet, now, entered))
        return nullptr;
      if (branch->leaves[found]) return branch->leaves[found];
      branch = branch->branches[found].get();
    }
  }

  bool HasQueues(const PolicyRow& row) const {
    for (int i = 0; i < row.classes; ++i)
      if (world_.tables.classes[row.first + i].queue >= 0) return true;
    return false;
  }

  // `bounds` are those of the priority classes above the policy.
  std::unique_ptr<Scheduler> Build(int policy, Int extra, const NewDraw& new_draw,
                                   const std::vector<Bound>& bounds,
                                   std::shared_ptr<Branch>& branch) {
    const Tables& t = world_.tables;
    const PolicyRow& row = t.policies[policy];
    branch = std::make_shared<Branch>(world_, row);
    std::vector<std::unique_ptr<Node>> nodes;
    for (int i = 0; i < row.classes; ++i) {
      const ClassRow& each = t.classes[row.first + i];
      branch->steps.emplace_back(world_, each, extra);
      branch->leaves.push_back(nullptr);
      branch->branches.emplace_back();
      branch->children.emplace_back();
      const bool divided = each.child >= 0 && HasQueues(t.policies[each.child]);
      if (each.child >= 0 && !divided)
        branch->children.back() =
            std::make_unique<PolicyStage>(world_, t.policies[each.child], extra);
      if (each.queue < 0) continue;
      auto node = MakeNode(t.queues[each.queue]);
      const QueueRow& queue = t.queues[each.queue];
      auto own = bounds;
      if (queue.police_rate >= 0)
        own.push_back({std::make_shared<SingleBucket>(queue.police_rate, queue.police_burst),
                       each.counter});
      if (divided) {
        node->inner = Build(each.child, extra, new_draw, own, branch->branches.back());
      } else {
        MakeLeaf(*node, queue, each.counter, extra, new_draw);
        node->bounds = std::move(own);
        branch->leaves.back() = node.get();
      }
      nodes.push_back(std::move(node));
    }
    // A class without a queue shares that of the last class.
    for (int i = 0; i < row.classes; ++i) {
      if (t.classes[row.first + i].queue >= 0) continue;
      branch->leaves[i] = branch->leaves.back();
      branch->branches[i] = branch->branches.back();
    }
    return std::make_unique<Scheduler>(std::move(nodes), extra);
  }
  static std::unique_ptr<Node> MakeNode(const QueueRow& row) {
    auto node = std::make_unique<Node>();
    node->guarantee = row.guarantee;
    node->weight = row.weight;
    node->level = row.level;
    node->rank = row.rank;
    node->excess_rank = row.excess_rank;
    node->quantum = row.quantum;
    if (row.shape_rate >= 0) node->shaper.emplace(row.shape_rate, row.shape_burst);
    return node;
  }
  void MakeLeaf(Node& leaf, const QueueRow& row, int counter, Int extra,
                const NewDraw& new_draw) {
    leaf.row = &row;
    leaf.counter = counter;
    if (row.flows && row.by_precedence)
      leaf.store = std::make_unique<FinishNumbers>(world_, row, extra);
    else if (row.flows)
      leaf.store = std::make_unique<Turns>(world_, row);
    else
      leaf.store = std::make_unique<FifoStore>();
    if (row.early >= 0)
      leaf.early = std::make_unique<Early>(world_, world_.tables.earlies[row.early], new_draw());
  }

  World& world_;
  Stages stages_;
  std::shared_ptr<Branch> branch_;
  std::unique_ptr<Scheduler> root_;
  Node* fifo_ = nullptr;
  int fifo_limit_ = -1;
};

}  // namespace qosc
