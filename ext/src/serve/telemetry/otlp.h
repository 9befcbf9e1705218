// Encodes spans for OTLP: opentelemetry-proto's ExportTraceServiceRequest in protobuf. Sending them is done elsewhere.
#pragma once

#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/buffer.h"
#include "protocol/http/trace_context.h"

namespace tern::serve {

enum class SpanKind : uint8_t { internal = 1, server = 2, client = 3 };

struct SpanHead {
    http::TraceId trace_id;
    http::SpanId span_id;
    http::SpanId parent_id = http::kNoSpan;  // none: the span is the root of its trace
    bool parent_is_remote = false;
    Bytes trace_state;
    Bytes name;
    SpanKind kind = SpanKind::internal;
    int64_t begin_ns = 0;  // since 1970
    int64_t end_ns = 0;
};

// Writes spans one after the other. Texts are made valid UTF-8, since collectors refuse a whole batch with invalid
// text, and long ones are truncated.
class SpanWriter {
public:
    static constexpr size_t kLongestText = 4096;
    static constexpr uint32_t kMostAttributes = 128;

    void begin(const SpanHead& head) noexcept;
    void attribute(Bytes key, Bytes value) noexcept;
    void attribute(Bytes key, int64_t value) noexcept;
    void attribute(Bytes key, double value) noexcept;
    void attribute(Bytes key, bool value) noexcept;
    // Marks the span as failed.
    void error(Bytes message) noexcept;
    // Appends the span as a field of a ScopeSpans.
    void append_to(Buffer& out) noexcept;

private:
    bool open_attribute(Bytes key) noexcept;
    void close_attribute() noexcept;

    Buffer span_;
    Buffer pair_;   // the current attribute
    Buffer value_;  // its value
    uint32_t attributes_ = 0;
    uint32_t dropped_attributes_ = 0;
};

// The attributes that all spans of a process share.
using ResourceAttributes = std::vector<std::pair<std::string, std::string>>;

// The body of a request to a collector. SpanWriter made `spans`.
void write_export_request(Buffer& out, const ResourceAttributes& resource, Bytes scope_version, Bytes spans) noexcept;

}  // namespace tern::serve
