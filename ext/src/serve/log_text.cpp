#include "serve/log_text.h"

#include "http/scan.h"

namespace tern::serve {

namespace {

constexpr char kHex[] = "0123456789ABCDEF";

unsigned char byte_at(Bytes text, size_t at) noexcept { return static_cast<unsigned char>(text[at]); }

bool is_continuation(Bytes text, size_t at, unsigned low = 0x80, unsigned high = 0xbf) noexcept {
    return at < text.size() && byte_at(text, at) >= low && byte_at(text, at) <= high;
}

// Bytes of the well-formed sequence at the start (Unicode 15, table 3-7), which is no ASCII; 0: there is none.
size_t utf8_length(Bytes text) noexcept {
    const unsigned lead = byte_at(text, 0);
    if (lead >= 0xc2 && lead <= 0xdf) return is_continuation(text, 1) ? 2 : 0;
    if (lead >= 0xe0 && lead <= 0xef) {
        const unsigned low = lead == 0xe0 ? 0xa0 : 0x80;
        const unsigned high = lead == 0xed ? 0x9f : 0xbf;
        return is_continuation(text, 1, low, high) && is_continuation(text, 2) ? 3 : 0;
    }
    if (lead < 0xf0 || lead > 0xf4) return 0;
    const unsigned low = lead == 0xf0 ? 0x90 : 0x80;
    const unsigned high = lead == 0xf4 ? 0x8f : 0xbf;
    return is_continuation(text, 1, low, high) && is_continuation(text, 2) && is_continuation(text, 3) ? 4 : 0;
}

void append_hex(Buffer& out, Bytes prefix, unsigned byte) noexcept {
    out.append(prefix);
    char* digits = out.extend(2);
    digits[0] = kHex[byte >> 4];
    digits[1] = kHex[byte & 15];
}

// Appends what stands at the start of `text` in JSON and returns how many bytes that were.
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
    } else {
        out.append(text.substr(0, length));
    }
    return length;
}

// Takes what needs no care off `text`.
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
