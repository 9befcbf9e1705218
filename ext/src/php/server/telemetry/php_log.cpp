#include "php/server/telemetry/php_log.h"

#include <SAPI.h>
#include <string>

#include "base/escape.h"
#include "php/engine/compat/engine.h"

namespace tern::php {

namespace {

// The SAPI's function before the first call.
auto log_of_sapi() noexcept {
    static const auto of_sapi = sapi_module.log_message;
    return of_sapi;
}

// Not from PHP's heap, as the message may report that the heap is full.
void log_escaped(const char* message, int severity) {
    std::string text;
    escape_lines(message, [&text](Bytes piece) { text.append(piece); });
    log_of_sapi()(text.c_str(), severity);
}

}  // namespace

void escape_php_log() noexcept {
    if (log_of_sapi() != nullptr) sapi_module.log_message = log_escaped;
}

}  // namespace tern::php
