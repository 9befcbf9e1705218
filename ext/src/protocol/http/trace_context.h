// W3C Trace Context (Recommendation of 2021, version 00): the trace of a request, from its fields traceparent and
// tracestate. A field with a syntax error is ignored as a whole, and a new trace begins.
#pragma once

#include <optional>
#include <string>

#include "protocol/http/head.h"

namespace tern::http {

using TraceId = std::array<uint8_t, 16>;
using SpanId = std::array<uint8_t, 8>;
inline constexpr SpanId kNoSpan{};

struct TraceContext {
    TraceId trace_id{};
    SpanId span_id{};  // of the sender's span
    bool sampled = false;
};

// Section 3.2: version 00, or the same part of a later version.
std::optional<TraceContext> parse_traceparent(Bytes value) noexcept;
inline constexpr size_t kTraceparentBytes = 55;
void write_traceparent(char (&out)[kTraceparentBytes], const TraceContext& context) noexcept;
// Section 3.3: at most 32 members, all well-formed.
bool valid_tracestate(Bytes value) noexcept;

// The context of a request: none unless there is exactly one valid traceparent. `state` is set to its tracestate, with
// several fields joined; empty if that is invalid.
std::optional<TraceContext> read_trace_context(const RequestHead& head, std::string& state);

// Lower-case, 2 * size characters.
void write_hex(char* out, const uint8_t* bytes, size_t size) noexcept;

}  // namespace tern::http
