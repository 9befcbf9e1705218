#include "protocol/http/h1_parser.h"

#include <cstring>

#include "protocol/http/authority.h"
#include "protocol/http/field.h"
#include "protocol/http/number.h"
#include "protocol/http/scan.h"

namespace tern::http {

// The part of the buffer that may still be parsed. It ends at the limit of a head, so that bytes after the limit cannot
// change the result.
struct H1Parser::Window {
    const char* begin;
    const char* at;
    const char* end;

    uint32_t offset() const noexcept { return static_cast<uint32_t>(at - begin); }
    size_t left() const noexcept { return static_cast<size_t>(end - at); }
};

namespace {

Bytes between(const char* from, const char* to) noexcept { return Bytes(from, static_cast<size_t>(to - from)); }

void move_view(Bytes& view, const char* from, const char* to) noexcept {
    if (view.data() == nullptr) return;
    // The old buffer may be freed, so only its address is used.
    const auto offset = reinterpret_cast<uintptr_t>(view.data()) - reinterpret_cast<uintptr_t>(from);
    view = Bytes(to + offset, view.size());
}

const char* why_not_first(char c) noexcept {
    if (c == 0x16) return "TLS handshake on a plain-text port";
    if (c == '\n') return "bare LF before the request line";
    return "first byte cannot begin a method";
}

const char* why_not_target(char c) noexcept {
    if (c == '\r') return "request line without a version (HTTP/0.9)";
    if (c == '\n') return "bare LF in the request line";
    if (c == '#') return "fragment in the request target";
    return "invalid character in the request target";
}

const char* why_not_name(char c) noexcept {
    if (c == ' ' || c == '\t') return "white space in or after a field name";
    if (c == '\r' || c == '\n') return "field line without a colon";
    return "invalid character in a field name";
}

const char* why_not_value(char c) noexcept {
    if (c == '\n') return "bare LF in the head";
    if (c == '\0') return "NUL in a field value";
    return "control character in a field value";
}

}  // namespace

H1Parser::H1Parser(const HeadLimits& limits) noexcept : limits_(limits) {
    if (limits_.fields > RequestHead::kMaxFields) limits_.fields = RequestHead::kMaxFields;
}

void H1Parser::reset() noexcept { *this = H1Parser(limits_); }

ParseStep H1Parser::feed(Bytes buffered, RequestHead& head) noexcept {
    if (base_ == nullptr) begin(head);
    if (base_ != buffered.data()) rebase(buffered.data(), head);
    const size_t window = buffered.size() < limits_.head_bytes ? buffered.size() : limits_.head_bytes;
    Window in{base_, base_ + at_, base_ + window};
    Outcome outcome = phase_ == Phase::failed ? Outcome::fail : advance(in, head);
    if (outcome == Outcome::wait && buffered.size() >= limits_.head_bytes) {
        outcome = phase_ == Phase::target ? fail(414, "request target too long") : fail(431, "head too large");
    }
    at_ = in.offset();
    ParseStep step;
    if (outcome == Outcome::wait) return step;
    if (outcome == Outcome::fail) {
        step.state = ParseStep::State::failed;
        step.status = status_;
        step.reason = reason_;
        return step;
    }
    step.state = ParseStep::State::complete;
    step.consumed = at_;
    return step;
}

void H1Parser::begin(RequestHead& head) noexcept {
    head.raw = head.method = head.target = head.path = head.query = head.host = Bytes();
    head.content_length = 0;
    head.field_count = 0;
    head.version = Version::http11;
    head.keep_alive = true;
    head.chunked = head.has_content_length = head.expect_continue = head.upgrade = false;
}

void H1Parser::rebase(const char* base, RequestHead& head) noexcept {
    const char* old = base_;
    base_ = base;
    if (old == nullptr) return;
    for (Bytes* view : {&head.raw, &head.method, &head.target, &head.path, &head.query, &head.host}) {
        move_view(*view, old, base);
    }
    for (uint32_t i = 0; i < head.field_count; ++i) {
        move_view(head.fields[i].name, old, base);
        move_view(head.fields[i].value, old, base);
    }
}

H1Parser::Outcome H1Parser::fail(int status, const char* reason) noexcept {
    status_ = status;
    reason_ = reason;
    phase_ = Phase::failed;
    return Outcome::fail;
}

H1Parser::Outcome H1Parser::advance(Window& in, RequestHead& head) noexcept {
    Outcome outcome = Outcome::next;
    switch (phase_) {
        case Phase::start:
            if ((outcome = read_start(in)) != Outcome::next) return outcome;
            [[fallthrough]];
        case Phase::method:
            if ((outcome = read_method(in, head)) != Outcome::next) return outcome;
            [[fallthrough]];
        case Phase::target:
            if ((outcome = read_target(in, head)) != Outcome::next) return outcome;
            [[fallthrough]];
        case Phase::version:
            if ((outcome = read_version(in, head)) != Outcome::next) return outcome;
            [[fallthrough]];
        default: return read_fields(in, head);
    }
}

H1Parser::Outcome H1Parser::read_start(Window& in) noexcept {
    for (; in.at != in.end; in.at += 2) {
        if (is_in(*in.at, kTokenChar)) {
            head_ = mark_ = in.offset();
            phase_ = Phase::method;
            return Outcome::next;
        }
        if (*in.at != '\r') return fail(400, why_not_first(*in.at));
        if (empty_lines_ == kMaxEmptyLines) return fail(400, "too many empty lines before the request line");
        if (in.left() < 2) return Outcome::wait;
        if (in.at[1] != '\n') return fail(400, "bare CR before the request line");
        ++empty_lines_;
    }
    return Outcome::wait;
}

H1Parser::Outcome H1Parser::read_method(Window& in, RequestHead& head) noexcept {
    const char* start = in.begin + mark_;
    const char* stop = in.end - start > kMaxMethod ? start + kMaxMethod + 1 : in.end;
    while (in.at != stop && is_in(*in.at, kTokenChar)) ++in.at;
    if (in.at - start > kMaxMethod) return fail(501, "method too long");
    if (in.at == in.end) return Outcome::wait;
    if (*in.at != ' ') return fail(400, "invalid character in the method");
    head.method = between(start, in.at);
    ++in.at;
    mark_ = in.offset();
    phase_ = Phase::target;
    return Outcome::next;
}

H1Parser::Outcome H1Parser::read_target(Window& in, RequestHead& head) noexcept {
    const char* start = in.begin + mark_;
    const ptrdiff_t limit = limits_.target_bytes;
    const char* stop = in.end - start > limit ? start + limit + 1 : in.end;
    in.at = scan_target(in.at, stop);
    if (in.at - start > limit) return fail(414, "request target too long");
    if (in.at == in.end) return Outcome::wait;
    if (*in.at != ' ') return fail(400, why_not_target(*in.at));
    if (in.at == start) return fail(400, "empty request target");
    head.target = between(start, in.at);
    ++in.at;
    phase_ = Phase::version;
    return Outcome::next;
}

H1Parser::Outcome H1Parser::read_version(Window& in, RequestHead& head) noexcept {
    static constexpr Bytes kForm = "HTTP/d.d\r\n";
    const size_t seen = in.left() < kForm.size() ? in.left() : kForm.size();
    if (seen < kForm.size() || std::memcmp(in.at, "HTTP/1.1\r\n", kForm.size()) != 0) {
        for (size_t i = 0; i < seen; ++i) {
            const bool fits = kForm[i] == 'd' ? ascii_digit(in.at[i]) : in.at[i] == kForm[i];
            if (!fits) return fail(400, "malformed HTTP version or end of the request line");
        }
        if (seen < kForm.size()) return Outcome::wait;
        if (in.at[5] != '1') return fail(505, "HTTP version is not 1.x");
        // A request of a higher minor version is handled as the highest known one (RFC 9110 2.5).
        if (in.at[7] == '0') head.version = Version::http10;
    }
    in.at += kForm.size();
    phase_ = Phase::line_start;
    return split_target(head);
}

// RFC 9112 3.2. CONNECT is not supported, as it would make this server a tunnel.
H1Parser::Outcome H1Parser::split_target(RequestHead& head) noexcept {
    const Bytes target = head.target;
    if (head.method == "CONNECT") return fail(501, "CONNECT is not served");
    if (target.front() != '/') {
        if (target == "*" && head.method == "OPTIONS") {
            head.path = target;
            return Outcome::next;
        }
        if (equals_lower(target.substr(0, 7), "http://")) return split_absolute(target.substr(7), head);
        if (equals_lower(target.substr(0, 8), "https://")) return split_absolute(target.substr(8), head);
        return fail(400, "request target has no valid form");
    }
    const size_t mark = target.find('?');
    head.path = target.substr(0, mark);
    if (mark != Bytes::npos) head.query = target.substr(mark + 1);
    return Outcome::next;
}

H1Parser::Outcome H1Parser::split_absolute(Bytes behind_scheme, RequestHead& head) noexcept {
    const size_t length = behind_scheme.find_first_of("/?");
    head.host = behind_scheme.substr(0, length);
    if (!valid_authority(head.host)) return fail(400, "invalid authority in the request target");
    absolute_ = true;
    const Bytes rest = length == Bytes::npos ? Bytes() : behind_scheme.substr(length);
    const size_t mark = rest.find('?');
    head.path = rest.substr(0, mark);
    if (mark != Bytes::npos) head.query = rest.substr(mark + 1);
    // An empty path means "/". The second slash of "://" has the same lifetime as the other views.
    if (head.path.empty()) head.path = Bytes(head.host.data() - 1, 1);
    return Outcome::next;
}

H1Parser::Outcome H1Parser::read_fields(Window& in, RequestHead& head) noexcept {
    Outcome outcome = Outcome::next;
    for (;;) {
        switch (phase_) {
            case Phase::line_start:
                if ((outcome = open_line(in, head)) != Outcome::next) return outcome;
                if (phase_ == Phase::head_end) return finish(in, head);
                [[fallthrough]];
            case Phase::name:
                if ((outcome = read_name(in)) != Outcome::next) return outcome;
                [[fallthrough]];
            case Phase::value:
                if ((outcome = read_value(in, head)) != Outcome::next) return outcome;
                break;
            case Phase::done: return Outcome::next;
            default: return finish(in, head);
        }
    }
}

inline H1Parser::Outcome H1Parser::open_line(Window& in, const RequestHead& head) noexcept {
    if (in.at == in.end) return Outcome::wait;
    if (*in.at == '\r') {
        phase_ = Phase::head_end;
        return Outcome::next;
    }
    if (*in.at == ' ' || *in.at == '\t') return fail(400, "folded field line");
    if (head.field_count == limits_.fields) return fail(431, "too many fields");
    mark_ = in.offset();
    phase_ = Phase::name;
    return Outcome::next;
}

inline H1Parser::Outcome H1Parser::read_name(Window& in) noexcept {
    in.at = scan_token(in.at, in.end);
    if (in.at == in.end) return Outcome::wait;
    if (*in.at != ':') return fail(400, why_not_name(*in.at));
    colon_ = in.offset();
    if (colon_ == mark_) return fail(400, "empty field name");
    ++in.at;
    phase_ = Phase::value;
    return Outcome::next;
}

inline H1Parser::Outcome H1Parser::read_value(Window& in, RequestHead& head) noexcept {
    in.at = scan_value(in.at, in.end);
    if (in.at == in.end) return Outcome::wait;
    if (*in.at != '\r') return fail(400, why_not_value(*in.at));
    if (in.left() < 2) return Outcome::wait;
    if (in.at[1] != '\n') return fail(400, "bare CR in the head");
    Field& field = head.fields[head.field_count++];
    field.name = between(in.begin + mark_, in.begin + colon_);
    field.value = trim_ows(between(in.begin + colon_ + 1, in.at));
    in.at += 2;
    phase_ = Phase::line_start;
    return note_field(field, head);
}

// Examines only the fields that determine the end of the message and its host.
inline H1Parser::Outcome H1Parser::note_field(const Field& field, RequestHead& head) noexcept {
    const char first = ascii_lower(field.name.front());
    switch (field.name.size()) {
        case 4:
            if (first == 'h' && equals_lower(field.name, "host")) return note_host(field.value, head);
            break;
        case 6:
            if (first == 'e' && equals_lower(field.name, "expect")) return note_expect(field.value);
            break;
        case 10:
            if (first == 'c' && equals_lower(field.name, "connection")) return note_connection(field.value, head);
            break;
        case 14:
            if (first == 'c' && equals_lower(field.name, "content-length"))
                return note_content_length(field.value, head);
            break;
        case 17:
            if (first == 't' && equals_lower(field.name, "transfer-encoding"))
                return note_transfer_encoding(field.value);
            break;
        default: break;
    }
    return Outcome::next;
}

H1Parser::Outcome H1Parser::note_host(Bytes value, RequestHead& head) noexcept {
    if (has_host_) return fail(400, "more than one Host");
    if (!valid_authority(value)) return fail(400, "invalid Host");
    has_host_ = true;
    if (!absolute_) head.host = value;
    return Outcome::next;
}

H1Parser::Outcome H1Parser::note_content_length(Bytes value, RequestHead& head) noexcept {
    if (value.ends_with(',')) return fail(400, "invalid Content-Length");
    do {
        uint64_t length = 0;
        if (!parse_decimal(take_element(value), length)) return fail(400, "invalid Content-Length");
        if (head.has_content_length && head.content_length != length) return fail(400, "differing Content-Lengths");
        head.content_length = length;
        head.has_content_length = true;
    } while (!value.empty());
    return Outcome::next;
}

H1Parser::Outcome H1Parser::note_transfer_encoding(Bytes value) noexcept {
    if (value.ends_with(',')) return fail(400, "empty transfer coding");
    do {
        const Bytes coding = take_element(value);
        if (coding.empty()) return fail(400, "empty transfer coding");
        const bool is_chunked = equals_lower(coding, "chunked");
        if (chunked_)
            return fail(400, is_chunked ? "chunked appears twice" : "chunked is not the last transfer coding");
        (is_chunked ? chunked_ : other_coding_) = true;
    } while (!value.empty());
    return Outcome::next;
}

H1Parser::Outcome H1Parser::note_connection(Bytes value, RequestHead& head) noexcept {
    while (!value.empty()) {
        const Bytes option = take_element(value);
        if (equals_lower(option, "close")) close_ = true;
        if (equals_lower(option, "keep-alive")) persist_ = true;
        if (equals_lower(option, "upgrade")) head.upgrade = true;
    }
    return Outcome::next;
}

H1Parser::Outcome H1Parser::note_expect(Bytes value) noexcept {
    if (!equals_lower(value, "100-continue")) return fail(417, "unknown expectation");
    expects_continue_ = true;
    return Outcome::next;
}

H1Parser::Outcome H1Parser::finish(Window& in, RequestHead& head) noexcept {
    if (in.left() < 2) return Outcome::wait;
    if (in.at[1] != '\n') return fail(400, "bare CR in the head");
    const bool http10 = head.version == Version::http10;
    if (!has_host_ && !http10) return fail(400, "no Host");
    if (chunked_ || other_coding_) {
        if (http10) return fail(400, "Transfer-Encoding in HTTP/1.0");
        if (head.has_content_length) return fail(400, "Transfer-Encoding and Content-Length");
        if (!chunked_) return fail(400, "chunked is not the last transfer coding");
        if (other_coding_) return fail(501, "unknown transfer coding");
    }
    in.at += 2;
    phase_ = Phase::done;
    head.raw = between(in.begin + head_, in.at);
    head.chunked = chunked_;
    head.keep_alive = !close_ && (!http10 || persist_);
    head.expect_continue = expects_continue_ && !http10 && (chunked_ || head.content_length != 0);
    return Outcome::next;
}

}  // namespace tern::http
