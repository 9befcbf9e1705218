#include "protocol/http/h1_response_parser.h"

#include <algorithm>
#include <cstring>

namespace tern::http {

namespace {

constexpr Bytes kVersion11 = "HTTP/1.1 ";
constexpr size_t kStatusDigits = 3;

const char* why_not_version(size_t at) noexcept {
    return at < 5 ? "response without a status line (HTTP/0.9)" : "malformed HTTP version in the status line";
}

const char* why_not_reason(char c) noexcept {
    if (c == '\n') return "bare LF in the status line";
    if (c == '\0') return "NUL in the status line";
    return "control character in the status line";
}

}  // namespace

H1ResponseParser::H1ResponseParser(const HeadLimits& limits) noexcept
    : H1HeadParser(limits, ReceivedHead::kMaxFields) {}

void H1ResponseParser::reset(SentRequest request) noexcept {
    *this = H1ResponseParser(limits_);
    request_ = request;
}

ParseStep H1ResponseParser::feed(Bytes buffered, ReceivedHead& head) noexcept {
    if (base_ == nullptr) begin(head);
    if (base_ != buffered.data()) rebase(buffered.data(), head);
    Window in = window_of(buffered);
    Outcome outcome = failed() ? Outcome::fail : advance(in, head);
    if (outcome == Outcome::wait && buffered.size() >= limits_.head_bytes) outcome = refuse("head too large");
    at_ = in.offset();
    ParseStep step = step_of(outcome);
    if (outcome == Outcome::fail) step.status = kBadGateway;
    return step;
}

void H1ResponseParser::begin(ReceivedHead& head) noexcept {
    head.raw = head.reason = Bytes();
    head.content_length = 0;
    head.field_count = 0;
    head.status = 0;
    head.version = Version::http11;
    head.framing = Framing::none;
    head.keep_alive = true;
}

void H1ResponseParser::rebase(const char* base, ReceivedHead& head) noexcept {
    const char* old = base_;
    base_ = base;
    if (old == nullptr) return;
    move_view(head.raw, old, base);
    move_view(head.reason, old, base);
    for (uint32_t i = 0; i < head.field_count; ++i) {
        move_view(head.fields[i].name, old, base);
        move_view(head.fields[i].value, old, base);
    }
}

H1ResponseParser::Outcome H1ResponseParser::advance(Window& in, ReceivedHead& head) noexcept {
    Outcome outcome = Outcome::next;
    switch (phase_) {
        case Phase::version:
            if ((outcome = read_version(in, head)) != Outcome::next) return outcome;
            [[fallthrough]];
        case Phase::status:
            if ((outcome = read_status(in, head)) != Outcome::next) return outcome;
            [[fallthrough]];
        case Phase::reason:
            if ((outcome = read_reason(in, head)) != Outcome::next) return outcome;
            [[fallthrough]];
        default: return read_fields(in, head);
    }
}

H1ResponseParser::Outcome H1ResponseParser::read_version(Window& in, ReceivedHead& head) noexcept {
    static constexpr Bytes kForm = "HTTP/d.d ";
    const size_t seen = in.left() < kForm.size() ? in.left() : kForm.size();
    if (seen < kForm.size() || std::memcmp(in.at, kVersion11.data(), kForm.size()) != 0) {
        for (size_t i = 0; i < seen; ++i) {
            const bool fits = kForm[i] == 'd' ? ascii_digit(in.at[i]) : in.at[i] == kForm[i];
            if (!fits) return refuse(why_not_version(i));
        }
        if (seen < kForm.size()) return Outcome::wait;
        if (in.at[5] != '1') return refuse("HTTP version is not 1.x");
        if (in.at[7] == '0') head.version = Version::http10;
    }
    in.at += kForm.size();
    phase_ = Phase::status;
    return Outcome::next;
}

// Three digits, and a space or the end of the line: many servers leave out the space before an empty reason.
H1ResponseParser::Outcome H1ResponseParser::read_status(Window& in, ReceivedHead& head) noexcept {
    const size_t seen = in.left() < kStatusDigits ? in.left() : kStatusDigits;
    int status = 0;
    for (size_t i = 0; i < seen; ++i) {
        if (!ascii_digit(in.at[i])) return refuse("status is not three digits");
        if (i == 0 && in.at[i] == '0') return refuse("status below 100");
        status = status * 10 + (in.at[i] - '0');
    }
    if (in.left() <= kStatusDigits) return Outcome::wait;
    const char next = in.at[kStatusDigits];
    if (next != ' ' && next != '\r') return refuse("status is not three digits");
    head.status = static_cast<uint16_t>(status);
    in.at += kStatusDigits;
    mark_ = in.offset();
    phase_ = Phase::reason;
    return Outcome::next;
}

H1ResponseParser::Outcome H1ResponseParser::read_reason(Window& in, ReceivedHead& head) noexcept {
    in.at = scan_value(in.at, in.end);
    if (in.at == in.end) return Outcome::wait;
    if (*in.at != '\r') return refuse(why_not_reason(*in.at));
    if (in.left() < 2) return Outcome::wait;
    if (in.at[1] != '\n') return refuse("bare CR in the status line");
    head.reason = trim_ows(between(in.begin + mark_, in.at));
    in.at += 2;
    phase_ = Phase::fields;
    if (head.status == 101 && !request_.upgrades) return refuse("101 that was not asked for");
    return Outcome::next;
}

H1ResponseParser::Outcome H1ResponseParser::read_fields(Window& in, ReceivedHead& head) noexcept {
    Window here = in;  // a copy, which the compiler keeps in registers
    Outcome outcome = Outcome::next;
    while (outcome == Outcome::next && phase_ != Phase::done) {
        if (head.field_count == head.fields.size()) make_room(head);
        outcome = read_field(here, head.fields.data(), head.field_count);
        if (outcome != Outcome::next) break;
        outcome = fields_end() ? finish(here, head) : note_framing(head.fields[head.field_count - 1]);
    }
    in.at = here.at;
    return outcome;
}

void H1ResponseParser::make_room(ReceivedHead& head) noexcept {
    constexpr uint32_t kFirst = 8;
    head.fields.resize(std::max(kFirst, head.field_count * 2));
}

// RFC 9112 6.3, 1 and 2. What the fields of such a response say about a body is ignored.
bool H1ResponseParser::has_body(int status) const noexcept {
    if (request_.is_head || status < 200 || status == 204 || status == 304) return false;
    return !request_.is_connect || status >= 300;
}

H1ResponseParser::Outcome H1ResponseParser::finish(Window in, ReceivedHead& head) noexcept {
    const bool http10 = head.version == Version::http10;
    if (const Outcome outcome = check_framing(http10); outcome != Outcome::next) return outcome;
    phase_ = Phase::done;
    head.raw = between(in.begin, in.at);
    head.keep_alive = keeps_alive(http10);
    if (!has_body(head.status)) {
        if (request_.ends_http(head.status)) head.keep_alive = false;
        return Outcome::next;
    }
    head.framing = chunked_ ? Framing::chunked : has_content_length_ ? Framing::length : Framing::close;
    head.content_length = has_content_length_ ? content_length_ : 0;
    if (head.framing == Framing::close) head.keep_alive = false;
    return Outcome::next;
}

}  // namespace tern::http
