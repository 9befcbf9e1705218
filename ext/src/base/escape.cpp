#include "base/escape.h"

namespace tern {

namespace {

unsigned char byte_at(Bytes text, size_t at) noexcept { return static_cast<unsigned char>(text[at]); }

bool is_continuation(Bytes text, size_t at, unsigned low = 0x80, unsigned high = 0xbf) noexcept {
    return at < text.size() && byte_at(text, at) >= low && byte_at(text, at) <= high;
}

// For sequences of three bytes: line and paragraph separators, embeddings, overrides and isolates (Unicode 15, UAX 9).
bool has_effect(Bytes text) noexcept {
    if (!text.starts_with("\xe2\x80") && !text.starts_with("\xe2\x81")) return false;
    const unsigned last = byte_at(text, 2);
    return byte_at(text, 1) == 0x80 ? last >= 0xa8 && last <= 0xae : last >= 0xa6 && last <= 0xa9;
}

}  // namespace

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

size_t printable_length(Bytes text) noexcept {
    if (text.empty()) return 0;
    const unsigned byte = byte_at(text, 0);
    if (byte == '\t' || (byte >= 0x20 && byte < 0x7f)) return 1;
    if (byte < 0x80) return 0;
    const size_t length = utf8_length(text);
    if (length == 2 && byte == 0xc2 && byte_at(text, 1) < 0xa0) return 0;
    return length == 3 && has_effect(text) ? 0 : length;
}

}  // namespace tern
