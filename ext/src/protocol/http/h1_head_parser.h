// What the parsers of request heads and of response heads share (RFC 9112 5, 6, 9.3): the field lines up to the empty
// line, the fields that frame the message, and the steps. It owns only offsets. The result depends only on the bytes,
// not on how they were split, and an error is reported with the first byte that makes it certain.
#pragma once

#include "protocol/http/head.h"
#include "protocol/http/scan.h"

namespace tern::http {

struct ParseStep {
    enum class State : uint8_t { need_more, complete, failed };
    State state = State::need_more;
    uint32_t consumed = 0;         // complete: used bytes of `buffered`
    int status = 0;                // failed: the status to respond with before closing
    const char* reason = nullptr;  // failed: static text that names the rule, for the log
};

class H1HeadParser {
protected:
    enum class Outcome : uint8_t { next, wait, fail };

    // The part of the buffer that may still be parsed. It ends at the limit of a head, so that bytes after the limit
    // cannot change the result.
    struct Window {
        const char* begin;
        const char* at;
        const char* end;

        uint32_t offset() const noexcept { return static_cast<uint32_t>(at - begin); }
        size_t left() const noexcept { return static_cast<size_t>(end - at); }
    };

    static Bytes between(const char* from, const char* to) noexcept {
        return Bytes(from, static_cast<size_t>(to - from));
    }
    static bool is_ows(char c) noexcept { return c == ' ' || c == '\t'; }
    // Adapts a view to a buffer that has moved.
    static void move_view(Bytes& view, const char* from, const char* to) noexcept;

    H1HeadParser(const HeadLimits& limits, uint32_t most_fields) noexcept : limits_(limits) {
        if (limits_.fields > most_fields) limits_.fields = most_fields;
    }
    ~H1HeadParser() = default;

    Window window_of(Bytes buffered) const noexcept;
    ParseStep step_of(Outcome outcome) const noexcept;
    Outcome fail(int status, const char* reason) noexcept;
    bool failed() const noexcept { return reason_ != nullptr; }

    // Reads one field line to fields[count++], or the empty line: then fields_end().
    Outcome read_field(Window& in, Field* fields, uint32_t& count) noexcept;
    bool fields_end() const noexcept { return line_ == Line::end; }
    // Examines the fields that determine the end of the message and of the connection.
    Outcome note_framing(const Field& field) noexcept;
    // Call it at the end of the head.
    Outcome check_framing(bool http10) noexcept {
        return chunked_ || other_coding_ ? check_codings(http10) : Outcome::next;
    }
    bool keeps_alive(bool http10) const noexcept { return !close_ && (!http10 || persist_); }

    HeadLimits limits_;
    const char* base_ = nullptr;
    uint32_t at_ = 0;    // all before it is parsed
    uint32_t mark_ = 0;  // start of the current token; in a value: of the line
    // What the fields contain.
    uint64_t content_length_ = 0;
    bool has_content_length_ = false;
    bool chunked_ = false;
    bool upgrade_ = false;

private:
    enum class Line : uint8_t { start, name, value, last, end };

    Outcome open_line(Window& in, uint32_t count) noexcept;
    Outcome read_name(Window& in) noexcept;
    Outcome read_value(Window& in, Field* fields, uint32_t& count) noexcept;
    Outcome close_head(Window& in) noexcept;
    Outcome refuse_name(char c) noexcept;
    Outcome refuse_value(char c) noexcept;
    Outcome note_content_length(Bytes value) noexcept;
    Outcome note_transfer_encoding(Bytes value) noexcept;
    Outcome note_connection(Bytes value) noexcept;
    Outcome check_codings(bool http10) noexcept;

    const char* reason_ = nullptr;
    int status_ = 0;
    uint32_t colon_ = 0;  // in a value: the position of the line's colon
    Line line_ = Line::start;
    bool close_ = false;
    bool persist_ = false;
    bool other_coding_ = false;
};

inline H1HeadParser::Window H1HeadParser::window_of(Bytes buffered) const noexcept {
    const size_t size = buffered.size() < limits_.head_bytes ? buffered.size() : limits_.head_bytes;
    return Window{base_, base_ + at_, base_ + size};
}

inline ParseStep H1HeadParser::step_of(Outcome outcome) const noexcept {
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

inline H1HeadParser::Outcome H1HeadParser::open_line(Window& in, uint32_t count) noexcept {
    if (in.at == in.end) return Outcome::wait;
    if (*in.at == '\r') {
        line_ = Line::last;
        return Outcome::next;
    }
    if (*in.at == ' ' || *in.at == '\t') return fail(400, "folded field line");
    if (count == limits_.fields) return fail(431, "too many fields");
    mark_ = in.offset();
    line_ = Line::name;
    return Outcome::next;
}

inline H1HeadParser::Outcome H1HeadParser::read_name(Window& in) noexcept {
    in.at = scan_token(in.at, in.end);
    if (in.at == in.end) return Outcome::wait;
    if (*in.at != ':') return refuse_name(*in.at);
    colon_ = in.offset();
    if (colon_ == mark_) return fail(400, "empty field name");
    ++in.at;
    line_ = Line::value;
    return Outcome::next;
}

inline H1HeadParser::Outcome H1HeadParser::read_value(Window& in, Field* fields, uint32_t& count) noexcept {
    in.at = scan_value(in.at, in.end);
    if (in.at == in.end) return Outcome::wait;
    if (*in.at != '\r') return refuse_value(*in.at);
    if (in.left() < 2) return Outcome::wait;
    if (in.at[1] != '\n') return fail(400, "bare CR in the head");
    Field& field = fields[count++];
    field.name = between(in.begin + mark_, in.begin + colon_);
    const char* from = in.begin + colon_ + 1;
    const char* to = in.at;
    while (is_ows(*from)) ++from;  // the end of the line is not white space
    while (to > from && is_ows(to[-1])) --to;
    field.value = between(from, to);
    in.at += 2;
    line_ = Line::start;
    return Outcome::next;
}

inline H1HeadParser::Outcome H1HeadParser::close_head(Window& in) noexcept {
    if (in.left() < 2) return Outcome::wait;
    if (in.at[1] != '\n') return fail(400, "bare CR in the head");
    in.at += 2;
    line_ = Line::end;
    return Outcome::next;
}

inline H1HeadParser::Outcome H1HeadParser::read_field(Window& in, Field* fields, uint32_t& count) noexcept {
    Outcome outcome = Outcome::next;
    switch (line_) {
        case Line::start:
            if ((outcome = open_line(in, count)) != Outcome::next) return outcome;
            if (line_ == Line::last) return close_head(in);
            [[fallthrough]];
        case Line::name:
            if ((outcome = read_name(in)) != Outcome::next) return outcome;
            [[fallthrough]];
        case Line::value: return read_value(in, fields, count);
        case Line::last: return close_head(in);
        case Line::end: break;
    }
    return outcome;
}

inline H1HeadParser::Outcome H1HeadParser::note_framing(const Field& field) noexcept {
    const char first = ascii_lower(field.name.front());
    switch (field.name.size()) {
        case 10:
            if (first == 'c' && equals_lower(field.name, "connection")) return note_connection(field.value);
            break;
        case 14:
            if (first == 'c' && equals_lower(field.name, "content-length")) return note_content_length(field.value);
            break;
        case 17:
            if (first == 't' && equals_lower(field.name, "transfer-encoding"))
                return note_transfer_encoding(field.value);
            break;
        default: break;
    }
    return Outcome::next;
}

}  // namespace tern::http
