// Counters, and how they are printed. What is counted before the end of the warm-up is forgotten.
#pragma once

#include <algorithm>
#include <cstdio>
#include <map>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "tables.h"

namespace qosc {

struct Amount { Int packets = 0, bytes = 0; };
using Reasons = std::map<std::string, Amount>;

// How long transactions or transfers took.
struct Completions {
  Int started = 0, finished = 0, under_way = 0;
  std::vector<Int> times;
  std::map<int, std::pair<Int, Int>> by_client;  // sum and number of the times of each

  void Start() {
    ++started;
    ++under_way;
  }
  void Finish(Int time) {
    ++finished;
    --under_way;
    times.push_back(time);
  }
  void Finish(Int time, int client) {
    Finish(time);
    by_client[client].first += time;
    ++by_client[client].second;
  }
  // The mean of the clients' means.
  Int MeanOfClients() const {
    Int whole = 0;
    for (const auto& [client, each] : by_client) whole += each.first / each.second;
    return whole / Int(by_client.size());
  }
};

// What happened to the packets of one source, end to end.
struct Flow {
  Int step = 0;
  Int in_flight = 0, carried = 0;
  Amount sent, received, marked;
  Int payload = 0, retransmits = 0, timeouts = 0;
  Int newest = 0, out_of_sequence = 0;
  Reasons drops;
  std::vector<Int> delays;
  std::map<Int, Int> series;
  std::vector<Int> delivered;  // payload bytes by connection
  Completions completions;

  void Reset() {
    Flow fresh;
    fresh.step = step;
    fresh.in_flight = fresh.carried = in_flight;
    fresh.newest = newest;
    fresh.delivered.resize(delivered.size());
    fresh.completions.under_way = completions.under_way;
    *this = fresh;
  }
  // A packet that left at `born` is there: its delay, and whether a later one overtook it.
  void Arrived(Int born, Int now) {
    delays.push_back(now - born);
    if (born < newest)
      ++out_of_sequence;
    else
      newest = born;
  }
  void Sent(Int length) {
    ++in_flight;
    ++sent.packets;
    sent.bytes += length;
  }
  void Received(Int length, Int now) {
    --in_flight;
    ++received.packets;
    received.bytes += length;
    if (step) series[now / step] += length;
  }
  void Dropped(Int length, const char* reason) {
    --in_flight;
    Amount& count = drops[reason];
    ++count.packets;
    count.bytes += length;
  }
};

// What one class or rule of a port did. Lengths are those of IP packets.
struct Count {
  Amount arrived, sent, marked;
  Int most_packets = 0, most_bytes = 0;
  Reasons drops;
  std::vector<Amount> colours;  // three for each meter
  std::vector<Int> waits;
  int meters = 0;  // how many policers have asked for their counters
  bool queued = false;         // whether it has a queue that is looked at
  std::vector<Amount> waiting;  // what waited in it, look by look

  void Reset() {
    Count fresh;
    fresh.colours.resize(colours.size());
    fresh.meters = meters;
    fresh.queued = queued;
    *this = fresh;
  }
  void Arrived(Int length) {
    ++arrived.packets;
    arrived.bytes += length;
  }
  void Dropped(Int length, const char* reason) {
    Amount& count = drops[reason];
    ++count.packets;
    count.bytes += length;
  }
};

// Prints JSON, one key after the other.
class Json {
 public:
  explicit Json(std::ostream& out) : out_(out) {}

  void Open(char bracket) {
    Separate();
    out_ << bracket;
    first_ = true;
  }
  void Close(char bracket) {
    out_ << bracket;
    first_ = false;
  }
  void Key(const char* key) {
    Separate();
    out_ << '"' << key << "\":";
    first_ = true;
  }
  void Item(Int value) {
    Separate();
    out_ << value;
  }
  void Raw(const char* json) {
    Separate();
    out_ << json;
  }
  void Number(const char* key, Int value) {
    Key(key);
    Item(value);
  }
  void Text(const char* key, const char* json) {
    Key(key);
    Raw(json);
  }
  // A fraction of two whole numbers, to six digits; 0 for a part of nothing.
  void Part(const char* key, Int part, Int whole) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6f", whole ? double(part) / double(whole) : 0.0);
    Text(key, text);
  }
  void Microseconds(const char* key, Int ns) {
    char text[48];
    std::snprintf(text, sizeof text, "%lld.%03lld", static_cast<long long>(ns / 1000),
                  static_cast<long long>(ns % 1000));
    Text(key, text);
  }
  void Counted(const char* stem, const Amount& amount) {
    Number((std::string(stem) + "_packets").c_str(), amount.packets);
    Number((std::string(stem) + "_bytes").c_str(), amount.bytes);
  }
  void Drops(const Reasons& drops) {
    Key("drops");
    Open('{');
    for (const auto& [reason, amount] : drops) {
      Key(reason.c_str());
      Pair(amount);
    }
    Close('}');
  }
  void Pair(const Amount& amount) {
    Open('{');
    Number("packets", amount.packets);
    Number("bytes", amount.bytes);
    Close('}');
  }
  // Least, mean, percentiles (nearest rank) and most; null for no times at all.
  void Spread(const char* key, const std::vector<Int>& times) {
    Key(key);
    if (times.empty()) {
      Raw("null");
      return;
    }
    std::vector<Int> order(times);
    std::sort(order.begin(), order.end());
    const Int count = static_cast<Int>(order.size());
    Int sum = 0, steps = 0;
    for (Int time : order) sum += time;
    for (Int i = 1; i < count; ++i) steps += std::abs(times[i] - times[i - 1]);
    const auto rank = [&](Int percent) {
      return order[std::max<Int>(0, (count * percent + 99) / 100 - 1)];
    };
    Open('{');
    Number("samples", count);
    Microseconds("min_us", order.front());
    Microseconds("mean_us", sum / count);
    Microseconds("p50_us", rank(50));
    Microseconds("p95_us", rank(95));
    Microseconds("p99_us", rank(99));
    Microseconds("max_us", order.back());
    Microseconds("jitter_us", count > 1 ? steps / (count - 1) : 0);
    Close('}');
  }

 private:
  void Separate() {
    if (!first_) out_ << ',';
    first_ = false;
  }
  std::ostream& out_;
  bool first_ = true;
};

inline Amount Sum(const Reasons& drops) {
  Amount all;
  for (const auto& [reason, amount] : drops) {
    all.packets += amount.packets;
    all.bytes += amount.bytes;
  }
  return all;
}

inline Int Rate(Int bytes, Int window) {
  __extension__ typedef __int128 Wide;
  return static_cast<Int>(Wide(bytes) * 8'000'000'000 / window);
}

}  // namespace qosc
