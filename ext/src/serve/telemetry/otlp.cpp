#include "serve/telemetry/otlp.h"

#include <bit>

#include "protocol/http/ws/utf8.h"

namespace tern::serve {

namespace {

// Numbers of fields in opentelemetry-proto 1.x, trace.proto, common.proto and resource.proto.
enum class SpanField : uint32_t {
    trace_id = 1,
    span_id = 2,
    trace_state = 3,
    parent_span_id = 4,
    name = 5,
    kind = 6,
    start_time_unix_nano = 7,
    end_time_unix_nano = 8,
    attributes = 9,
    dropped_attributes_count = 10,
    status = 15,
    flags = 16,
};
constexpr uint32_t kRequestResourceSpans = 1;
constexpr uint32_t kResourceSpansResource = 1;
constexpr uint32_t kResourceSpansScopeSpans = 2;
constexpr uint32_t kResourceAttributes = 1;
constexpr uint32_t kScopeSpansScope = 1;
constexpr uint32_t kScopeSpansSpans = 2;
constexpr uint32_t kScopeName = 1;
constexpr uint32_t kScopeVersion = 2;
constexpr uint32_t kPairKey = 1;
constexpr uint32_t kPairValue = 2;
constexpr uint32_t kValueString = 1;
constexpr uint32_t kValueBool = 2;
constexpr uint32_t kValueInt = 3;
constexpr uint32_t kValueDouble = 4;
constexpr uint32_t kStatusMessage = 2;
constexpr uint32_t kStatusCode = 3;
constexpr uint64_t kStatusError = 2;

// Span.flags: whether the parent is of another process, together with the flags of the trace.
constexpr uint32_t kFlagSampled = 0x1;
constexpr uint32_t kFlagKnowsRemote = 0x100;
constexpr uint32_t kFlagRemote = 0x200;

// Protobuf's wire types.
constexpr uint32_t kVarint = 0;
constexpr uint32_t kFixed64 = 1;
constexpr uint32_t kBytes = 2;
constexpr uint32_t kFixed32 = 5;

// Most tags and lengths are below 128.
void put_varint(Buffer& out, uint64_t number) noexcept {
    if (number < 0x80) [[likely]] {
        *out.extend(1) = static_cast<char>(number);
        return;
    }
    char bytes[10];
    size_t size = 0;
    for (; number >= 0x80; number >>= 7) bytes[size++] = static_cast<char>(number | 0x80);
    bytes[size++] = static_cast<char>(number);
    out.append({bytes, size});
}

void put_tag(Buffer& out, uint32_t field, uint32_t type) noexcept { put_varint(out, field << 3 | type); }

void put_number(Buffer& out, uint32_t field, uint64_t number) noexcept {
    put_tag(out, field, kVarint);
    put_varint(out, number);
}

template <class Number>
void put_fixed(Buffer& out, uint32_t field, Number number) noexcept {
    static_assert(std::endian::native == std::endian::little);
    put_tag(out, field, sizeof number == 8 ? kFixed64 : kFixed32);
    std::memcpy(out.extend(sizeof number), &number, sizeof number);
}

void put_bytes(Buffer& out, uint32_t field, Bytes bytes) noexcept {
    put_tag(out, field, kBytes);
    put_varint(out, bytes.size());
    out.append(bytes);
}

template <size_t Size>
Bytes bytes_of(const std::array<uint8_t, Size>& id) noexcept {
    return {reinterpret_cast<const char*>(id.data()), id.size()};
}

void put_text(Buffer& out, uint32_t field, Bytes text) noexcept {
    if (text.size() > SpanWriter::kLongestText) {
        size_t end = SpanWriter::kLongestText;
        while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
        text = text.substr(0, end);
    }
    put_bytes(out, field, text);
    if (http::ws::valid_utf8(text)) return;
    for (char* one = out.bytes() + out.size() - text.size(); one < out.bytes() + out.size(); ++one) {
        if (static_cast<unsigned char>(*one) >= 0x80) *one = '?';
    }
}

constexpr uint32_t number(SpanField field) noexcept { return static_cast<uint32_t>(field); }

}  // namespace

void SpanWriter::begin(const SpanHead& head) noexcept {
    span_.clear();
    attributes_ = dropped_attributes_ = 0;
    put_bytes(span_, number(SpanField::trace_id), bytes_of(head.trace_id));
    put_bytes(span_, number(SpanField::span_id), bytes_of(head.span_id));
    if (!head.trace_state.empty()) put_text(span_, number(SpanField::trace_state), head.trace_state);
    const bool has_parent = head.parent_id != http::kNoSpan;
    if (has_parent) put_bytes(span_, number(SpanField::parent_span_id), bytes_of(head.parent_id));
    put_text(span_, number(SpanField::name), head.name);
    put_number(span_, number(SpanField::kind), static_cast<uint64_t>(head.kind));
    put_fixed(span_, number(SpanField::start_time_unix_nano), head.begin_ns);
    put_fixed(span_, number(SpanField::end_time_unix_nano), head.end_ns);
    put_fixed(span_, number(SpanField::flags),
              kFlagSampled | kFlagKnowsRemote | (head.parent_is_remote ? kFlagRemote : 0u));
}

bool SpanWriter::open_attribute(Bytes key) noexcept {
    if (attributes_ == kMostAttributes) {
        ++dropped_attributes_;
        return false;
    }
    ++attributes_;
    pair_.clear();
    value_.clear();
    put_text(pair_, kPairKey, key);
    return true;
}

void SpanWriter::close_attribute() noexcept {
    put_bytes(pair_, kPairValue, value_.view());
    put_bytes(span_, number(SpanField::attributes), pair_.view());
}

void SpanWriter::attribute(Bytes key, Bytes value) noexcept {
    if (!open_attribute(key)) return;
    put_text(value_, kValueString, value);
    close_attribute();
}

void SpanWriter::attribute(Bytes key, int64_t value) noexcept {
    if (!open_attribute(key)) return;
    put_number(value_, kValueInt, static_cast<uint64_t>(value));
    close_attribute();
}

void SpanWriter::attribute(Bytes key, double value) noexcept {
    if (!open_attribute(key)) return;
    put_fixed(value_, kValueDouble, value);
    close_attribute();
}

void SpanWriter::attribute(Bytes key, bool value) noexcept {
    if (!open_attribute(key)) return;
    put_number(value_, kValueBool, value ? 1 : 0);
    close_attribute();
}

void SpanWriter::error(Bytes message) noexcept {
    value_.clear();
    if (!message.empty()) put_text(value_, kStatusMessage, message);
    put_number(value_, kStatusCode, kStatusError);
    put_bytes(span_, number(SpanField::status), value_.view());
}

void SpanWriter::append_to(Buffer& out) noexcept {
    if (dropped_attributes_ > 0) put_number(span_, number(SpanField::dropped_attributes_count), dropped_attributes_);
    put_bytes(out, kScopeSpansSpans, span_.view());
}

void write_export_request(Buffer& out, const ResourceAttributes& resource, Bytes scope_version, Bytes spans) noexcept {
    Buffer value;
    Buffer pair;
    Buffer attributes;
    for (const auto& [key, text] : resource) {
        value.clear();
        pair.clear();
        put_text(value, kValueString, text);
        put_text(pair, kPairKey, key);
        put_bytes(pair, kPairValue, value.view());
        put_bytes(attributes, kResourceAttributes, pair.view());
    }
    Buffer scope;
    put_text(scope, kScopeName, "tern");
    put_text(scope, kScopeVersion, scope_version);
    Buffer scope_spans;
    put_bytes(scope_spans, kScopeSpansScope, scope.view());
    scope_spans.append(spans);
    Buffer all;
    put_bytes(all, kResourceSpansResource, attributes.view());
    put_bytes(all, kResourceSpansScopeSpans, scope_spans.view());
    put_bytes(out, kRequestResourceSpans, all.view());
}

}  // namespace tern::serve
