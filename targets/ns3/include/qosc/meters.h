// Meters, exact to the bit: a token is 1/(8 * 10^9) byte, so that a rate in bit/s adds just its own
// number each ns. Buckets start full. `now` is in ns and never goes back.
#pragma once

#include <algorithm>
#include <memory>

#include "tables.h"

namespace qosc {

__extension__ typedef __int128 Wide;  // a depth of 10^13 bytes is more tokens than 64 bits hold

constexpr Wide kUnit = 8'000'000'000;
constexpr Int kNever = Int{1} << 62;
enum Colour { kGreen, kYellow, kRed };

class Meter {
 public:
  virtual ~Meter() = default;
  // `before` is the colour that the packet comes with; never does it get a better one.
  virtual Colour Measure(Int now, Int length, Colour before = kGreen) = 0;
  // The same, but a packet of any colour takes its tokens, as a debt where there are too few.
  virtual Colour Draw(Int now, Int length) { return Measure(now, length); }
};

// One bucket of `cbs` bytes filled at `cir` bit/s: green or yellow.
class SingleBucket : public Meter {
 public:
  SingleBucket(Int cir, Int cbs) : rate_(cir), depth_(cbs * kUnit), tokens_(depth_) {}

  Colour Measure(Int now, Int length, Colour before = kGreen) override {
    tokens_ = std::min(tokens_ + Wide(now - last_) * rate_, depth_);
    last_ = now;
    if (before != kGreen) return before;
    const Wide need = length * kUnit;
    if (tokens_ < need) return kYellow;
    tokens_ -= need;
    return kGreen;
  }

  Colour Draw(Int now, Int length) override {
    const Colour colour = Measure(now, length);
    if (colour != kGreen) tokens_ -= length * kUnit;
    return colour;
  }

  // Takes what there is of `length` bytes, whatever the colour.
  void Charge(Int now, Int length) {
    if (Measure(now, length) != kGreen) tokens_ = 0;
  }

 private:
  Wide rate_, depth_, tokens_;
  Int last_ = 0;
};

// Single rate three colour marker (RFC 2697): what C cannot hold goes to E.
class Srtcm : public Meter {
 public:
  Srtcm(Int cir, Int cbs, Int ebs)
      : rate_(cir), cbs_(cbs * kUnit), ebs_(ebs * kUnit), committed_(cbs_), excess_(ebs_) {}

  Colour Measure(Int now, Int length, Colour before = kGreen) override {
    committed_ += Wide(now - last_) * rate_;
    last_ = now;
    if (committed_ > cbs_) {
      excess_ = std::min(ebs_, excess_ + committed_ - cbs_);
      committed_ = cbs_;
    }
    const Wide need = length * kUnit;
    if (before == kGreen && committed_ >= need) {
      committed_ -= need;
      return kGreen;
    }
    if (before == kRed || excess_ < need) return kRed;
    excess_ -= need;
    return kYellow;
  }

 private:
  Wide rate_, cbs_, ebs_, committed_, excess_;
  Int last_ = 0;
};

// Two rate three colour marker (RFC 2698): P is asked first, then C.
class Trtcm : public Meter {
 public:
  Trtcm(Int cir, Int cbs, Int pir, Int pbs)
      : cir_(cir), pir_(pir), cbs_(cbs * kUnit), pbs_(pbs * kUnit), committed_(cbs_), peak_(pbs_) {}

  Colour Measure(Int now, Int length, Colour before = kGreen) override {
    const Wide elapsed = now - last_;
    last_ = now;
    committed_ = std::min(cbs_, committed_ + elapsed * cir_);
    peak_ = std::min(pbs_, peak_ + elapsed * pir_);
    const Wide need = length * kUnit;
    if (before == kRed || peak_ < need) return kRed;
    peak_ -= need;
    if (before == kYellow || committed_ < need) return kYellow;
    committed_ -= need;
    return kGreen;
  }

