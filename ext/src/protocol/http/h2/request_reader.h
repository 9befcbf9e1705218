// RequestReader gathers the fields of one HTTP/2 request (RFC 9113 8.3) and makes the same RequestHead as HTTP/1 would:
// with the same names, limits and refusals. It finds malformed requests (RFC 9113 8.1.1, 8.2, 8.3) in the same pass:
// nghttp2's own checks are off, as they look at each byte once more.
#pragma once

#include "base/buffer.h"
#include "protocol/http/head.h"

namespace tern::http::h2 {

// RFC 9218 4.
struct Priority {
    uint8_t urgency = 3;
    bool incremental = false;
};

class RequestReader {
public:
    static constexpr uint32_t kFieldOverhead = 32;  // added to the size of each field (RFC 9113 6.5.2)
    static constexpr uint32_t kMaxMethod = 32;      // longer: 501

    static constexpr uint32_t kFieldLines = 1000;  // of a head, unless set otherwise

    // Without `extended_connect` (RFC 8441) a :protocol is malformed. With more than `field_lines`: 431.
    explicit RequestReader(const HeadLimits& limits, bool extended_connect = true,
                           uint32_t field_lines = kFieldLines) noexcept;

    // Prepares for the next head, or for trailers.
    void reset(bool trailers = false) noexcept;
    // Adds the next field. Fields above a limit are counted, but not kept. False: the request is malformed.
    [[nodiscard]] bool add(Bytes name, Bytes value) noexcept;
    // After the last field of a head. False: the request is malformed, as pseudo-header fields are missing.
    bool has_all_pseudo() const noexcept;
    // The announced length of the body; -1: none.
    int64_t announced_bytes() const noexcept {
        return has_content_length_ ? static_cast<int64_t>(content_length_) : -1;
    }
    // The last Priority field (RFC 9218 5); null: none.
    const Priority* priority() const noexcept { return has_priority_ ? &priority_ : nullptr; }
    // The size of all added fields, counted as for SETTINGS_MAX_HEADER_LIST_SIZE.
    uint64_t counted_bytes() const noexcept { return counted_; }
    // The number of all added fields, with pseudo-header fields and each crumb of a cookie.
    uint32_t field_lines() const noexcept { return lines_; }

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

    enum Seen : uint8_t { kMethod = 1, kScheme = 2, kPath = 4, kAuthority = 8, kProtocol = 16, kHost = 32 };
    // What the pseudo-header fields say, even if their text is not kept.
    enum class Method : uint8_t { other, connect, options };
    enum class Path : uint8_t { other, absolute, asterisk };

    Span keep(Bytes text) noexcept;
    Bytes view(Span span) const noexcept { return text_.view().substr(span.at, span.size); }
    bool add_pseudo(Bytes name, Bytes value) noexcept;
    bool add_method(Bytes value) noexcept;
    bool add_scheme(Bytes value) noexcept;
    bool add_path(Bytes value) noexcept;
    bool add_authority(Bytes value) noexcept;
    bool add_protocol(Bytes value) noexcept;
    bool is_first(Seen field) noexcept;
    bool is_allowed(Bytes name, Bytes value) noexcept;
    bool note_length(Bytes value) noexcept;
    void note_priority(Bytes value) noexcept;
    bool note(Bytes name, Bytes value) noexcept;
    void note_host(Bytes value) noexcept;
    bool is_full() noexcept;
    bool is_known(Bytes host) const noexcept {
        return known_host_size_ > 0 && host == Bytes(known_host_, known_host_size_);
    }
    void overflow(int status, const char* reason) noexcept;
    void refuse(int status, const char* reason) noexcept;
    void judge() noexcept;
    bool is_valid_host(Bytes host) noexcept;
    void judge_target() noexcept;
    void set_target(RequestHead& head, Bytes target) const noexcept;
    void set_fields(RequestHead& head, const char* memory) const noexcept;

    HeadLimits limits_;
    const uint32_t most_lines_;
    Buffer text_;
    Buffer cookies_;  // cookie fields, joined (RFC 9113 8.2.3)
    uint64_t counted_ = 0;
    uint64_t content_length_ = 0;
    Span method_;
    Span path_;
    Span authority_;
    Span host_;
    Span protocol_;
    Priority priority_;
    const char* reason_ = nullptr;
    int status_ = 0;
    uint32_t field_count_ = 0;
    uint32_t lines_ = 0;
    uint8_t seen_ = 0;
    Method method_kind_ = Method::other;
    Path path_kind_ = Path::other;
    bool has_http_scheme_ = false;
    bool is_trailers_ = false;
    bool has_fields_ = false;  // other than pseudo-header fields
    bool has_priority_ = false;
    const bool extended_connect_;
    bool has_authority_ = false;
    bool has_host_ = false;
    bool has_content_length_ = false;
    bool expects_continue_ = false;
    bool full_ = false;  // further fields are not kept
    uint8_t known_host_size_ = 0;
    char known_host_[64];  // the last valid host: clients repeat it in each request of a connection
    std::array<Pair, RequestHead::kMaxFields> fields_;
};

}  // namespace tern::http::h2
