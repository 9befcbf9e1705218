// H1Parser reads one HTTP/1 request head (RFC 9112) from bytes that arrive in pieces. It owns nothing but offsets: the
// views it leaves in RequestHead point into the caller's buffer and live as long as that does. The outcome depends on
// the bytes only, never on how they were split, and an error is reported with the first byte that makes it certain.
// Strict wherever two parsers could disagree about where a message ends.
#pragma once

#include "protocol/http/head.h"

namespace tern::http {

struct ParseStep {
    enum class State : uint8_t { need_more, complete, failed };
    State state = State::need_more;
    uint32_t consumed = 0;  // complete: bytes of `buffered` that belong to this head, empty lines before it included
    int status = 0;         // failed: what to answer before closing
    const char* reason = nullptr;  // failed: static text that names the rule, for the log
};

class H1Parser {
public:
    static constexpr uint32_t kMaxMethod = 32;     // longer: 501
    static constexpr uint32_t kMaxEmptyLines = 4;  // tolerated before the request line (RFC 9112 2.2)

    explicit H1Parser(const HeadLimits& limits) noexcept;

    // `buffered` begins with the first byte of this request and contains all that earlier calls saw; it may have moved
    // in memory since. `head` is the same object until the step is complete; it is valid only then. After complete or
    // failed, the answer stays the same until reset().
    ParseStep feed(Bytes buffered, RequestHead& head) noexcept;

    // Makes ready for the next request, whose first byte will be buffered[0].
    void reset() noexcept;

private:
    enum class Phase : uint8_t { start, method, target, version, line_start, name, value, head_end, done, failed };
    enum class Outcome : uint8_t { next, wait, fail };
    struct Window;

    void begin(RequestHead& head) noexcept;
    void rebase(const char* base, RequestHead& head) noexcept;

    Outcome advance(Window& in, RequestHead& head) noexcept;
    Outcome read_start(Window& in) noexcept;
    Outcome read_method(Window& in, RequestHead& head) noexcept;
    Outcome read_target(Window& in, RequestHead& head) noexcept;
    Outcome read_version(Window& in, RequestHead& head) noexcept;
    Outcome set_version(char major, char minor, RequestHead& head) noexcept;
    Outcome split_target(RequestHead& head) noexcept;
    Outcome split_absolute(Bytes behind_scheme, RequestHead& head) noexcept;

    Outcome read_fields(Window& in, RequestHead& head) noexcept;
    Outcome open_line(Window& in, const RequestHead& head) noexcept;
    Outcome read_name(Window& in) noexcept;
    Outcome read_value(Window& in, RequestHead& head) noexcept;
    Outcome finish(Window& in, RequestHead& head) noexcept;

    Outcome note_field(const Field& field, RequestHead& head) noexcept;
    Outcome note_host(Bytes value, RequestHead& head) noexcept;
    Outcome note_content_length(Bytes value, RequestHead& head) noexcept;
    Outcome note_transfer_encoding(Bytes value) noexcept;
    Outcome note_connection(Bytes value, RequestHead& head) noexcept;
    Outcome note_expect(Bytes value) noexcept;
    Outcome fail(int status, const char* reason) noexcept;

    HeadLimits limits_;
    const char* base_ = nullptr;
    const char* reason_ = nullptr;
    int status_ = 0;
    uint32_t at_ = 0;     // everything before it is parsed
    uint32_t head_ = 0;   // where the request line begins
    uint32_t mark_ = 0;   // where the token being read begins; in a value: the line
    uint32_t colon_ = 0;  // in a value: the colon of the line
    Phase phase_ = Phase::start;
    uint8_t empty_lines_ = 0;
    // What the fields said, judged together when the head ends.
    bool has_host_ = false;
    bool absolute_ = false;
    bool close_ = false;
    bool persist_ = false;
    bool expects_continue_ = false;
    bool chunked_ = false;
    bool other_coding_ = false;
};

}  // namespace tern::http
