// The input of a client, as FrameWatch passes it on.
#pragma once

#include <string>

#include "protocol/http/h2/frame_watch.h"

namespace tern::http::h2::test {

// What libnghttp2 gets.
inline std::string passed_on(FrameWatch& watch, Bytes in) {
    std::string all;
    while (!watch.refuses() && !in.empty()) all += watch.next(in);
    return all;
}

inline bool passes(FrameWatch& watch, Bytes in, int64_t now_ms) {
    watch.floods().set_now(now_ms);
    (void)passed_on(watch, in);
    return !watch.refuses();
}

}  // namespace tern::http::h2::test
