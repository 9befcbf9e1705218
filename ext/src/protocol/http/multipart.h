// MultipartParser takes a multipart/form-data body (RFC 7578, RFC 2046 5.1) apart while it arrives. Bodies of parts are
// handed to the handler as they come, as slices of the input (or of the parser's own copy of the delimiter, when what
// looked like one was none): nothing of them is kept. Only the head of a part is collected, up to a limit.
// The outcome depends on the bytes only, never on how they were split. How much body there may be is the caller's
// limit.
#pragma once

#include "base/buffer.h"
#include "protocol/http/part_head.h"

namespace tern::http {

// Called from within MultipartParser::feed(): on_part, any number of on_data, on_part_end, for each part in turn.
class MultipartHandler {
public:
    // The views live until on_part_end() of this part has returned.
    virtual void on_part(const PartHead& part) = 0;
    virtual void on_data(Bytes data) = 0;  // never empty
    virtual void on_part_end() = 0;

protected:
    ~MultipartHandler() = default;
};

// Limits are named, documented and answered: 413.
struct MultipartLimits {
    uint32_t parts = 1000;
    uint32_t part_head_bytes = 8 * 1024;  // all field lines of one part
    uint32_t name_bytes = 1024;           // of a name, and of a file name
};

struct MultipartStep {
    enum class State : uint8_t { more, done, failed };
    State state = State::more;
    int status = 0;                // failed: what to answer
    const char* reason = nullptr;  // failed: static text that names the rule
};

inline constexpr size_t kMaxBoundary = 70;

// The boundary parameter of a multipart Content-Type, a view into it; null when the type is not multipart or the
// boundary is missing, given twice or not one of RFC 2046 (1 to 70 characters).
Bytes multipart_boundary(Bytes content_type) noexcept;

class MultipartParser {
public:
    // `boundary` comes from multipart_boundary() and is copied; the handler outlives the parser.
    MultipartParser(Bytes boundary, const MultipartLimits& limits, MultipartHandler& handler) noexcept;
    MultipartParser(const MultipartParser&) = delete;
    MultipartParser& operator=(const MultipartParser&) = delete;

    // Takes all of `in`. What follows the closing delimiter is ignored. After done or failed the answer stays the same.
    MultipartStep feed(Bytes in) noexcept;
    // The body has ended: done, or the failure of a body without a closing delimiter.
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
    size_t matched_ = 0;   // bytes of the delimiter seen so far, not handed out
    size_t borrowed_ = 0;  // of these, the ones that belong to what came before and are no data
    size_t delimiter_size_ = 0;
    Phase phase_ = Phase::preamble;
    char delimiter_[kMaxDelimiter];  // CR LF "--" boundary
    Buffer head_;
    size_t line_ = 0;  // where the line being read begins in head_
    PartHead part_;
};

}  // namespace tern::http
