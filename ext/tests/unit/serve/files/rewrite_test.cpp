#include <doctest/doctest.h>

#include "serve/files/static_files.h"

using namespace tern;
using namespace tern::serve;

TEST_CASE("rewrite: the first rule that fits") {
    Rewriter rules;
    REQUIRE(rules.add("~^/view/post/(\\d+)$~", "/static/$1.html"));
    REQUIRE(rules.add("~^/CASE$~i", "/case"));
    REQUIRE(rules.add("/article/", "/static/article/"));
    REQUIRE(rules.add("/article/x", "/never"));
    const std::pair<const char*, const char*> rows[] = {
        {"/view/post/123", "/static/123.html"},
        {"/article/x", "/static/article/x"},
        {"/case", "/case"},
        {"/Case", "/case"},
    };
    for (const auto& row : rows) {
        std::string path = row.first;
        INFO(path);
        CHECK(rules.apply(path));
        CHECK(path == row.second);
    }
    std::string other = "/view/post/abc";
    CHECK_FALSE(rules.apply(other));
    CHECK(other == "/view/post/abc");
}

TEST_CASE("rewrite: patterns that are refused") {
    Rewriter rules;
    for (Bytes pattern : {Bytes(""), Bytes("x"), Bytes("~"), Bytes("~("), Bytes("~(~"), Bytes("~a~x"), Bytes("^/a")}) {
        INFO(pattern);
        CHECK(Rewriter::complaint(pattern) != nullptr);
        CHECK_FALSE(rules.add(pattern, "/"));
    }
    CHECK(Rewriter::complaint("/a") == nullptr);
    CHECK(Rewriter::complaint("~a~i") == nullptr);
    CHECK(rules.empty());
}

TEST_CASE("rewrite: a pattern that explodes does not fit") {
    Rewriter rules;
    REQUIRE(rules.add("~^/(a+)+$~", "/x"));
    std::string path = "/" + std::string(64, 'a') + "b";
    CHECK_FALSE(rules.apply(path));
}
