// A clock that a test sets.
#pragma once

#include <cstdint>

namespace tern::loop {

inline int64_t test_now_ms = 0;
inline int64_t test_step_ms = 0;  // passes with every look at the clock

inline int64_t read_test_clock() noexcept {
    const int64_t now_ms = test_now_ms;
    test_now_ms += test_step_ms;
    return now_ms * 1000;
}

}  // namespace tern::loop
