#include "protocol/http/h1_head_parser.h"

#include "protocol/http/field.h"
#include "protocol/http/number.h"

namespace tern::http {

void H1HeadParser::move_view(Bytes& view, const char* from, const char* to) noexcept {
    if (view.data() == nullptr) return;
    // The old buffer may be freed, so only its address is used.
    const auto offset = reinterpret_cast<uintptr_t>(view.data()) - reinterpret_cast<uintptr_t>(from);
    view = Bytes(to + offset, view.size());
}

H1HeadParser::Outcome H1HeadParser::fail(int status, const char* reason) noexcept {
    status_ = status;
    reason_ = reason;
    return Outcome::fail;
}

H1HeadParser::Outcome H1HeadParser::refuse_name(char c) noexcept {
    if (c == ' ' || c == '\t') return fail(400, "white space in or after a field name");
    if (c == '\r' || c == '\n') return fail(400, "field line without a colon");
    return fail(400, "invalid character in a field name");
}

H1HeadParser::Outcome H1HeadParser::refuse_value(char c) noexcept {
    if (c == '\n') return fail(400, "bare LF in the head");
    if (c == '\0') return fail(400, "NUL in a field value");
    return fail(400, "control character in a field value");
}

H1HeadParser::Outcome H1HeadParser::note_content_length(Bytes value) noexcept {
    if (value.ends_with(',')) return fail(400, "invalid Content-Length");
    do {
        uint64_t length = 0;
        if (!parse_decimal(take_element(value), length)) return fail(400, "invalid Content-Length");
        if (has_content_length_ && content_length_ != length) return fail(400, "differing Content-Lengths");
        content_length_ = length;
        has_content_length_ = true;
    } while (!value.empty());
    return Outcome::next;
}

H1HeadParser::Outcome H1HeadParser::note_transfer_encoding(Bytes value) noexcept {
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

H1HeadParser::Outcome H1HeadParser::note_connection(Bytes value) noexcept {
    while (!value.empty()) {
        const Bytes option = take_element(value);
        if (equals_lower(option, "close")) close_ = true;
        if (equals_lower(option, "keep-alive")) persist_ = true;
        if (equals_lower(option, "upgrade")) upgrade_ = true;
    }
    return Outcome::next;
}

H1HeadParser::Outcome H1HeadParser::check_codings(bool http10) noexcept {
    if (http10) return fail(400, "Transfer-Encoding in HTTP/1.0");
    if (has_content_length_) return fail(400, "Transfer-Encoding and Content-Length");
    if (!chunked_) return fail(400, "chunked is not the last transfer coding");
    return other_coding_ ? fail(501, "unknown transfer coding") : Outcome::next;
}

}  // namespace tern::http
