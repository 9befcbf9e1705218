// H1Parser reads one HTTP/1 request head (RFC 9112) from bytes that arrive in pieces. It owns only offsets: the views
// in RequestHead point into the caller's buffer and are valid as long as that is. The result depends only on the bytes,
// not on how they were split, and an error is reported with the first byte that makes it certain. It is strict wherever
// two parsers could disagree about the end of a message.
#pragma once

#include "protocol/http/h1_head_parser.h"

namespace tern::http {

class H1Parser : private H1HeadParser {
public:
    static constexpr uint32_t kMaxMethod = 32;     // longer: 501
    static constexpr uint32_t kMaxEmptyLines = 4;  // tolerated before the request line (RFC 9112 2.2)

    explicit H1Parser(const HeadLimits& limits) noexcept : H1HeadParser(limits, RequestHead::kMaxFields) {}

    // `buffered` begins with the first byte of this request and has all bytes of earlier calls; it may have moved in
    // memory. `head` must be the same object until the step is complete, and is valid only then. After complete or
    // failed, the result stays the same until reset(). Empty lines before the head count as consumed.
    ParseStep feed(Bytes buffered, RequestHead& head) noexcept;

    // Prepares for the next request, which begins at buffered[0].
    void reset() noexcept;

private:
    enum class Phase : uint8_t { start, method, target, version, fields, done };

    void begin(RequestHead& head) noexcept;
    void rebase(const char* base, RequestHead& head) noexcept;

    Outcome advance(Window& in, RequestHead& head) noexcept;
    Outcome read_start(Window& in) noexcept;
    Outcome read_method(Window& in, RequestHead& head) noexcept;
    Outcome read_target(Window& in, RequestHead& head) noexcept;
    Outcome read_version(Window& in, RequestHead& head) noexcept;
    Outcome split_target(RequestHead& head) noexcept;
    Outcome split_absolute(Bytes behind_scheme, RequestHead& head) noexcept;
    Outcome read_fields(Window& in, RequestHead& head) noexcept;
    Outcome finish(Window in, RequestHead& head) noexcept;

    Outcome note_field(const Field& field, RequestHead& head) noexcept;
    Outcome note_host(Bytes value, RequestHead& head) noexcept;
    Outcome note_expect(Bytes value) noexcept;

    // The last valid Host: clients send the same one again.
    struct CheckedHost {
        static constexpr size_t kMost = 47;
        bool is(Bytes host) const noexcept { return host == Bytes(text, size); }
        void note(Bytes host) noexcept;

        uint8_t size = 0;
        char text[kMost] = {};
    };

    CheckedHost checked_host_;
    uint32_t head_ = 0;  // start of the request line
    Phase phase_ = Phase::start;
    uint8_t empty_lines_ = 0;
    // What the fields contain; checked together at the end of the head.
    bool has_host_ = false;
    bool absolute_ = false;
    bool expects_continue_ = false;
};

}  // namespace tern::http
