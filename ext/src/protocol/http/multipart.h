// MultipartParser parses a multipart/form-data body (RFC 7578, RFC 2046 5.1) while it arrives. Bodies of parts go to
// the handler at once, as slices of the input (or of the parser's own copy of the delimiter, after a partial match),
// and are not stored. Only the head of a part is collected, up to a limit. The result depends only on the bytes, not on
// how they were split. The caller limits the size of the body.
#pragma once

#include "base/buffer.h"
#include "protocol/http/part_head.h"

namespace tern::http {

// Called within MultipartParser::feed(), for each part in turn: on_part, any number of on_data, on_part_end.
class MultipartHandler {
public:
    // The views are valid until on_part_end() of this part has returned.
    virtual void on_part(const PartHead& part) = 0;
    virtual void on_data(Bytes data) = 0;  // never empty
    virtual void on_part_end() = 0;

protected:
    ~MultipartHandler() = default;
};

// Limits are named and documented. Beyond them: 413.
struct MultipartLimits {
    uint32_t parts = 1000;
    uint32_t part_head_bytes = 8 * 1024;  // all field lines of one part
    uint32_t name_bytes = 1024;           // of a name, or of a file name
};

struct MultipartStep {
    enum class State : uint8_t { more, done, failed };
    State state = State::more;
    int status = 0;                // failed: the status to respond with
    const char* reason = nullptr;  // failed: static text that names the rule
};

inline constexpr size_t kMaxBoundary = 70;

// The boundary parameter of a multipart Content-Type, as a view; null: the type is not multipart, or the boundary is
// missing, repeated or invalid by RFC 2046 (1 to 70 characters).
Bytes multipart_boundary(Bytes content_type) noexcept;

class MultipartParser {
public:
    // `boundary` comes from multipart_boundary() and is copied. The handler outlives the parser.
    MultipartParser(Bytes boundary, const MultipartLimits& limits, MultipartHandler& handler) noexcept;
    MultipartParser(const MultipartParser&) = delete;
    MultipartParser& operator=(const MultipartParser&) = delete;

    // Consumes all of `in`. Bytes after the closing delimiter are ignored. After done or failed the result stays the
    // same.
    MultipartStep feed(Bytes in) noexcept;
    // The body has ended: done, or failed if the closing delimiter is missing.
    MultipartStep finish() noexcept;

private:
    enum class Phase : uint8_t {
        preamble,
        behind_delimiter,
        second_dash,
        padding,
        line_feed,
        head,
        body,
        done,
        failed,
    };

    MultipartStep step() const noexcept;
    void fail(int status, const char* reason) noexcept;
    size_t take(Bytes in) noexcept;
    size_t search(Bytes in) noexcept;
    size_t resume_match(Bytes in) noexcept;
    void give(Bytes data) noexcept;
    void end_body() noexcept;
    void read_delimiter_line(char c) noexcept;
    void open_part() noexcept;
    void await_delimiter(Phase phase) noexcept;
    size_t read_head(Bytes in) noexcept;
    void close_head() noexcept;

    static constexpr size_t kMaxDelimiter = kMaxBoundary + 4;

    MultipartHandler& handler_;
    MultipartLimits limits_;
    uint32_t parts_ = 0;
    int status_ = 0;
    const char* reason_ = nullptr;
    size_t matched_ = 0;   // matched bytes of the delimiter, which were not passed on
    size_t borrowed_ = 0;  // of these, bytes of earlier input that are no data
    size_t delimiter_size_ = 0;
    Phase phase_ = Phase::preamble;
    char delimiter_[kMaxDelimiter];  // CR LF "--" boundary
    Buffer head_;
    size_t line_ = 0;  // start of the current line in head_
    PartHead part_;
};

}  // namespace tern::http
