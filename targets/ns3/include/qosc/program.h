// What a generated program needs: the form of its tables, and what runs them.
#pragma once

#include "tables.h"

namespace qosc {

// Runs the scenario and prints its result as JSON; the exit status of the program.
int Main(const Tables& tables, int argc, char** argv);

}  // namespace qosc
