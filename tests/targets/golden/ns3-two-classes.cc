// A scenario as a program for ns-3, made by qosc. Build it with the Makefile or the CMakeLists.txt
// beside it; run it for the result as JSON. qosc/tables.h says what the rows mean.
//
// A remark.
// __ not code

#include "qosc/program.h"

namespace {

using namespace qosc;

const AcceptRow k_accepts[] = {
    {10, 10, -1},
    {12, 12, -1},
};

const TestRow k_tests[] = {
    {12, 2, 252, -1, 0, 2},
};

const MatchRow k_matches[] = {
    {Op::kWhere, 0, 1},
    {Op::kWhere, 1, 0},
};

const int k_links[] = {
    0,
};

const MarkRow k_marks[] = {
    {12, 31, 32, 5, -1},
};

const PairRow k_pairs[] = {
    {},
};

const LookUpRow k_look_ups[] = {
    {},
};

const ActionRow k_actions[] = {
    {0, 0, 0},
    {0, 0, 0},
    {0, 0, 1},
    {0, 0, 1},
    {0, 1, 0},
};

const MeterRow k_meters[] = {
    {Algorithm::kSingleBucket, 1000000, 9000, 0, 0, 0, 0},
};

const PoliceRow k_polices[] = {
    {0, 1, 2, 3, 0, -1, -1},
};

const RuleRow k_rules[] = {
    {},
};

const RuleListRow k_rule_lists[] = {
    {},
};

const PointRow k_points[] = {
    {},
};

const CurveRow k_curves[] = {
    {},
};

const EarlyRow k_earlies[] = {
    {},
};

const LimitRow k_limits[] = {
    {1000, -1, -1},
    {1000, -1, -1},
    {40, -1, -1},
    {1000, -1, -1},
};

const QueueRow k_queues[] = {
    {1500000, 1500000, 0, 0, 0, 0, -1, -1, -1, -1, 2, 0, -1, 0, -1, 0},
    {0, 0, 0, 0, 0, 0, -1, -1, -1, -1, 2, 1, -1, 0, -1, 0},
};

const ClassRow k_classes[] = {
    {0, 0, 0, 1, 1, 0, -1},
    {1, 4, 1, 0, 2, 1, -1},
};

const PolicyRow k_policies[] = {
    {0, 2},
};

const StageRow k_stages[] = {
    {},
};

const TextRow k_texts[] = {
    {"\042r\040in\042"},
    {"\042\042"},
    {"\042\050all\051\042"},
    {"\042r\040out\042"},
    {"\042p\042"},
    {"\042gold\042"},
    {"\042rest\042"},
    {"\042g\042"},
    {"\042cbr\042"},
    {"\042t\042"},
    {"\042tcp\042"},
    {"\042t\040\050acks\051\042"},
    {"\042ack\042"},
    {"\042two\040classes\042"},
};

const CounterRow k_counters[] = {
    {0, 1, 1, 2, 1, 0},
    {3, 1, 4, 5, 1, 1},
    {3, 1, 4, 6, 1, 0},
};

const NodeRow k_nodes[] = {
    {1, 167772161},
    {0, 3323068417},
    {1, 167772417},
};

const LinkRow k_wires[] = {
    {100000000, 1000000, 1500, 0, 0, 0},
    {2000000, 1000000, 1500, 0, 0, 0},
};

const PortRow k_ports[] = {
    {0, 0, 1, 0, 0, 0, -1, 0, -1, 0, 0, 0, 0, -1},
    {0, 1, 0, 0, 0, 0, -1, 1, 0, 0, 0, 0, 0, -1},
    {1, 1, 2, 0, 0, 0, 0, -1, -1, 0, 0, 0, 0, -1},
    {1, 2, 1, 0, 0, 0, -1, 3, -1, 0, 0, 0, 0, -1},
};

const RouteRow k_routes[] = {
    {0, 2, 0},
    {1, 0, 1},
    {1, 2, 2},
    {2, 0, 3},
};

const FlowRow k_flows[] = {
    {7, 8, 0, 0, 0},
    {9, 10, 0, 2, 0},
    {11, 12, 0, 0, 0},
};

const Int k_headers[][kFields] = {
    {-1, -1, 2048, -1, -1, -1, -1, -1, 4, 167772161, 167772417, 17, 40, 64, -1, 0, 10000, 9, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1},
    {-1, -1, 2048, -1, -1, -1, -1, -1, 4, 167772161, 167772417, 17, 40, 64, -1, 0, 10000, 9, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1},
    {-1, -1, 2048, -1, -1, -1, -1, -1, 4, 167772161, 167772417, 6, 0, 64, -1, 0, 10000, 5001, 16, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1},
    {-1, -1, 2048, -1, -1, -1, -1, -1, 4, 167772161, 167772417, 6, 0, 64, -1, 0, 10001, 5001, 16, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1},
};

const SourceRow k_sources[] = {
    {Kind::kCbr, 0, 2, 0, -1, 0, 500, 4000000000000, 900000, 0, 2000000000, -1, 0, 1, 0, -1, 0, 0, 0, 0},
    {Kind::kTcp, 0, 2, 1, 2, -1, 1500, 0, 1, 0, 2000000000, -1, 1, 2, 65535, -1, 0, 1000000000, 0, 0},
};

const ConnectionRow k_connections[] = {
    {1, 10000, 9},
    {2, 10000, 5001},
    {3, 10001, 5001},
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
    k_flows, 3,
    k_headers,
    k_sources, 2,
    k_connections,
    1, 2000000000, 500000000, 13, 0,
};

}  // namespace

int main(int argc, char** argv) { return qosc::Main(kTables, argc, argv); }
