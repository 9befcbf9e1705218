#include "protocol/http/ws/utf8.h"

#include <doctest/doctest.h>
#include <string>

using namespace tern;
using namespace tern::http::ws;

namespace {

bool valid_by_pieces(Bytes text, size_t cut) {
    Utf8Check check;
    return check.feed(text.substr(0, cut)) && check.feed(text.substr(cut)) && check.whole();
}

// Straight from the code point.
std::string encoded(uint32_t point) {
    if (point < 0x80) return {static_cast<char>(point)};
    if (point < 0x800) return {static_cast<char>(0xc0 | point >> 6), static_cast<char>(0x80 | (point & 63))};
    if (point < 0x10000) {
        return {static_cast<char>(0xe0 | point >> 12), static_cast<char>(0x80 | (point >> 6 & 63)),
                static_cast<char>(0x80 | (point & 63))};
    }
    return {static_cast<char>(0xf0 | point >> 18), static_cast<char>(0x80 | (point >> 12 & 63)),
            static_cast<char>(0x80 | (point >> 6 & 63)), static_cast<char>(0x80 | (point & 63))};
}

}  // namespace

TEST_CASE("utf8: every code point but the surrogates, and none behind the last") {
    for (uint32_t point = 0; point < 0x120000; ++point) {
        const bool expected = point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
        REQUIRE(valid_utf8(encoded(point)) == expected);
    }
}

TEST_CASE("utf8: all of two bytes") {
    for (unsigned first = 0; first < 256; ++first) {
        for (unsigned second = 0; second < 256; ++second) {
            const std::string text{static_cast<char>(first), static_cast<char>(second)};
            const bool two = first >= 0xc2 && first <= 0xdf && second >= 0x80 && second <= 0xbf;
            REQUIRE(valid_utf8(text) == ((first < 0x80 && second < 0x80) || two));
        }
    }
}

TEST_CASE("utf8: what is refused, wherever it is cut and whatever surrounds it") {
    const std::string bad[] = {
        "\x80",
        "\xbf",
        "\xc0\x80",
        "\xc1\xbf",
        "\xe0\x80\x80",
        "\xe0\x9f\xbf",
        "\xed\xa0\x80",
        "\xed\xbf\xbf",
        "\xf0\x80\x80\x80",
        "\xf0\x8f\xbf\xbf",
        "\xf4\x90\x80\x80",
        "\xf5\x80\x80\x80",
        "\xff",
        "\xfe",
        "\xce\xba\xe1\xbd\xb9\xcf\x83\xce\xbc\xce\xb5\xed\xa0\x80\x65\x64",
        "\xc3(",
        "\xe2\x82",
        "\xf0\x9f\x98",
    };
    for (const std::string& text : bad) {
        for (size_t lead : {0, 1, 7, 15, 16, 17, 40}) {
            const std::string all = std::string(lead, 'a') + text;
            CHECK(!valid_utf8(all));
            CHECK(!valid_utf8(all + std::string(20, 'b')));
            for (size_t cut = 0; cut <= all.size(); ++cut) CHECK(!valid_by_pieces(all, cut));
        }
    }
}

TEST_CASE("utf8: good text, wherever it is cut") {
    std::string text;
    for (uint32_t point : {0x41, 0xe9, 0x20ac, 0x1f600, 0x7ff, 0x800, 0xffff, 0x10000, 0x10ffff, 0xd7ff, 0xe000}) {
        text += encoded(point) + std::string(text.size() % 19, 'x');
    }
    for (size_t cut = 0; cut <= text.size(); ++cut) CHECK(valid_by_pieces(text, cut));
}

TEST_CASE("utf8: it fails as soon as nothing can follow") {
    Utf8Check check;
    CHECK(check.feed("\xf4"));
    CHECK(!check.feed("\x90"));
    CHECK(!check.feed("abc"));
    check.reset();
    CHECK(check.feed("abc"));
}
