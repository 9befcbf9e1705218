#include "protocol/http/h1_parser.h"

#include <cstring>
#include <utility>

#include "protocol/http/scan.h"
#include "protocol/http/uri.h"

namespace tern::http {

namespace {

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

}  // namespace

void H1Parser::reset() noexcept {
    const CheckedHost checked = checked_host_;
    *this = H1Parser(limits_);
    checked_host_ = checked;
}

void H1Parser::CheckedHost::note(Bytes host) noexcept {
    if (host.size() > kMost) return;
    size = static_cast<uint8_t>(host.size());
    std::memcpy(text, host.data(), host.size());
}

ParseStep H1Parser::feed(Bytes buffered, RequestHead& head) noexcept {
    if (base_ == nullptr) {
        begin(head);
        base_ = buffered.data();
    } else if (base_ != buffered.data()) {
        rebase(buffered.data(), head);
    }
    Window in = window_of(buffered);
    Outcome outcome = failed() ? Outcome::fail : advance(in, head);
    if (outcome == Outcome::wait && buffered.size() >= limits_.head_bytes) {
        outcome = phase_ == Phase::target ? fail(414, "request target too long") : fail(431, "head too large");
    }
    at_ = in.offset();
    return step_of(outcome);
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
    const char* const old = std::exchange(base_, base);
    for (Bytes* view : {&head.raw, &head.method, &head.target, &head.path, &head.query, &head.host}) {
        move_view(*view, old, base);
    }
    for (uint32_t i = 0; i < head.field_count; ++i) {
        move_view(head.fields[i].name, old, base);
        move_view(head.fields[i].value, old, base);
    }
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
    if (in.left() >= 4 && std::memcmp(start, "GET ", 4) == 0) {  // most are
        in.at = start + 3;
    } else {
        const char* stop = in.end - start > kMaxMethod ? start + kMaxMethod + 1 : in.end;
        while (in.at != stop && is_in(*in.at, kTokenChar)) ++in.at;
        if (in.at - start > kMaxMethod) return fail(501, "method too long");
        if (in.at == in.end) return Outcome::wait;
        if (*in.at != ' ') return fail(400, "invalid character in the method");
    }
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
    phase_ = Phase::fields;
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
    if (phase_ == Phase::done) return Outcome::next;
    Window here = in;  // a copy, which the compiler keeps in registers
    Outcome outcome = Outcome::next;
    while ((outcome = read_field(here, head.fields.data(), head.field_count)) == Outcome::next) {
        if (fields_end()) {
            outcome = finish(here, head);
            break;
        }
        outcome = note_field(head.fields[head.field_count - 1], head);
        if (outcome != Outcome::next) break;
    }
    in.at = here.at;
    return outcome;
}

// Examines only the fields that determine the end of the message and its host.
inline H1Parser::Outcome H1Parser::note_field(const Field& field, RequestHead& head) noexcept {
    if (field.name.size() == 4 && equals_lower(field.name, "host")) return note_host(field.value, head);
    if (field.name.size() == 6 && equals_lower(field.name, "expect")) return note_expect(field.value);
    return note_framing(field);
}

H1Parser::Outcome H1Parser::note_host(Bytes value, RequestHead& head) noexcept {
    if (has_host_) return fail(400, "more than one Host");
    if (value.empty() || !checked_host_.is(value)) {
        if (!valid_authority(value)) return fail(400, "invalid Host");
        checked_host_.note(value);
    }
    has_host_ = true;
    if (!absolute_) head.host = value;
    return Outcome::next;
}

H1Parser::Outcome H1Parser::note_expect(Bytes value) noexcept {
    if (!equals_lower(value, "100-continue")) return fail(417, "unknown expectation");
    expects_continue_ = true;
    return Outcome::next;
}

H1Parser::Outcome H1Parser::finish(Window in, RequestHead& head) noexcept {
    const bool http10 = head.version == Version::http10;
    if (!has_host_ && !http10) return fail(400, "no Host");
    if (const Outcome outcome = check_framing(http10); outcome != Outcome::next) return outcome;
    phase_ = Phase::done;
    head.raw = between(in.begin + head_, in.at);
    head.content_length = content_length_;
    head.has_content_length = has_content_length_;
    head.chunked = chunked_;
    head.upgrade = upgrade_;
    head.keep_alive = keeps_alive(http10);
    head.expect_continue = expects_continue_ && !http10 && (chunked_ || content_length_ != 0);
    return Outcome::next;
}

}  // namespace tern::http
