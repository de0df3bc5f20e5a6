// A scenario as a program for ns-3, made by qosc. Build it with the Makefile or the CMakeLists.txt
// beside it; run it for the result as JSON. A row refers to others by their number, which stands
// behind them; qosc/tables.h says what the columns mean. Bit/s, bytes, ns.
//
// A remark.
// __ not code

#include "qosc/program.h"

namespace {

using namespace qosc;

// low, high, mask
const AcceptRow k_accepts[] = {
    {10, 10, -1},  // 0
    {12, 12, -1},  // 1
};

// field, shift, mask, unset, accept, accepts
const TestRow k_tests[] = {
    {12, 2, 252, -1, 0, 2},  // 0
};

// op, first, count
const MatchRow k_matches[] = {
    {Op::kWhere, 0, 1},  // 0
    {Op::kWhere, 1, 0},  // 1
};

const int k_links[] = {
    0,  // 0
};

// field, keep, bits, shift, look_up
const MarkRow k_marks[] = {
    {12, 31, 32, 5, -1},  // 0
};

// before, after
const PairRow k_pairs[] = {
    {},  // 0
};

// field, shift, mask, unset, pair, pairs, otherwise, value
const LookUpRow k_look_ups[] = {
    {},  // 0
};

// mark, marks, verdict
const ActionRow k_actions[] = {
    {0, 0, 0},  // 0
    {0, 0, 0},  // 1
    {0, 0, 1},  // 2
    {0, 0, 1},  // 3
    {0, 1, 0},  // 4
};

// algorithm, cir, cbs, ebs, pir, pbs, packets
const MeterRow k_meters[] = {
    {Algorithm::kSingleBucket, 1000000, 9000, 0, 0, 0, 0},  // 0
};

// meter, action[3], coloured, green, yellow, counted, extra, draws
const PoliceRow k_polices[] = {
    {0, 1, 2, 3, 0, -1, -1, 0, 0, 0},  // 0
};

// match, police, action, counter
const RuleRow k_rules[] = {
    {},  // 0
};

// rule, rules, otherwise
const RuleListRow k_rule_lists[] = {
    {},  // 0
};

// fill, part
const PointRow k_points[] = {
    {},  // 0
};

// match, in_bytes, low, high, denominator, point, points, interpolated, full
const CurveRow k_curves[] = {
    {},  // 0
};

// exponent, ecn, curve, curves
const EarlyRow k_earlies[] = {
    {},  // 0
};

// packets, bytes, match
const LimitRow k_limits[] = {
    {1000, -1, -1},  // 0
    {1000, -1, -1},  // 1
    {1000, -1, -1},  // 2
    {40, -1, -1},  // 3
    {1000, -1, -1},  // 4
};

// guarantee, weight, rank, excess_rank, level, quantum, shape_rate, shape_burst, police_rate, police_burst, limit, limits, early, flows, flow_limit, by_precedence
const QueueRow k_queues[] = {
    {1500000, 1500000, 0, 0, 0, 0, -1, -1, -1, -1, 2, 1, -1, 0, -1, 0},  // 0
    {0, 0, 0, 0, 0, 0, -1, -1, -1, -1, 3, 1, -1, 0, -1, 0},  // 1
};

// match, action, police, polices, counter, queue, child
const ClassRow k_classes[] = {
    {0, 0, 0, 1, 1, 0, -1},  // 0
    {1, 4, 1, 0, 2, 1, -1},  // 1
};

// first, classes
const PolicyRow k_policies[] = {
    {0, 2},  // 0
};

// is_policy, index
const StageRow k_stages[] = {
    {},  // 0
};

// json
const TextRow k_texts[] = {
    {"\042r\040in\042"},  // 0
    {"\042\042"},  // 1
    {"\042\050all\051\042"},  // 2
    {"\042r\040out\042"},  // 3
    {"\042p\042"},  // 4
    {"\042gold\042"},  // 5
    {"\042rest\042"},  // 6
    {"\042g\042"},  // 7
    {"\042cbr\042"},  // 8
    {"\042t\042"},  // 9
    {"\042tcp\042"},  // 10
    {"\042t\040\050acks\051\042"},  // 11
    {"\042ack\042"},  // 12
    {"\042o\042"},  // 13
    {"\042on\055off\042"},  // 14
    {"\042s\042"},  // 15
    {"\042short\055tcp\042"},  // 16
    {"\042s\040\050acks\051\042"},  // 17
    {"\042q\042"},  // 18
    {"\042request\055response\042"},  // 19
    {"\042q\040\050request\040acks\051\042"},  // 20
    {"\042q\040\050responses\051\042"},  // 21
    {"\042response\042"},  // 22
    {"\042q\040\050response\040acks\051\042"},  // 23
    {"\042two\040classes\042"},  // 24
};

// port, output, policy, name, origin, meters
const CounterRow k_counters[] = {
    {0, 1, 1, 2, 1, 0},  // 0
    {3, 1, 4, 5, 1, 1},  // 1
    {3, 1, 4, 6, 1, 0},  // 2
};

// host, address
const NodeRow k_nodes[] = {
    {1, 167772161},  // 0
    {0, 3323068417},  // 1
    {1, 167772417},  // 2
};

// rate, delay, mtu, overhead, atm, loss_ppm
const LinkRow k_wires[] = {
    {100000000, 1000000, 1500, 0, 0, 0},  // 0
    {2000000, 1000000, 1500, 0, 0, 0},  // 1
};

// link, from, to, extra_out, stage_out, stages_out, policy, limit, fifo_counter, ring, extra_in, stage_in, stages_in, input_name
const PortRow k_ports[] = {
    {0, 0, 1, 0, 0, 0, -1, 0, -1, 0, 0, 0, 0, -1},  // 0
    {0, 1, 0, 0, 0, 0, -1, 1, 0, 0, 0, 0, 0, -1},  // 1
    {1, 1, 2, 0, 0, 0, 0, -1, -1, 0, 0, 0, 0, -1},  // 2
    {1, 2, 1, 0, 0, 0, -1, 4, -1, 0, 0, 0, 0, -1},  // 3
};

// node, host, port
const RouteRow k_routes[] = {
    {0, 2, 0},  // 0
    {1, 0, 1},  // 1
    {1, 2, 2},  // 2
    {2, 0, 3},  // 3
};

// name, kind, series_step, connections, ping, completions
const FlowRow k_flows[] = {
    {7, 8, 0, 0, 0, 0},  // 0
    {9, 10, 0, 2, 0, 0},  // 1
    {11, 12, 0, 0, 0, 0},  // 2
    {13, 14, 0, 0, 0, 0},  // 3
    {15, 16, 0, 0, 0, 1},  // 4
    {17, 12, 0, 0, 0, 0},  // 5
    {18, 19, 0, 0, 0, 2},  // 6
    {20, 12, 0, 0, 0, 0},  // 7
    {21, 22, 0, 0, 0, 0},  // 8
    {23, 12, 0, 0, 0, 0},  // 9
};

const Int k_headers[][kFields] = {
    {-1, -1, 2048, -1, -1, -1, -1, -1, 4, 167772161, 167772417, 17, 40, 64, -1, 0, 10000, 9, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1},  // 0
    {-1, -1, 2048, -1, -1, -1, -1, -1, 4, 167772161, 167772417, 6, 0, 64, -1, 0, 10000, 5001, 16, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1},  // 1
    {-1, -1, 2048, -1, -1, -1, -1, -1, 4, 167772161, 167772417, 6, 0, 64, -1, 0, 10001, 5001, 16, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1},  // 2
    {-1, -1, 2048, -1, -1, -1, -1, -1, 4, 167772161, 167772417, 17, 0, 64, -1, 0, 10000, 9, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1},  // 3
    {-1, -1, 2048, -1, -1, -1, -1, -1, 4, 167772161, 167772417, 6, 0, 64, -1, 0, 10000, 5001, 16, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1},  // 4
    {-1, -1, 2048, -1, -1, -1, -1, -1, 4, 167772161, 167772417, 6, 0, 64, -1, 0, 10000, 5001, 16, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1},  // 5
    {-1, -1, 2048, -1, -1, -1, -1, -1, 4, 167772161, 167772417, 6, 0, 64, -1, 0, 10001, 5001, 16, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1},  // 6
};

// kind, from, to, flow, back, header, length, num, per, random, start, stop, count, connection, connections, on, off, total, response, think, buffer, delayed_ack, rto_min, control, sack
const SourceRow k_sources[] = {
    {Kind::kCbr, 0, 2, 0, -1, 0, 500, 4000000000000, 900000, 0, 0, 2000000000, -1, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 0, 0},  // 0
    {Kind::kTcp, 0, 2, 1, 2, -1, 1500, 0, 1, 0, 0, 2000000000, -1, 1, 2, 0, 0, -1, 0, 0, 65535, 0, 1000000000, 0, 0},  // 1
    {Kind::kOnOff, 0, 2, 3, -1, 3, 500, 9000, 1, 1, 0, 2000000000, -1, 3, 1, 99000, 8000, -1, 0, 0, 0, 0, 0, 0, 0},  // 2
    {Kind::kShortTcp, 0, 2, 4, 5, -1, 1500, 50000000, 1, 1, 0, 2000000000, -1, 4, 0, 0, 0, 3000, 0, 0, 65535, 0, 1000000000, 0, 0},  // 3
    {Kind::kRequests, 0, 2, 6, 7, -1, 1500, 0, 1, 0, 0, 2000000000, -1, 5, 2, 0, 0, 70, 900, 0, 65535, 0, 1000000000, 0, 0},  // 4
};

// header, src_port, dst_port
const ConnectionRow k_connections[] = {
    {0, 10000, 9},  // 0
    {1, 10000, 5001},  // 1
    {2, 10001, 5001},  // 2
    {3, 10001, 10},  // 3
    {4, 0, 5002},  // 4
    {5, 10002, 5003},  // 5
    {6, 10003, 5003},  // 6
};

const Tables kTables = {
    k_accepts,
    k_tests,
    k_matches,
    k_links,
    k_marks,
    k_pairs,
    k_look_ups,
    k_actions,
    k_meters, 1,
    k_polices,
    k_rules,
    k_rule_lists,
    k_points,
    k_curves,
    k_earlies,
    k_limits,
    k_queues,
    k_classes,
    k_policies,
    k_stages,
    k_texts,
    k_counters, 3,
    k_nodes, 3,
    k_wires,
    k_ports, 4,
    k_routes, 4,
    k_flows, 10,
    k_headers,
    k_sources, 5,
    k_connections,
    1, 2000000000, 500000000, 24, 0, 20000000,
};

}  // namespace

int main(int argc, char** argv) { return qosc::Main(kTables, argc, argv); }
