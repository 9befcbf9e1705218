#include "protocol/fastcgi/response_head.h"

#include "base/check.h"
#include "protocol/http/number.h"

namespace tern::fastcgi {

namespace {

constexpr Bytes kLineEnd = "\r\n";

void write_field(Buffer& out, Bytes name, Bytes value) noexcept {
    out.append(name);
    out.append(": ");
    out.append(value);
    out.append(kLineEnd);
}

void write_status(Buffer& out, const http::ResponseHead& head, bool completes) noexcept {
    if (head.status == 200) return;
    const Bytes reason = head.reason.empty() && completes ? http::reason_phrase(head.status) : head.reason;
    char digits[http::kMaxDecimalDigits];
    const char* const end = http::write_decimal(digits, static_cast<uint64_t>(head.status));
    out.append("Status: ");
    out.append(Bytes(digits, static_cast<size_t>(end - digits)));
    if (!reason.empty()) out.append(" ");
    out.append(reason);
    out.append(kLineEnd);
}

// Those that the web server decides about.
bool is_of_connection(Bytes name) noexcept {
    switch (name.size()) {
        case 7: return equals_lower(name, "upgrade");
        case 10: return equals_lower(name, "connection") || equals_lower(name, "keep-alive");
        case 14: return equals_lower(name, "content-length");
        case 17: return equals_lower(name, "transfer-encoding");
        default: return false;
    }
}

void write_content_length(Buffer& out, const http::ResponseHead& head) noexcept {
    if (head.framing != http::Framing::length) return;
    char digits[http::kMaxDecimalDigits];
    const char* const end = http::write_decimal(digits, head.content_length);
    write_field(out, "Content-Length", Bytes(digits, static_cast<size_t>(end - digits)));
}

}  // namespace

void write_response_head(Buffer& out, const http::ResponseHead& head, HeadStyle style) noexcept {
    TERN_CHECK(head.status >= 100 && head.status <= 999);
    const bool completes = style == HeadStyle::complete;
    bool has_type = head.framing == http::Framing::none || !http::may_have_content(head.status);
    write_status(out, head, completes);
    for (size_t i = 0; i < head.field_count; ++i) {
        const http::Field& field = head.fields[i];
        if (completes && is_of_connection(field.name)) continue;
        has_type = has_type || equals_lower(field.name, "content-type");
        write_field(out, field.name, field.value);
    }
    if (completes && !has_type) write_field(out, "Content-Type", "text/html");
    if (completes) write_content_length(out, head);
    out.append(kLineEnd);
}

}  // namespace tern::fastcgi
