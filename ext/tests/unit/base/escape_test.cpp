#include "base/escape.h"

#include <doctest/doctest.h>
#include <string>

using namespace tern;

namespace {

std::string escaped(Bytes text) {
    std::string out;
    escape_lines(text, [&out](Bytes piece) { out.append(piece); });
    return out;
}

}  // namespace

TEST_CASE("escape: a line break is followed by a tab, and ends no text") {
    CHECK(escaped("a\nb\n\nc") == "a\n\tb\n\t\n\tc");
    CHECK(escaped("a\n\n") == "a");
    CHECK(escaped("\n") == "");
    CHECK(escaped("\na") == "\n\ta");
    CHECK(escaped("") == "");
}

TEST_CASE("escape: what a terminal or a reader of lines acts on") {
    CHECK(escaped("a\tb") == "a\tb");
    CHECK(escaped(Bytes("\0\r\v\f\x1b[2J\x7f", 9)) == "\\x00\\x0D\\x0B\\x0C\\x1B[2J\\x7F");
    CHECK(escaped("\xc2\x85") == "\\xC2\\x85");  // next line
    CHECK(escaped("\xc2\x9b"
                  "2J") == "\\xC2\\x9B2J");                                          // CSI of C1
    CHECK(escaped("\xe2\x80\xa8\xe2\x80\xa9") == "\\xE2\\x80\\xA8\\xE2\\x80\\xA9");  // separators of lines, paragraphs
    for (Bytes turns : {"\xe2\x80\xaa", "\xe2\x80\xae", "\xe2\x81\xa6", "\xe2\x81\xa9"})
        CHECK(escaped(turns)[0] == '\\');
    CHECK(escaped("\x85\xff\xed\xa0\x80") == "\\x85\\xFF\\xED\\xA0\\x80");  // no UTF-8
}

TEST_CASE("escape: text of any language stays") {
    for (Bytes shown : {"plain", "\xc3\xa9", "\xc2\xa0", "\xe2\x82\xac", "\xe2\x80\xa7", "\xe2\x80\xaf", "\xe2\x81\xa5",
                        "\xe2\x81\xaa", "\xf0\x9f\x98\x80"}) {
        CHECK(escaped(shown) == shown);
    }
}
