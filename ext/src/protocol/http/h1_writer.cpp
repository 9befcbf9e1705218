#include "protocol/http/h1_writer.h"

#include <cstring>

#include "base/check.h"
#include "protocol/http/field.h"
#include "protocol/http/head.h"
#include "protocol/http/number.h"

namespace tern::http {

namespace {

// Fields that the server writes itself unless the handler gave them.
enum Given : unsigned { kNothing = 0, kServer = 1, kDate = 2, kContentType = 4, kConnection = 8, kFraming = 16 };

constexpr Bytes kOkLine = "HTTP/1.1 200 OK\r\n";
constexpr Bytes kDateName = "Date: ";
constexpr Bytes kTypeLine = "Content-Type: text/html\r\n";
constexpr Bytes kLengthName = "Content-Length: ";
constexpr Bytes kChunkedLine = "Transfer-Encoding: chunked\r\n";
constexpr Bytes kPersistEnd = "Connection: keep-alive\r\n\r\n";
constexpr Bytes kCloseEnd = "Connection: close\r\n\r\n";

// The size of all but the handler's fields, OwnLines and the reason phrase.
constexpr size_t kMaxFixedBytes = kChunkedLine.size() + kPersistEnd.size() + kMaxDecimalDigits + 8;

unsigned kind_of(Bytes name) noexcept {
    switch (name.size()) {
        case 4: return equals_lower(name, "date") ? kDate : kNothing;
        case 6: return equals_lower(name, "server") ? kServer : kNothing;
        case 10: return equals_lower(name, "connection") ? kConnection : kNothing;
        case 12: return equals_lower(name, "content-type") ? kContentType : kNothing;
        case 14: return equals_lower(name, "content-length") ? kFraming : kNothing;
        case 17: return equals_lower(name, "transfer-encoding") ? kFraming : kNothing;
        default: return kNothing;
    }
}

char* put(char* at, Bytes text) noexcept {
    std::memcpy(at, text.data(), text.size());
    return at + text.size();
}

char* put_end_of_line(char* at) noexcept {
    at[0] = '\r';
    at[1] = '\n';
    return at + 2;
}

char* put_status_line(char* at, int status, Bytes reason) noexcept {
    at = put(at, "HTTP/1.1 ");
    at[0] = static_cast<char>('0' + status / 100);
    at[1] = static_cast<char>('0' + status / 10 % 10);
    at[2] = static_cast<char>('0' + status % 10);
    at[3] = ' ';
    return put_end_of_line(put(at + 4, reason));
}

// For a Connection field: the server decides whether the connection persists (RFC 9112 9.6).
bool says_whether_to_persist(Bytes options) noexcept {
    while (!options.empty()) {
        const Bytes option = take_element(options);
        if (equals_lower(option, "close") || equals_lower(option, "keep-alive")) return true;
    }
    return false;
}

bool is_servers_word(const Field& field) noexcept {
    const unsigned kind = kind_of(field.name);
    return kind == kFraming || (kind == kConnection && says_whether_to_persist(field.value));
}

// `given`: what there is among the fields.
char* put_fields(char* at, const ResponseHead& head, unsigned given) noexcept {
    const bool all_pass = (given & (kFraming | kConnection)) == 0;
    for (size_t i = 0; i < head.field_count; ++i) {
        const Field& field = head.fields[i];
        if (!all_pass && is_servers_word(field)) continue;
        at = put(at, field.name);
        at = put(at, ": ");
        at = put(at, field.value);
        at = put_end_of_line(at);
    }
    return at;
}

char* put_framing(char* at, const ResponseHead& head) noexcept {
    if (head.framing == Framing::chunked) return put(at, kChunkedLine);
    if (head.framing != Framing::length) return at;
    return put_end_of_line(write_decimal(put(at, kLengthName), head.content_length));
}

char* put_end(char* at, const ResponseHead& head) noexcept {
    if (head.status < 200) return put_end_of_line(at);
    const bool persists = head.keep_alive && head.framing != Framing::close;
    return put(at, persists ? kPersistEnd : kCloseEnd);
}

// Whether to add our Content-Type. In a 304 it would change the type that caches have stored.
bool has_type(const ResponseHead& head) noexcept {
    return head.framing != Framing::none && may_have_content(head.status);
}

// Most responses: 200, with a length, and without fields of the handler.
void write_plain_ok(Buffer& out, const ResponseHead& head, const OwnLines& own) noexcept {
    const size_t bound = own.of_plain_ok().size() + kMaxFixedBytes;
    char* const begin = out.extend(bound);
    char* const length = put(begin, own.of_plain_ok());
    char* const end = put_end(put_end_of_line(write_decimal(length, head.content_length)), head);
    out.shrink(bound - static_cast<size_t>(end - begin));
}

}  // namespace

OwnLines::OwnLines(Bytes server, Bytes date) : date_(kServer + server.size()) {
    static_assert(kOkLine.size() == kServer);
    text_.append(kOkLine).append(server).append(kDateName).append(date).append("\r\n");
    type_ = text_.size();
    text_.append(kTypeLine).append(kLengthName);
}

void write_response_head(Buffer& out, const ResponseHead& head, const OwnLines& own) noexcept {
    TERN_CHECK(head.status >= 100 && head.status <= 999);
    const bool ok = head.status == 200 && head.reason.empty();
    if (ok && head.field_count == 0 && head.framing == Framing::length) return write_plain_ok(out, head, own);
    const Bytes reason = ok || !head.reason.empty() ? head.reason : reason_phrase(head.status);
    unsigned given = kNothing;
    size_t bound = kMaxFixedBytes + own.of_plain_ok().size() + reason.size();
    for (size_t i = 0; i < head.field_count; ++i) {
        given |= kind_of(head.fields[i].name);
        bound += head.fields[i].name.size() + head.fields[i].value.size() + 4;
    }
    char* const begin = out.extend(bound);
    char* at = begin;
    if (ok && (given & (kServer | kDate)) == 0) {
        at = put(at, own.of_ok());
    } else {
        at = put_status_line(at, head.status, ok ? Bytes("OK") : reason);
        if ((given & kServer) == 0) at = put(at, own.server());
        if ((given & kDate) == 0) at = put(at, own.date());
    }
    if ((given & kContentType) == 0 && has_type(head)) at = put(at, kTypeLine);
    if (head.field_count > 0) at = put_fields(at, head, given);
    at = put_framing(at, head);
    at = put_end(at, head);
    out.shrink(bound - static_cast<size_t>(at - begin));
}

void write_interim_head(Buffer& out, const ResponseHead& head) noexcept {
    TERN_CHECK(head.status > 101 && head.status <= 199);
    const Bytes reason = head.reason.empty() ? reason_phrase(head.status) : head.reason;
    size_t bound = kOkLine.size() + reason.size() + 4;
    for (size_t i = 0; i < head.field_count; ++i) {
        bound += head.fields[i].name.size() + head.fields[i].value.size() + 4;
    }
    char* const begin = out.extend(bound);
    char* const at =
        put_end_of_line(put_fields(put_status_line(begin, head.status, reason), head, kFraming | kConnection));
    out.shrink(bound - static_cast<size_t>(at - begin));
}

void write_continue(Buffer& out) noexcept { out.append("HTTP/1.1 100 Continue\r\n\r\n"); }

}  // namespace tern::http
