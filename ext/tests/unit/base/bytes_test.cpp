#include "base/bytes.h"

#include <doctest/doctest.h>
#include <string>

using namespace tern;

TEST_CASE("equals_lower: every byte at every place of texts of every length") {
    const std::string lower = "abcdefghijklmnopqrstuvwxyz";
    for (size_t size = 1; size <= lower.size(); ++size) {
        const std::string wanted = lower.substr(0, size);
        for (size_t at = 0; at < size; ++at) {
            for (int byte = 0; byte < 256; ++byte) {
                std::string text = wanted;
                text[at] = static_cast<char>(byte);
                INFO(size, " ", at, " ", byte);
                REQUIRE(equals_lower(text, wanted) == (text[at] == wanted[at] || text[at] == wanted[at] - 0x20));
            }
        }
    }
}

TEST_CASE("equals_lower: only letters have two cases") {
    for (int byte = 0; byte < 256; ++byte) {
        const char c = static_cast<char>(byte);
        for (const int other : {byte, byte ^ 0x20, byte ^ 0x80, (byte + 1) & 0xff}) {
            const std::string text(8, static_cast<char>(other));
            const std::string wanted(8, ascii_lower(c));
            INFO(byte, " ", other);
            REQUIRE(equals_lower(text, wanted) == (ascii_lower(text[0]) == wanted[0]));
        }
    }
}

TEST_CASE("equals_lower: lengths differ") {
    CHECK(equals_lower("", ""));
    CHECK_FALSE(equals_lower("content-length", "content-lengt"));
    CHECK_FALSE(equals_lower("content-lengt", "content-length"));
    CHECK(equals_lower("CONTENT-Length", "content-length"));
}
