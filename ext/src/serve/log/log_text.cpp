#include "serve/log/log_text.h"

#include "base/escape.h"
#include "protocol/http/scan.h"

namespace tern::serve {

namespace {

constexpr char kHex[] = "0123456789ABCDEF";

unsigned char byte_at(Bytes text, size_t at) noexcept { return static_cast<unsigned char>(text[at]); }

void append_hex(Buffer& out, Bytes prefix, unsigned byte) noexcept {
    out.append(prefix);
    char* digits = out.extend(2);
    digits[0] = kHex[byte >> 4];
    digits[1] = kHex[byte & 15];
}

// Appends the first character of `text` as JSON. Returns its length in bytes.
size_t append_json_piece(Buffer& out, Bytes text) noexcept {
    const unsigned byte = byte_at(text, 0);
    if (byte == '"' || byte == '\\') {
        out.append("\\");
        out.append(text.substr(0, 1));
        return 1;
    }
    if (byte < 0x80) {
        append_hex(out, "\\u00", byte);
        return 1;
    }
    const size_t length = utf8_length(text);
    if (length == 0) {
        out.append("\\uFFFD");
        return 1;
    }
    if (byte == 0xc2 && byte_at(text, 1) < 0xa0) {
        append_hex(out, "\\u00", byte_at(text, 1));
    } else if (printable_length(text) == 0) {  // U+2028 to U+2069
        append_hex(out, "\\u20", (byte_at(text, 1) & 1U) << 6 | (byte_at(text, 2) & 0x3fU));
    } else {
        out.append(text.substr(0, length));
    }
    return length;
}

// Appends the start of `text` that needs no escape, and removes it from `text`.
void append_plain(Buffer& out, Bytes& text) noexcept {
    const char* end = text.data() + text.size();
    const auto plain = static_cast<size_t>(http::scan_plain(text.data(), end) - text.data());
    out.append(text.substr(0, plain));
    text.remove_prefix(plain);
}

}  // namespace

void append_log_text(Buffer& out, Bytes text) noexcept {
    if (text.empty()) return out.append("-");
    for (append_plain(out, text); !text.empty(); append_plain(out, text)) {
        append_hex(out, "\\x", byte_at(text, 0));
        text.remove_prefix(1);
    }
}

void append_json_text(Buffer& out, Bytes text) noexcept {
    if (text.data() == nullptr) return out.append("null");
    out.append("\"");
    for (append_plain(out, text); !text.empty(); append_plain(out, text)) {
        text.remove_prefix(append_json_piece(out, text));
    }
    out.append("\"");
}

}  // namespace tern::serve
