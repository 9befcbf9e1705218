#include "protocol/http/multipart.h"

#include <cstring>

#include "base/check.h"
#include "protocol/http/char_class.h"
#include "protocol/http/field.h"

namespace tern::http {

namespace {

// RFC 2046 5.1.1: bchars; the last one must not be a space.
bool valid_boundary(Bytes boundary) noexcept {
    if (boundary.empty() || boundary.size() > kMaxBoundary || boundary.back() == ' ') return false;
    for (char c : boundary) {
        const bool alnum = ascii_digit(c) || (ascii_lower(c) >= 'a' && ascii_lower(c) <= 'z');
        if (!alnum && Bytes("'()+_,-./:=? ").find(c) == Bytes::npos) return false;
    }
    return true;
}

}  // namespace

Bytes multipart_boundary(Bytes content_type) noexcept {
    ParameterReader parameters(content_type);
    if (!equals_lower(parameters.main_value().substr(0, 10), "multipart/")) return {};
    Bytes boundary;
    Parameter parameter;
    while (parameters.next(parameter)) {
        if (!equals_lower(parameter.name, "boundary")) continue;
        if (boundary.data() != nullptr || !valid_boundary(parameter.value)) return {};
        boundary = parameter.value;
    }
    return parameters.malformed() ? Bytes() : boundary;
}

MultipartParser::MultipartParser(Bytes boundary, const MultipartLimits& limits, MultipartHandler& handler) noexcept
    : handler_(handler), limits_(limits), delimiter_size_(boundary.size() + 4) {
    TERN_CHECK(valid_boundary(boundary));
    std::memcpy(delimiter_, "\r\n--", 4);
    std::memcpy(delimiter_ + 4, boundary.data(), boundary.size());
    await_delimiter(Phase::preamble);
}

// A delimiter may follow directly: then it begins with the CRLF that was just read, or with the start of the body.
void MultipartParser::await_delimiter(Phase phase) noexcept {
    phase_ = phase;
    matched_ = borrowed_ = 2;
}

MultipartStep MultipartParser::feed(Bytes in) noexcept {
    while (!in.empty() && phase_ < Phase::done) in.remove_prefix(take(in));
    return step();
}

MultipartStep MultipartParser::finish() noexcept {
    if (phase_ < Phase::done) fail(400, "no closing delimiter");
    return step();
}

MultipartStep MultipartParser::step() const noexcept {
    if (phase_ == Phase::done) return {MultipartStep::State::done};
    if (phase_ == Phase::failed) return {MultipartStep::State::failed, status_, reason_};
    return {};
}

void MultipartParser::fail(int status, const char* reason) noexcept {
    phase_ = Phase::failed;
    status_ = status;
    reason_ = reason;
}

// Returns the used bytes of `in`; 0 only after a failed match that had no byte of `in`.
size_t MultipartParser::take(Bytes in) noexcept {
    switch (phase_) {
        case Phase::preamble:
        case Phase::body: return matched_ != 0 ? resume_match(in) : search(in);
        case Phase::head: return read_head(in);
        default: read_delimiter_line(in.front()); return 1;
    }
}

void MultipartParser::give(Bytes data) noexcept {
    if (phase_ == Phase::body && !data.empty()) handler_.on_data(data);
}

// Only the first byte of the delimiter is a CR, so no other match can begin within a failed one.
size_t MultipartParser::resume_match(Bytes in) noexcept {
    size_t count = 0;
    while (matched_ < delimiter_size_ && count < in.size() && in[count] == delimiter_[matched_]) {
        ++count;
        ++matched_;
    }
    if (matched_ == delimiter_size_) {
        end_body();
    } else if (count < in.size()) {
        give(Bytes(delimiter_ + borrowed_, matched_ - borrowed_));
        matched_ = borrowed_ = 0;
    }
    return count;
}

// Passes on everything before the first delimiter, or before a possible start of one at the end of `in`.
size_t MultipartParser::search(Bytes in) noexcept {
    size_t at = 0;
    while ((at = in.find('\r', at)) != Bytes::npos) {
        const size_t left = in.size() - at;
        const size_t compared = left < delimiter_size_ ? left : delimiter_size_;
        if (std::memcmp(in.data() + at, delimiter_, compared) != 0) {
            ++at;
            continue;
        }
        give(in.substr(0, at));
        matched_ = compared;
        if (matched_ == delimiter_size_) end_body();
        return at + compared;
    }
    give(in);
    return in.size();
}

void MultipartParser::end_body() noexcept {
    matched_ = borrowed_ = 0;
    if (phase_ == Phase::body) handler_.on_part_end();
    phase_ = Phase::behind_delimiter;
}

void MultipartParser::read_delimiter_line(char c) noexcept {
    if (phase_ == Phase::line_feed) return c == '\n' ? open_part() : fail(400, "bare CR behind a delimiter");
    if (phase_ == Phase::second_dash) {
        if (c != '-') return fail(400, "delimiter runs on");
        phase_ = Phase::done;
        return;
    }
    if (phase_ == Phase::behind_delimiter && c == '-') {
        phase_ = Phase::second_dash;
        return;
    }
    if (c == '\r') {
        phase_ = Phase::line_feed;
        return;
    }
    if (c != ' ' && c != '\t') return fail(400, "delimiter runs on");
    phase_ = Phase::padding;
}

void MultipartParser::open_part() noexcept {
    if (parts_ == limits_.parts) return fail(413, "too many parts");
    ++parts_;
    head_.clear();
    line_ = 0;
    phase_ = Phase::head;
}

size_t MultipartParser::read_head(Bytes in) noexcept {
    const size_t line_feed = in.find('\n');
    const Bytes piece = in.substr(0, line_feed == Bytes::npos ? in.size() : line_feed + 1);
    if (head_.size() + piece.size() > limits_.part_head_bytes) {
        fail(413, "head of a part too large");
        return in.size();
    }
    head_.append(piece);
    if (line_feed == Bytes::npos) return piece.size();
    const Bytes line = head_.view().substr(line_);
    if (!line.ends_with("\r\n")) {
        fail(400, "bare LF in the head of a part");
    } else if (line.size() == 2) {
        close_head();
    } else {
        line_ = head_.size();
    }
    return piece.size();
}

void MultipartParser::close_head() noexcept {
    if (const char* reason = part_.parse(head_.view().substr(0, line_))) return fail(400, reason);
    if (part_.name().size() > limits_.name_bytes) return fail(413, "name of a part too long");
    if (part_.file_name().size() > limits_.name_bytes) return fail(413, "file name of a part too long");
    handler_.on_part(part_);
    await_delimiter(Phase::body);
}

}  // namespace tern::http
