// RequestReader gathers the fields of one HTTP/2 request (RFC 9113 8.3) and makes the same RequestHead as HTTP/1 would:
// with the same names, limits and refusals. It does not repeat nghttp2's checks: lower-case names, characters of
// values, order and number of pseudo-header fields, no connection-specific fields.
#pragma once

#include "base/buffer.h"
#include "protocol/http/head.h"

namespace tern::http::h2 {

class RequestReader {
public:
    static constexpr uint32_t kFieldOverhead = 32;  // added to the size of each field (RFC 9113 6.5.2)
    static constexpr uint32_t kMaxMethod = 32;      // longer: 501

    explicit RequestReader(const HeadLimits& limits) noexcept;

    // Prepares for the next request.
    void reset() noexcept;
    // Adds the next field. Fields above a limit are counted, but not kept.
    void add(Bytes name, Bytes value) noexcept;
    // The size of all added fields, counted as for SETTINGS_MAX_HEADER_LIST_SIZE.
    uint64_t counted_bytes() const noexcept { return counted_; }

    // The size of the memory for finish(); at most the limit of a head.
    size_t size() const noexcept { return text_.size() + cookies_.size(); }
    // Fills `head`, whose views point into `memory` or to static text. `has_body`: the stream does not end with its
    // head. Returns 0, or the status of a refusal with reason(). An extended CONNECT (RFC 8441) gets an Upgrade field
    // with its protocol, as in HTTP/1.
    int finish(RequestHead& head, char* memory, bool has_body) noexcept;
    const char* reason() const noexcept { return reason_; }

private:
    struct Span {
        uint32_t at = 0;
        uint32_t size = 0;
    };
    struct Pair {
        Span name;
        Span value;
    };

    Span keep(Bytes text) noexcept;
    Bytes view(Span span) const noexcept { return text_.view().substr(span.at, span.size); }
    void add_pseudo(Bytes name, Bytes value) noexcept;
    bool note(Bytes name, Bytes value) noexcept;
    void note_host(Bytes value) noexcept;
    bool over_limits(Bytes name, size_t bytes) noexcept;
    void overflow(int status, const char* reason) noexcept;
    void refuse(int status, const char* reason) noexcept;
    void judge() noexcept;
    void judge_target() noexcept;
    void set_target(RequestHead& head, Bytes target) const noexcept;
    void set_fields(RequestHead& head, const char* memory) const noexcept;

    HeadLimits limits_;
    Buffer text_;
    Buffer cookies_;  // cookie fields, joined (RFC 9113 8.2.3)
    uint64_t counted_ = 0;
    uint64_t content_length_ = 0;
    Span method_;
    Span path_;
    Span authority_;
    Span host_;
    Span protocol_;
    const char* reason_ = nullptr;
    int status_ = 0;
    uint32_t field_count_ = 0;
    bool has_authority_ = false;
    bool has_host_ = false;
    bool has_content_length_ = false;
    bool expects_continue_ = false;
    bool full_ = false;  // further fields are not kept
    std::array<Pair, RequestHead::kMaxFields> fields_;
};

}  // namespace tern::http::h2
