// The result of a run: the figures of each flow and each class.
#pragma once

#include "conditioning.h"

namespace qosc {

// The clients of whom a transaction ended: how many, and the mean of their means.
inline void PrintClients(Json& json, const Completions& done) {
  json.Key("connections");
  if (done.by_client.empty()) {
    json.Raw("null");
    return;
  }
  json.Open('{');
  json.Number("count", Int(done.by_client.size()));
  json.Microseconds("mean_us", done.MeanOfClients());
  json.Close('}');
}

inline void PrintFlow(Json& json, const World& world, int number, Int window) {
  const FlowRow& row = world.tables.flows[number];
  const Flow& flow = world.flows[number];
  const Amount lost = Sum(flow.drops);
  json.Open('{');
  json.Text("name", world.tables.texts[row.name].json);
  json.Text("kind", world.tables.texts[row.kind].json);
  json.Number("in_flight_before", flow.carried);
  json.Counted("sent", flow.sent);
  json.Counted("received", flow.received);
  json.Counted("dropped", lost);
  json.Number("in_flight_after", flow.in_flight);
  json.Counted("marked", flow.marked);
  json.Part("loss", lost.packets, flow.sent.packets);
  json.Number("throughput_bps", Rate(flow.received.bytes, window));
  json.Number("goodput_bps", Rate(flow.payload, window));
  json.Drops(flow.drops);
  json.Spread(row.ping ? "rtt" : "delay", flow.delays);
  json.Number("out_of_sequence_packets", flow.out_of_sequence);
  if (row.connections) {
    json.Number("retransmitted_packets", flow.retransmits);
    json.Number("timeouts", flow.timeouts);
    json.Key("connections_bps");
    json.Open('[');
    for (Int bytes : flow.delivered) json.Item(Rate(bytes, window));
    json.Close(']');
  }
  if (flow.step) {
    const Int first = flow.series.empty() ? 0 : flow.series.begin()->first;
    const Int last = flow.series.empty() ? -1 : flow.series.rbegin()->first;
    json.Key("series");
    json.Open('{');
    json.Number("interval_ms", flow.step / 1'000'000);
    json.Number("from_ms", first * flow.step / 1'000'000);
    json.Key("received_bytes");
    json.Open('[');
    for (Int slot = first; slot <= last; ++slot) {
      const auto place = flow.series.find(slot);
      json.Item(place == flow.series.end() ? 0 : place->second);
    }
    json.Close(']');
    json.Close('}');
  }
  if (row.completions) {
    const Completions& done = flow.completions;
    json.Key("completion");
    json.Open('{');
    json.Number("started", done.started);
    json.Number("finished", done.finished);
    json.Number("under_way", done.under_way);
    json.Spread("time", done.times);
    if (row.completions > 1) PrintClients(json, done);
    json.Close('}');
  }
  json.Close('}');
}

inline void PrintOccupancy(Json& json, const Tables& t, const Count& count) {
  const Int step = t.occupancy_step;
  const Int looks = (t.warm_up + step - 1) / step;  // before those that count
  json.Key("occupancy");
  json.Open('{');
  json.Number("interval_ms", step / 1'000'000);
  json.Number("from_ms", looks * step / 1'000'000);
  json.Key("packets");
  json.Open('[');
  for (const Amount& amount : count.waiting) json.Item(amount.packets);
  json.Close(']');
  json.Key("bytes");
  json.Open('[');
  for (const Amount& amount : count.waiting) json.Item(amount.bytes);
  json.Close(']');
  json.Close('}');
}

inline void PrintClass(Json& json, const World& world, int number, Int window) {
  const Tables& t = world.tables;
  const CounterRow& row = t.counters[number];
  const Count& count = world.counts[number];
  Int whole = 0;
  for (int i = 0; i < t.n_counters; ++i)
    if (t.counters[i].port == row.port) whole += world.counts[i].sent.bytes;
  json.Open('{');
  json.Text("port", t.texts[row.port].json);
  json.Text("side", row.output ? "\"output\"" : "\"input\"");
  json.Text("policy", t.texts[row.policy].json);
  json.Text("name", t.texts[row.name].json);
  json.Text("origin", t.texts[row.origin].json);
  json.Counted("arrived", count.arrived);
  json.Counted("sent", count.sent);
  json.Counted("dropped", Sum(count.drops));
  json.Counted("marked", count.marked);
  json.Number("throughput_bps", Rate(count.sent.bytes, window));
  json.Part("share", count.sent.bytes, whole);
  json.Drops(count.drops);
  json.Key("meters");
  json.Open('[');
  for (int meter = 0; meter < row.meters; ++meter) {
    json.Open('{');
    const char* const names[] = {"conform", "exceed", "violate"};
    for (int colour = 0; colour < 3; ++colour) {
      json.Key(names[colour]);
      json.Pair(count.colours[3 * meter + colour]);
    }
    json.Close('}');
  }
  json.Close(']');
  json.Number("queue_max_packets", count.most_packets);
  json.Number("queue_max_bytes", count.most_bytes);
  json.Spread("wait", count.waits);
  if (count.queued) PrintOccupancy(json, t, count);
  json.Close('}');
}

inline void PrintResult(std::ostream& out, const World& world) {
  const Tables& t = world.tables;
  const Int window = t.duration - t.warm_up;
  Json json(out);
  json.Open('{');
  json.Text("schema", "\"qosc/result/1\"");
  json.Text("scenario", t.texts[t.scenario].json);
  json.Text("engine", "\"ns3\"");
  json.Number("seed", t.seed);
  json.Number("measured_ms", window / 1'000'000);
  json.Key("flows");
  json.Open('[');
  for (int i = 0; i < t.n_flows; ++i) PrintFlow(json, world, i, window);
  json.Close(']');
  json.Key("classes");
  json.Open('[');
  for (int i = 0; i < t.n_counters; ++i) PrintClass(json, world, i, window);
  json.Close(']');
  json.Close('}');
  out << '\n';
}

}  // namespace qosc
