#include "php/bridge/deadlock.h"

#include <cstdio>

namespace tern::php {

void report_deadlock(Runtime& all) {
    std::fprintf(stderr, "Deadlock: %zu coroutines wait for each other\n", all.scheduler.count());
    EG(exit_status) = 255;
}

}  // namespace tern::php
