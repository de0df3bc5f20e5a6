// What happens to a packet before it queues: rules, classes, policers, marks.
#pragma once

#include <any>
#include <memory>
#include <vector>

#include "headers.h"
#include "meters.h"
#include "stats.h"

namespace qosc {

// A packet as the pipeline sees it. `cargo` is whatever carries it outside.
struct Packet {
  int header = 0;
  Int length = 0;  // of the IP packet
  int flow = 0;
  Int since = 0;  // when it came to the port
  std::any cargo;
};

// What all ports of one run share.
struct World {
  explicit World(const Tables& all) : tables(all), headers(all) {
    for (int i = 0; i < all.n_meters; ++i) meters.push_back(MakeMeter(all.meters[i]));
    counts.resize(all.n_counters);
    for (int i = 0; i < all.n_counters; ++i) counts[i].colours.resize(3 * all.counters[i].meters);
    flows.resize(all.n_flows);
    for (int i = 0; i < all.n_flows; ++i) {
      flows[i].step = all.flows[i].series_step;
      flows[i].delivered.resize(all.flows[i].connections);
    }
  }
  void Reset() {
    for (Count& count : counts) count.Reset();
    for (Flow& flow : flows) flow.Reset();
  }
  void Drop(const Packet& packet, int counter, const char* reason) {
    if (counter >= 0) counts[counter].Dropped(packet.length, reason);
    flows[packet.flow].Dropped(packet.length, reason);
  }
  // Counts the packet when the new header differs from its own.
  void Mark(Packet& packet, int header, int counter) {
    if (header == packet.header) return;
    packet.header = header;
    for (Amount* amount : {&counts[counter].marked, &flows[packet.flow].marked}) {
      ++amount->packets;
      amount->bytes += packet.length;
    }
  }
  // The verdict of an action on a packet, which is marked; a dropped one is counted.
  int Act(Packet& packet, int action, int counter, const char* reason) {
    const ActionRow& row = tables.actions[action];
    if (row.verdict == kDrop)
      Drop(packet, counter, reason);
    else if (row.marks)
      Mark(packet, headers.Marked(packet.header, action), counter);
    return row.verdict;
  }

  const Tables& tables;
  Headers headers;
  std::vector<std::shared_ptr<Meter>> meters;
  std::vector<Count> counts;
  std::vector<Flow> flows;
};

// A policer's part in the pipeline; `extra` is added to the IP length, unless it has one of its own.
class PoliceStep {
 public:
  PoliceStep(World& world, int police, int counter, Int extra)
      : world_(world), row_(world.tables.polices[police]), counter_(counter),
        extra_(row_.counted ? row_.extra : extra),
        place_(3 * world.counts[counter].meters++) {}

  int operator()(Packet& packet, Int now) const {
    const bool packets = world_.tables.meters[row_.meter].packets != 0;
    const Int length = packets ? 1 : packet.length + extra_;
    Meter& meter = *world_.meters[row_.meter];
    const Colour colour =
        row_.draws ? meter.Draw(now, length) : meter.Measure(now, length, Before(packet));
    Amount& seen = world_.counts[counter_].colours[place_ + colour];
    ++seen.packets;
    seen.bytes += packet.length;
    return world_.Act(packet, row_.action[colour], counter_, "police");
  }

 private:
  Colour Before(const Packet& packet) const {
    if (!row_.coloured) return kGreen;
    const Matcher matcher(world_.tables);
    const Header& header = world_.headers[packet.header];
    if (matcher.Holds(row_.green, header, packet.length)) return kGreen;
    if (row_.yellow >= 0 && matcher.Holds(row_.yellow, header, packet.length)) return kYellow;
    return kRed;
  }
  World& world_;
  const PoliceRow& row_;
  int counter_;
  Int extra_;
  int place_;
};

// A stage of a pipeline; false when the packet was dropped (and counted).
class Stage {
 public:
  virtual ~Stage() = default;
  virtual bool operator()(Packet& packet, Int now) = 0;
};

// The first rule that matches decides, unless its verdict is to continue. Each rule sees the packet
// as those before it left it.
class RuleStage : public Stage {
 public:
  RuleStage(World& world, const RuleListRow& row, Int extra) : world_(world), row_(row) {
    const Tables& t = world.tables;
    for (int i = 0; i < row.rules; ++i) {
      const RuleRow& rule = t.rules[row.rule + i];
      polices_.emplace_back();
      if (rule.police >= 0)
        polices_.back() = std::make_unique<PoliceStep>(world, rule.police, rule.counter, extra);
      // From each place in the list, the next rule that matches.
      std::vector<int> rest;
      if (i == 0 || After(i))
        for (int j = i; j < row.rules; ++j) rest.push_back(t.rules[row.rule + j].match);
      finders_.emplace_back(t, std::move(rest));
    }
  }

