#include "serve/log/log_text.h"

#include <doctest/doctest.h>
#include <string>

using namespace tern;
using namespace tern::serve;

namespace {

std::string log_text(Bytes text) {
    Buffer out;
    append_log_text(out, text);
    return std::string(out.view());
}

std::string json_text(Bytes text) {
    Buffer out;
    append_json_text(out, text);
    return std::string(out.view());
}

}  // namespace

TEST_CASE("log_text: what could end a line, a field or a terminal's patience is escaped") {
    CHECK(log_text("") == "-");
    CHECK(log_text("plain text, 16 bytes and more of it") == "plain text, 16 bytes and more of it");
    CHECK(log_text("a\"b\\c") == "a\\x22b\\x5Cc");
    CHECK(log_text("200\n127.0.0.1 - -") == "200\\x0A127.0.0.1 - -");
    CHECK(log_text(Bytes("\0\t\r\x1b[2J\x7f", 8)) == "\\x00\\x09\\x0D\\x1B[2J\\x7F");
    CHECK(log_text("\xc3\xa9\xff") == "\\xC3\\xA9\\xFF");
}

TEST_CASE("log_text: every byte at every place within and around a block is one of printable ASCII") {
    for (int byte = 0; byte < 256; ++byte) {
        for (size_t length : {1, 15, 16, 17, 40}) {
            for (size_t at = 0; at < length; ++at) {
                std::string text(length, 'a');
                text[at] = static_cast<char>(byte);
                for (char c : log_text(text)) REQUIRE((c >= 0x20 && c < 0x7f && c != '"'));
                for (char c : json_text(text)) REQUIRE((c >= 0x20 && c < 0x7f));
            }
        }
    }
}

TEST_CASE("log_text: JSON keeps well-formed UTF-8 and replaces the rest") {
    CHECK(json_text(Bytes()) == "null");
    CHECK(json_text(Bytes("")) == "\"\"");
    CHECK(json_text("a\"b\\c\n") == R"("a\"b\\c\u000A")");
    CHECK(json_text("\x7f") == R"("\u007F")");
    for (Bytes good :
         {"\xc3\xa9", "\xe2\x82\xac", "\xed\x9f\xbf", "\xee\x80\x80", "\xf0\x9f\x98\x80", "\xf4\x8f\xbf\xbf"}) {
        CHECK(json_text(good) == '"' + std::string(good) + '"');
    }
    CHECK(json_text("\xc2\x9b[2J") == R"("\u009B[2J")");  // CSI of C1
    CHECK(json_text("a\xe2\x80\xa8"
                    "b\xe2\x80\xa9") == R"("a\u2028b\u2029")");
    CHECK(json_text("\xe2\x80\xae\xe2\x81\xa6") == R"("\u202E\u2066")");
    CHECK(json_text("\xe2\x80\xa7") == "\"\xe2\x80\xa7\"");
    CHECK(json_text("\xc2\xa0") == "\"\xc2\xa0\"");
}

TEST_CASE("log_text: JSON and bytes that are no UTF-8") {
    CHECK(json_text("\x80") == R"("\uFFFD")");
    CHECK(json_text("\xc0\xaf") == R"("\uFFFD\uFFFD")");                      // overlong
    CHECK(json_text("\xe0\x80\xaf") == R"("\uFFFD\uFFFD\uFFFD")");            // overlong
    CHECK(json_text("\xed\xa0\x80") == R"("\uFFFD\uFFFD\uFFFD")");            // surrogate
    CHECK(json_text("\xf4\x90\x80\x80") == R"("\uFFFD\uFFFD\uFFFD\uFFFD")");  // beyond Unicode
    CHECK(json_text("\xe2\x82") == R"("\uFFFD\uFFFD")");                      // cut off
    CHECK(json_text("\xe2\"") == R"("\uFFFD\"")");                            // the quote is not swallowed
    CHECK(json_text("\xf0\x9f\x98\n") == R"("\uFFFD\uFFFD\uFFFD\u000A")");
}
