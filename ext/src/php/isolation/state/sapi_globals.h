// The end of what PHP's server interface (SAPI) and its output layer keep for the running request: its data, the head
// of the answer, output buffers. EngineFields exchanges them.
#pragma once

#include "php/engine/compat/engine.h"

extern "C" {
#include <main/SAPI.h>
}

namespace tern::php {

// The texts of request_info are allocated by emalloc().
class SapiGlobals {
public:
    static void clear_head();
    // When there is a request: ends its output buffers, and sends the head of its answer. If a callback of a buffer
    // fails, an exception is pending, and nothing more is sent than the head: call send_head() when it was reported.
    static void end_output();
    static void send_head();
    // Whether a callback has failed: what it was to change must not be sent.
    static bool drops_output() noexcept { return (OG(flags) & kEnds) != 0 && EG(exception) != nullptr; }
    // Call it when a fatal error ends the code, which may be an output callback. The engine would send what that was to
    // change when it just returns.
    static void drop_input_of_callback() noexcept {
        if (OG(running) != nullptr) OG(running)->buffer.used = 0;
    }
    static void end();

private:
    static constexpr int kEnds = 1 << 29;  // in OG(flags), of which PHP does not use it
};

}  // namespace tern::php
