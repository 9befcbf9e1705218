#include "protocol/http/cookie.h"

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

TEST_CASE("cookie: what may stand in one") {
    CHECK(valid_cookie_name("a!#$%&'*+-.^_`|~[0]"));
    for (Bytes name : {Bytes(""), Bytes("a\x08"), Bytes("a\x7f"), Bytes("a\""), Bytes("a b"), Bytes("a="), Bytes("a;"),
                       Bytes("a,"), Bytes("\xe4"), Bytes("a\0", 2)}) {
        CHECK_FALSE(valid_cookie_name(name));
    }
    for (Bytes value : {Bytes(""), Bytes("a%20b"), Bytes("\"quoted\""), Bytes("\"\""), Bytes("a=b[]{}()<>@:?/")}) {
        CHECK(valid_cookie_value(value));
    }
    for (Bytes value : {Bytes("a b"), Bytes("a\"b"), Bytes("\""), Bytes("a,b"), Bytes("a;b"), Bytes("a\\b"),
                        Bytes("\x08"), Bytes("\x7f"), Bytes("\xff")}) {
        CHECK_FALSE(valid_cookie_value(value));
    }
    CHECK(valid_cookie_path("/a b,c\"d"));
    for (Bytes path : {"/\x08", "/\x7f", "/;", "/\n", "/\xc3\xa4"}) CHECK_FALSE(valid_cookie_path(path));
    CHECK(valid_cookie_domain(".Example-1.org"));
    for (Bytes domain : {"a b", "a_b\"", "a\x7f", "a/b", "a:80"}) CHECK_FALSE(valid_cookie_domain(domain));
}
