// Makes foreign text safe for a log or a terminal: bytes that end a line, move the cursor or change the direction of
// writing are shown as \xHH. A line break stays, with a tab after it: so a line that starts with another character was
// begun by the writer of the log, never by the text.
#pragma once

#include "base/bytes.h"

namespace tern {

// The length of the well-formed UTF-8 sequence at the start (Unicode 15, table 3-7) that is not ASCII; 0: there is
// none.
size_t utf8_length(Bytes text) noexcept;

// The length of the first character if it can be shown as it is. 0: it is a control character (C0 except for the tab,
// DEL, C1), a separator of lines or paragraphs, a mark that changes the direction, or invalid UTF-8.
size_t printable_length(Bytes text) noexcept;

// Calls `put(Bytes)` with the pieces of the escaped text. Line breaks at the end are left out.
template <class Put>
void escape_lines(Bytes text, Put put) noexcept {
    constexpr char kHex[] = "0123456789ABCDEF";
    while (text.ends_with('\n')) text.remove_suffix(1);
    while (!text.empty()) {
        const size_t shown = printable_length(text);
        const auto byte = static_cast<unsigned char>(text[0]);
        const char hex[] = {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
        if (shown > 0) {
            put(text.substr(0, shown));
        } else {
            put(byte == '\n' ? Bytes("\n\t") : Bytes(hex, sizeof hex));
        }
        text.remove_prefix(shown > 0 ? shown : 1);
    }
}

}  // namespace tern
