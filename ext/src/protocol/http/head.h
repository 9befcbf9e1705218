// Request heads and response heads, for every HTTP version. All views point to bytes with another owner: those of a
// RequestHead and a ReceivedHead to the read buffer, those of a ResponseHead to what the handler passed.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "base/bytes.h"

namespace tern::http {

enum class Version : uint8_t { http10, http11, http2 };

struct Field {
    Bytes name;
    Bytes value;
};

// Limits are named and documented. Beyond them: target 414, the others 431.
struct HeadLimits {
    uint32_t target_bytes = 64 * 1024;
    uint32_t head_bytes = 64 * 1024;
    uint32_t fields = 100;
};

struct RequestHead {
    static constexpr size_t kMaxFields = 128;  // the upper limit of HeadLimits::fields

    Bytes raw;     // request line, fields and the empty line, as received
    Bytes method;  // case-sensitive token
    Bytes target;  // as received
    Bytes path;    // origin form, still percent-encoded, starts with '/' (or is "*" for OPTIONS)
    Bytes query;   // after '?', without fragment
    Bytes host;    // Host field, or the authority of an absolute-form target, which wins (RFC 9112 3.2.2)
    uint64_t content_length = 0;
    uint32_t field_count = 0;
    Version version = Version::http11;
    bool keep_alive = true;  // whether the connection may persist after this request (RFC 9112 9.3)
    bool chunked = false;    // Transfer-Encoding: chunked
    bool has_content_length = false;
    bool expect_continue = false;          // HTTP/1.1, a body follows, and the client waits for 100 before it sends it
    bool upgrade = false;                  // Connection names "upgrade"
    std::array<Field, kMaxFields> fields;  // names as received, values without surrounding white space

    std::span<const Field> all_fields() const noexcept { return {fields.data(), field_count}; }
    // The first field with that lower-case name; null data(): there is none.
    Bytes find(Bytes lower_name) const noexcept {
        for (uint32_t i = 0; i < field_count; ++i) {
            if (equals_lower(fields[i].name, lower_name)) return fields[i].value;
        }
        return {};
    }
    // Removes the fields with that name; what was parsed from them stays.
    void drop(Bytes lower_name) noexcept {
        uint32_t kept = 0;
        for (uint32_t i = 0; i < field_count; ++i) {
            if (!equals_lower(fields[i].name, lower_name)) fields[kept++] = fields[i];
        }
        field_count = kept;
    }
};

// How the end of a response body is marked.
enum class Framing : uint8_t {
    none,     // no body and no Content-Length (1xx, 204, 304); in a ReceivedHead: no body follows
    unknown,  // a response to HEAD whose body for GET is unknown
    length,   // Content-Length: content_length (also for a response to HEAD)
    chunked,  // HTTP/1.1 streaming
    close,    // HTTP/1.0 streaming: the end of the connection ends the body
};

// A response head that was received. Its fields are memory of its own, as much as they need.
struct ReceivedHead {
    static constexpr uint32_t kMaxFields = 256;  // the upper limit of HeadLimits::fields

    Bytes raw;                    // status line, fields and the empty line, as received
    Bytes reason;                 // as received, often empty
    uint64_t content_length = 0;  // framing length: of the body that follows
    uint32_t field_count = 0;
    uint16_t status = 0;  // 100 to 999
    Version version = Version::http11;
    Framing framing = Framing::none;
    bool keep_alive = true;     // whether the connection may persist after this response (RFC 9112 9.3)
    std::vector<Field> fields;  // the first field_count: names as received, values without surrounding white space

    std::span<const Field> all_fields() const noexcept { return {fields.data(), field_count}; }
    // Another head follows for the same request (RFC 9110 15.2).
    bool interim() const noexcept { return status < 200 && status != 101; }
};

// A response head to send.
struct ResponseHead {
    int status = 200;
    Bytes reason = {};              // empty: the standard phrase
    const Field* fields = nullptr;  // the handler's; checked: token names, no CR, LF or NUL in values
    size_t field_count = 0;
    uint64_t content_length = 0;
    Framing framing = Framing::length;
    Version version = Version::http11;
    bool keep_alive = true;
};

// The standard reason phrases (IANA HTTP status code registry).

// Static text; "Unknown" for a status without a registered phrase.
Bytes reason_phrase(int status) noexcept;

// Whether responses have content, and how their heads describe its length.

// False: responses with that status never have content (RFC 9110 15.2, 15.3.5, 15.3.6, 15.4.5).
constexpr bool may_have_content(int status) noexcept {
    return status >= 200 && status != 204 && status != 205 && status != 304;
}

namespace detail {
bool frame_any(ResponseHead& head, bool is_head_request, Framing wanted) noexcept;
}

// Sets head.framing: `wanted` if there is content, with head.content_length bytes if that is a length. For HEAD the
// head is the same as for GET (RFC 9110 9.3.2). If head.framing is unknown, and for 304, the handler's own
// Content-Length is used if it is valid (RFC 9110 8.6). True: content follows.
inline bool frame(ResponseHead& head, bool is_head_request, Framing wanted) noexcept {
    const bool is_usual = head.status == 200 && !is_head_request && head.framing == Framing::length;
    if (!is_usual) return detail::frame_any(head, is_head_request, wanted);
    head.framing = wanted;
    return true;
}

// A field of a response as the client gets it, in any HTTP version: the handler's, or the one that the server adds.

// Empty: there is none. `date` and `server` are the server's own fields, used if the handler sets none.
std::string sent_field(const ResponseHead& head, Bytes lower_name, Bytes date, Bytes server);

}  // namespace tern::http
