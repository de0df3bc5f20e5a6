// Headers, marks on them, and matches over them.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tables.h"

namespace qosc {

using Header = std::array<Int, kFields>;

// All headers of one run. Equal headers have one number, so that what was worked out for a header
// can be remembered by it.
class Headers {
 public:
  explicit Headers(const Tables& tables) : tables_(tables) {}

  const Header& operator[](int number) const { return known_[number]; }

  int Number(const Header& header) {
    std::string key(reinterpret_cast<const char*>(header.data()), sizeof(Header));
    const auto [place, added] = numbers_.emplace(std::move(key), int(known_.size()));
    if (added) known_.push_back(header);
    return place->second;
  }
  int Template(int row) {
    Header header;
    std::copy_n(tables_.headers[row], kFields, header.begin());
    return Number(header);
  }
  int With(int number, Field field, Int value) {
    Header header = known_[number];
    header[field] = value;
    return Number(header);
  }
  // The header with the marks of an action.
  int Marked(int number, int action) {
    const auto key = std::make_pair(number, action);
    const auto place = marked_.find(key);
    if (place != marked_.end()) return place->second;
    Header header = known_[number];
    const ActionRow& row = tables_.actions[action];
    for (int i = row.mark; i < row.mark + row.marks; ++i) {
      const MarkRow& mark = tables_.marks[i];
      Int bits = mark.bits;
      if (mark.look_up >= 0) {
        bits = LookedUp(tables_.look_ups[mark.look_up], header);
        if (bits == kAbsent) continue;
        bits = (bits << mark.shift) & ~mark.keep;
      }
      header[mark.field] = mark.keep ? (header[mark.field] & mark.keep) | bits : bits;
    }
    return marked_[key] = Number(header);
  }
  // The header of an answer: addresses and ports change sides.
  int Reply(int number) {
    Header header = known_[number];
    std::swap(header[kSrc4], header[kDst4]);
    std::swap(header[kSrcPort], header[kDstPort]);
    return Number(header);
  }
  // Without what only a device knows.
  int OnTheWire(int number) {
    Header header = known_[number];
    for (int field = kInputInterface; field < kFields; ++field) header[field] = kAbsent;
    return Number(header);
  }

 private:
  struct PairHash {
    std::size_t operator()(const std::pair<int, int>& key) const {
      return std::size_t(key.first) * 1'000'003u + std::size_t(key.second);
    }
  };
  // The value to write; kAbsent where nothing is written. Of two pairs the first counts.
  Int LookedUp(const LookUpRow& row, const Header& header) const {
    Int value = header[row.field] == kAbsent ? row.unset : header[row.field];
    if (value == kAbsent) return kAbsent;
    value = (value & row.mask) >> row.shift;
    for (int i = row.pair; i < row.pair + row.pairs; ++i)
      if (tables_.pairs[i].before == value) return tables_.pairs[i].after;
    if (row.otherwise == kCopy) return value;
    return row.otherwise == kWrite ? row.value : kAbsent;
  }
  const Tables& tables_;
  std::vector<Header> known_;
  std::unordered_map<std::string, int> numbers_;
  std::unordered_map<std::pair<int, int>, int, PairHash> marked_;
};

// Whether a match holds for a header and the length of the IP packet.
class Matcher {
 public:
  explicit Matcher(const Tables& tables) : tables_(tables) {}

  bool Holds(int match, const Header& header, Int length) const {
    if (match < 0) return true;
    const MatchRow& row = tables_.matches[match];
    const int* links = tables_.links + row.first;
    switch (row.op) {
      case Op::kWhere:
        for (int i = row.first; i < row.first + row.count; ++i)
          if (!Test(tables_.tests[i], header, length)) return false;
        return true;
      case Op::kNot:
        return !Holds(links[0], header, length);
      case Op::kAll:
        for (int i = 0; i < row.count; ++i)
          if (!Holds(links[i], header, length)) return false;
        return true;
      case Op::kAny:
        for (int i = 0; i < row.count; ++i)
          if (Holds(links[i], header, length)) return true;
        return false;
      case Op::kFirst:
        for (int i = 0; i < row.count; i += 2)
          if (Holds(links[i], header, length)) return links[i + 1] != 0;
        return false;
    }
    return false;
  }

 private:
  bool Test(const TestRow& test, const Header& header, Int length) const {
    Int value = test.field == kLength ? length : header[test.field];
    if (value == kAbsent) value = test.unset;
    if (value == kAbsent) return false;
    value = (value & test.mask) >> test.shift;
    for (int i = test.accept; i < test.accept + test.accepts; ++i) {
      const AcceptRow& accept = tables_.accepts[i];
      const Int seen = value & accept.mask;
      if (accept.low <= seen && seen <= accept.high) return true;
    }
    return false;
  }
  const Tables& tables_;
};

// The place of the first match that holds, remembered for each header and length; -1 for none.
class Classifier {
 public:
  Classifier(const Tables& tables, std::vector<int> matches)
      : matcher_(tables), matches_(std::move(matches)) {}

  int operator()(const Headers& headers, int header, Int length) {
    const std::uint64_t key = std::uint64_t(header) << 17 | std::uint64_t(length);
    const auto place = known_.find(key);
    if (place != known_.end()) return place->second;
    int found = -1;
    for (std::size_t i = 0; i < matches_.size() && found < 0; ++i)
      if (matcher_.Holds(matches_[i], headers[header], length)) found = int(i);
    return known_[key] = found;
  }

 private:
  Matcher matcher_;
  std::vector<int> matches_;
  std::unordered_map<std::uint64_t, int> known_;
};

}  // namespace qosc