 private:
  Wide cir_, pir_, cbs_, pbs_, committed_, peak_;
  Int last_ = 0;
};

// Two rate three colour marker that spares the excess bucket for what is not green (RFC 4115): green
// takes tokens of C alone, yellow of E alone.
class Rfc4115 : public Meter {
 public:
  Rfc4115(Int cir, Int cbs, Int eir, Int ebs)
      : cir_(cir), eir_(eir), cbs_(cbs * kUnit), ebs_(ebs * kUnit), committed_(cbs_),
        excess_(ebs_) {}

  Colour Measure(Int now, Int length, Colour before = kGreen) override {
    const Wide elapsed = now - last_;
    last_ = now;
    committed_ = std::min(cbs_, committed_ + elapsed * cir_);
    excess_ = std::min(ebs_, excess_ + elapsed * eir_);
    const Wide need = length * kUnit;
    if (before == kGreen && committed_ >= need) {
      committed_ -= need;
      return kGreen;
    }
    if (before == kRed || excess_ < need) return kRed;
    excess_ -= need;
    return kYellow;
  }

 private:
  Wide cir_, eir_, cbs_, ebs_, committed_, excess_;
  Int last_ = 0;
};

// IOS committed access rate with an extended burst. A packet that finds too few tokens may borrow.
// Its actual debt is what the bucket then lacks; the compounded debt sums the actual debts since
// a packet last exceeded. A packet that would take it above EBS exceeds: it takes no tokens, and
// the compounded debt starts again from 0.
class Car : public Meter {
 public:
  Car(Int cir, Int cbs, Int ebs)
      : rate_(cir), depth_(cbs * kUnit), extended_(ebs * kUnit), tokens_(depth_) {}

  Colour Measure(Int now, Int length, Colour = kGreen) override {
    tokens_ = std::min(depth_, tokens_ + Wide(now - last_) * rate_);
    last_ = now;
    const Wide after = tokens_ - length * kUnit;
    if (after < 0) {
      const Wide compounded = compounded_ - after;
      if (compounded > extended_) {
        compounded_ = 0;
        return kYellow;
      }
      compounded_ = compounded;
    }
    tokens_ = after;
    return kGreen;
  }

 private:
  Wide rate_, depth_, extended_, tokens_, compounded_ = 0;
  Int last_ = 0;
};

inline std::shared_ptr<Meter> MakeMeter(const MeterRow& row) {
  switch (row.algorithm) {
    case Algorithm::kSrtcm:
      return std::make_shared<Srtcm>(row.cir, row.cbs, row.ebs);
    case Algorithm::kTrtcm:
      return std::make_shared<Trtcm>(row.cir, row.cbs, row.pir, row.pbs);
    case Algorithm::kRfc4115:
      return std::make_shared<Rfc4115>(row.cir, row.cbs, row.pir, row.ebs);
    case Algorithm::kCar:
      if (row.ebs > row.cbs) return std::make_shared<Car>(row.cir, row.cbs, row.ebs);
      break;
    case Algorithm::kSingleBucket:
      break;
  }
  return std::make_shared<SingleBucket>(row.cir, row.cbs);
}

// A token bucket that says when a packet may leave.
class Shaper {
 public:
  Shaper(Int rate, Int burst) : rate_(rate), depth_(burst * kUnit), tokens_(depth_) {}

  // The earliest time from `now` on at which `length` bytes may leave.
  Int Ready(Int now, Int length) const {
    const Wide tokens = std::min(depth_, tokens_ + Wide(now - last_) * rate_);
    const Wide lack = std::min(length * kUnit, depth_) - tokens;
    return lack <= 0 ? now : now + Int((lack + rate_ - 1) / rate_);
  }

  void Charge(Int now, Int length) {
    tokens_ = std::min(depth_, tokens_ + Wide(now - last_) * rate_) - length * kUnit;
    last_ = now;
  }

 private:
  Wide rate_, depth_, tokens_;
  Int last_ = 0;
};

}  // namespace qosc
