#include "http/cookie.h"

#include <doctest/doctest.h>
#include <string>

using namespace tern;
using namespace tern::http;

namespace {

std::string pairs(Bytes field) {
    CookieReader reader(field);
    CookiePair pair;
    std::string text;
    while (reader.next(pair)) {
        CHECK(pair.value.data() != nullptr);
        text += "[" + std::string(pair.name) + "][" + std::string(pair.value) + "]";
    }
    return text;
}

}  // namespace

TEST_CASE("cookie: pairs") {
    const std::pair<Bytes, Bytes> rows[] = {
        {"", ""},
        {"a=b", "[a][b]"},
        {"a=b; c=d", "[a][b][c][d]"},
        {"a=b;c=d;", "[a][b][c][d]"},
        {" \t a=b;\t c=d", "[a][b][c][d]"},
        {"a=b ;c= d", "[a][b ][c][ d]"},
        {"a=b=c", "[a][b=c]"},
        {"a=", "[a][]"},
        {"a", "[a][]"},
        {"a; b=c", "[a][][b][c]"},
        {"=b; c=d", "[c][d]"},
        {" =b", ""},
        {";;; ;", ""},
        {"a=\"b c\"", "[a][\"b c\"]"},
        {"a=b, c=d", "[a][b, c=d]"},
        {"a b=c", "[a b][c]"},
        {"a=1; a=2", "[a][1][a][2]"},
        {"%61=%62+", "[%61][%62+]"},
    };
    for (const auto& row : rows) {
        const auto& field = row.first;
        const auto& text = row.second;
        INFO(field);
        CHECK(pairs(field) == text);
    }
}