  bool operator()(Packet& packet, Int now) override {
    int at = 0;
    while (at < row_.rules) {
      const int step = finders_[at](world_.headers, packet.header, packet.length);
      if (step < 0) break;
      at += step;
      const RuleRow& rule = world_.tables.rules[row_.rule + at];
      world_.counts[rule.counter].Arrived(packet.length);
      const int verdict = polices_[at] ? (*polices_[at])(packet, now)
                                       : world_.Act(packet, rule.action, rule.counter, "rule");
      if (verdict != kContinue) return verdict == kTransmit;
      ++at;
    }
    if (row_.otherwise < 0) return true;
    world_.counts[row_.otherwise].Arrived(packet.length);
    world_.Drop(packet, row_.otherwise, "rule");
    return false;
  }

 private:
  // Whether the rule before place i can hand a packet on.
  bool After(int i) const {
    const Tables& t = world_.tables;
    const RuleRow& rule = t.rules[row_.rule + i - 1];
    if (rule.police < 0) return t.actions[rule.action].verdict == kContinue;
    for (int action : t.polices[rule.police].action)
      if (t.actions[action].verdict == kContinue) return true;
    return false;
  }
  World& world_;
  const RuleListRow& row_;
  std::vector<std::unique_ptr<PoliceStep>> polices_;
  std::vector<Classifier> finders_;
};

// The marks and policers of one class.
class ClassStep {
 public:
  ClassStep(World& world, const ClassRow& row, Int extra) : world_(world), row_(row) {
    for (int i = 0; i < row.polices; ++i)
      polices_.emplace_back(world, row.police + i, row.counter, extra);
  }
  bool operator()(Packet& packet, Int now) const {
    world_.counts[row_.counter].Arrived(packet.length);
    if (world_.Act(packet, row_.action, row_.counter, "class") == kDrop) return false;
    for (const PoliceStep& police : polices_)
      if (police(packet, now) == kDrop) return false;
    return true;
  }
  const ClassRow& Row() const { return row_; }

 private:
  World& world_;
  const ClassRow& row_;
  std::vector<PoliceStep> polices_;
};

// The matches of a policy's classes, in order.
inline std::vector<int> MatchesOf(const Tables& tables, const PolicyRow& row) {
  std::vector<int> found;
  for (int i = 0; i < row.classes; ++i) found.push_back(tables.classes[row.first + i].match);
  return found;
}

// A policy without queues: the first class that matches, then its child.
class PolicyStage : public Stage {
 public:
  PolicyStage(World& world, const PolicyRow& row, Int extra)
      : world_(world), find_(world.tables, MatchesOf(world.tables, row)) {
    for (int i = 0; i < row.classes; ++i) {
      const ClassRow& each = world.tables.classes[row.first + i];
      steps_.emplace_back(world, each, extra);
      children_.emplace_back();
      if (each.child >= 0)
        children_.back() =
            std::make_unique<PolicyStage>(world, world.tables.policies[each.child], extra);
    }
  }
  bool operator()(Packet& packet, Int now) override {
    return Choose(packet, now, packet.header);
  }
  // Every level classifies the packet as it came to the outermost policy, with header `entered`.
  bool Choose(Packet& packet, Int now, int entered) {
    const int found = find_(world_.headers, entered, packet.length);
    if (found < 0) return true;
    return steps_[found](packet, now) &&
           (!children_[found] || children_[found]->Choose(packet, now, entered));
  }

 private:
  World& world_;
  Classifier find_;
  std::vector<ClassStep> steps_;
  std::vector<std::unique_ptr<PolicyStage>> children_;
};

// The stages of one side of a port, in order.
class Stages {
 public:
  Stages(World& world, int first, int count, Int extra) {
    const Tables& t = world.tables;
    for (int i = first; i < first + count; ++i) {
      const StageRow& row = t.stages[i];
      if (row.is_policy)
        steps_.push_back(std::make_unique<PolicyStage>(world, t.policies[row.index], extra));
      else
        steps_.push_back(std::make_unique<RuleStage>(world, t.rule_lists[row.index], extra));
    }
  }
  bool operator()(Packet& packet, Int now) const {
    for (const auto& step : steps_)
      if (!(*step)(packet, now)) return false;
    return true;
  }

 private:
  std::vector<std::unique_ptr<Stage>> steps_;
};

}  // namespace qosc
