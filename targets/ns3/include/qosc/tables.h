// What a generated program consists of: tables of numbers, and of texts that are only printed.
//
// A row refers to rows of other tables by their index; -1 is none. A range of rows is the index of
// its first row and their number. Rates are in bit/s, lengths and depths in bytes, times in ns.
#pragma once

#include <cstdint>

namespace qosc {

using Int = std::int64_t;

// Fields of a header. Precedence, DSCP, ECN and TOS are parts of the DS byte.
enum Field {
  kSrcMac, kDstMac, kEthertype, kVlan, kVlanInner, kCos, kCosInner, kMplsExp, kVersion, kSrc4,
  kDst4, kProtocol, kDs, kTtl, kLength, kFragment, kSrcPort, kDstPort, kTcpFlags, kIcmpType,
  kIcmpCode, kIgmpType, kAtmClp, kFrDe, kFrDlci,
  // Only the device knows these; they are gone when the packet leaves it.
  kInputInterface, kQosGroup, kDiscardClass, kTrafficClass, kForwardingClass, kLossPriority,
  kFields
};
constexpr Int kAbsent = -1;  // the value of a field that a packet does not have

// low <= (value & mask) <= high
struct AcceptRow { Int low, high, mask; };
// ((field & mask) >> shift) is one of the accepted values; `unset` stands for an absent field.
struct TestRow { int field; int shift; Int mask; Int unset; int accept, accepts; };

enum class Op { kWhere, kNot, kAll, kAny, kFirst };
// kWhere: all tests of a range of TestRow. The others: a range of links, each the index of a
// match; for kFirst a pair of links, the match and 1 (permit) or 0 (deny).
struct MatchRow { Op op; int first, count; };

// field = (field & keep) | bits. With a look-up the value is what a map says of another field.
struct MarkRow { int field; Int keep, bits; int shift; int look_up; };
struct PairRow { Int before, after; };
enum Otherwise { kCopy, kIgnore, kWrite };  // what becomes of a value that no pair names
struct LookUpRow {
  int field; int shift; Int mask; Int unset; int pair, pairs; int otherwise; Int value;
};
enum Verdict { kTransmit, kDrop, kContinue };
struct ActionRow { int mark, marks; int verdict; };

enum class Algorithm { kSingleBucket, kSrtcm, kTrtcm, kCar, kRfc4115 };
// `pir` is the EIR of RFC 4115. Where `packets` is 1 each packet counts as one byte, and rates are 8
// times those in packets/s.
struct MeterRow { Algorithm algorithm; Int cir, cbs, ebs, pir, pbs; int packets; };
// Actions: conform, exceed, violate. A packet comes `coloured` by two matches, red when neither
// holds (-1: no packet), or else green. With `counted` the meter adds `extra` to the IP length, and
// else what its port adds. With `draws` a packet takes tokens whatever its colour.
struct PoliceRow {
  int meter; int action[3]; int coloured; int green, yellow;
  int counted; int extra; int draws;
};

struct RuleRow { int match, police, action, counter; };
struct RuleListRow { int rule, rules; int otherwise; };  // counter of what no rule takes, or -1

struct PointRow { Int fill, part; };  // both in parts per million
struct CurveRow {
  int match; int in_bytes; Int low, high, denominator; int point, points; int interpolated;
  Int full;
};
struct EarlyRow { int exponent; int ecn; int curve, curves; };
struct LimitRow { Int packets, bytes; int match; };  // -1: no bound
struct QueueRow {
  Int guarantee, weight; int rank, excess_rank; int level; Int quantum; Int shape_rate, shape_burst;
  Int police_rate, police_burst; int limit, limits; int early; int flows; Int flow_limit;
  int by_precedence;
};
// A class without a queue (-1) uses that of the last class of its policy.
struct ClassRow { int match; int action; int police, polices; int counter; int queue; int child; };
struct PolicyRow { int first, classes; };
struct StageRow { int is_policy; int index; };

struct TextRow { const char* json; };  // a JSON string with its quotes, ASCII
struct CounterRow { int port; int output; int policy, name, origin; int meters; };

struct NodeRow { int host; std::uint32_t address; };
struct LinkRow { Int rate, delay; int mtu; int overhead; int atm; int loss_ppm; };
// One direction of a link: how `from` sends and `to` receives.
struct PortRow {
  int link; int from, to;
  int extra_out; int stage_out, stages_out; int policy; int limit; int fifo_counter; int ring;
  int extra_in; int stage_in, stages_in; Int input_name;
};
struct RouteRow { int node; int host; int port; };

// `connections` whose throughput is told one by one; whether round trips are timed, and
// completions: of transfers (1), or of clients (2), of whom each is told apart.
struct FlowRow { int name, kind; Int series_step; int connections; int ping, completions; };
enum class Kind { kCbr, kPoisson, kOnOff, kPing, kTcp, kShortTcp, kRequests };
// `back` is the flow of what answers; for kRequests three flows follow each other: the
// acknowledgements of requests, the responses, their acknowledgements.
// num / per: time between packets, or between the starts of short connections (kPoisson and
// kShortTcp by chance: its mean). `length` is that of an IP packet, of TCP a full one. `total` is
// the payload of a connection, or of a request. `on`, `off`: the times of bursts and pauses; of
// kCbr the most that a packet is late, and what that is drawn from.
// `control`: of the window: NewReno (0), CUBIC (1), H-TCP (2).
// `random`: whether distances or bursts are exponential. `count`: of pings or requests; -1: no end.
struct SourceRow {
  Kind kind; int from, to; int flow, back; int header; Int length; Int num, per; int random;
  Int start, stop; Int count; int connection, connections; Int on, off;
  Int total, response, think; Int buffer; int delayed_ack; Int rto_min; int control, sack;
};
// A connection, or (one for each source) the real ports of its packets; 0 is chosen at run time.
struct ConnectionRow { int header; int src_port, dst_port; };

struct Tables {
  const AcceptRow* accepts; const TestRow* tests; const MatchRow* matches; const int* links;
  const MarkRow* marks; const PairRow* pairs; const LookUpRow* look_ups; const ActionRow* actions;
  const MeterRow* meters; int n_meters;
  const PoliceRow* polices; const RuleRow* rules; const RuleListRow* rule_lists;
  const PointRow* points; const CurveRow* curves; const EarlyRow* earlies; const LimitRow* limits;
  const QueueRow* queues; const ClassRow* classes; const PolicyRow* policies;
  const StageRow* stages; const TextRow* texts; const CounterRow* counters; int n_counters;
  const NodeRow* nodes; int n_nodes; const LinkRow* wires; const PortRow* ports; int n_ports;
  const RouteRow* routes; int n_routes; const FlowRow* flows; int n_flows;
  const Int (*headers)[kFields]; const SourceRow* sources; int n_sources;
  const ConnectionRow* connections;
  Int seed, duration, warm_up; int scenario; int strip; Int occupancy_step;
};

}  // namespace qosc
