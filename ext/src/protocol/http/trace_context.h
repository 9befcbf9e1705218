// W3C Trace Context (Recommendation of 2021, version 00): which trace a request belongs to, as its fields traceparent
// and tracestate tell. What breaks the grammar is ignored as a whole, so a new trace begins.
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

// Section 3.2: of version 00, or the part of a later version that is the same.
std::optional<TraceContext> parse_traceparent(Bytes value) noexcept;
inline constexpr size_t kTraceparentBytes = 55;
void write_traceparent(char (&out)[kTraceparentBytes], const TraceContext& context) noexcept;
// Section 3.3: at most 32 members that are all well-formed.
bool valid_tracestate(Bytes value) noexcept;

// Of a request: nothing unless there is one traceparent, which is valid. `state` becomes its tracestate, several fields
// joined; empty when that is not valid.
std::optional<TraceContext> read_trace_context(const RequestHead& head, std::string& state);

// Lower-case, 2 * size characters.
void write_hex(char* out, const uint8_t* bytes, size_t size) noexcept;

}  // namespace tern::http
