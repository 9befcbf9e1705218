// Spans as OTLP wants them: opentelemetry-proto's ExportTraceServiceRequest in protobuf. Nothing here knows who sends
// it, or when.
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
    http::SpanId parent_id = http::kNoSpan;  // none: the root of its trace
    bool parent_is_remote = false;
    Bytes trace_state;
    Bytes name;
    SpanKind kind = SpanKind::internal;
    int64_t begin_ns = 0;  // since 1970
    int64_t end_ns = 0;
};

// Writes one span after the other. Texts become UTF-8, as collectors refuse a whole batch for less, and are cut where
// they are too long.
class SpanWriter {
public:
    static constexpr size_t kLongestText = 4096;
    static constexpr uint32_t kMostAttributes = 128;

    void begin(const SpanHead& head) noexcept;
    void attribute(Bytes key, Bytes value) noexcept;
    void attribute(Bytes key, int64_t value) noexcept;
    void attribute(Bytes key, double value) noexcept;
    void attribute(Bytes key, bool value) noexcept;
    // The span failed.
    void error(Bytes message) noexcept;
    // The span as a field of a ScopeSpans.
    void append_to(Buffer& out) noexcept;

private:
    bool open_attribute(Bytes key) noexcept;
    void close_attribute() noexcept;

    Buffer span_;
    Buffer pair_;   // the attribute that is being written
    Buffer value_;  // its value
    uint32_t attributes_ = 0;
    uint32_t dropped_attributes_ = 0;
};

// What all spans of a process have in common.
using ResourceAttributes = std::vector<std::pair<std::string, std::string>>;

// The body of a request to a collector; `spans` was made by SpanWriter.
void write_export_request(Buffer& out, const ResourceAttributes& resource, Bytes scope_version, Bytes spans) noexcept;

}  // namespace tern::serve
