#include "protocol/http/conditional.h"

#include <doctest/doctest.h>
#include <initializer_list>

#include "request_head.h"

using namespace tern;
using namespace tern::http;
using tern::http::test::head_with;

namespace {

constexpr int64_t kModified = 784'111'777;  // Sun, 06 Nov 1994 08:49:37 GMT
constexpr Bytes kThen = "Sun, 06 Nov 1994 08:49:37 GMT";
constexpr Bytes kBefore = "Sun, 06 Nov 1994 08:49:36 GMT";
constexpr Bytes kAfter = "Sun, 06 Nov 1994 08:49:38 GMT";
constexpr Validators kStrong{"\"a\"", kModified, kModified + 100};
constexpr Validators kWeak{"W/\"a\"", kModified, kModified + 100};

Precondition ask(std::initializer_list<Field> fields, const Validators& current = kStrong) {
    return evaluate(head_with(fields), current);
}

Bytes range(std::initializer_list<Field> fields, const Validators& current = kStrong) {
    return applicable_range(head_with(fields), current);
}

}  // namespace

TEST_CASE("conditional: If-None-Match") {
    for (Bytes hit : {Bytes("\"a\""), Bytes("W/\"a\""), Bytes("*"), Bytes(" * "), Bytes("\"b\", \"a\""),
                      Bytes("\"b\",W/\"a\""), Bytes(",, \"a\""), Bytes("\"b,c\", \"a\"")}) {
        INFO(hit);
        CHECK(ask({{"If-None-Match", hit}}) == Precondition::not_modified);
        CHECK(ask({{"if-none-match", hit}}, kWeak) == Precondition::not_modified);
    }
    for (Bytes miss : {Bytes("\"b\""), Bytes("a"), Bytes(""), Bytes("\"a"), Bytes("w/\"a\""), Bytes("\"A\""),
                       Bytes("\"b\" a \"a\"")}) {
        INFO(miss);
        CHECK(ask({{"If-None-Match", miss}}) == Precondition::holds);
    }
    CHECK(ask({{"If-None-Match", "\"b\""}, {"If-None-Match", "\"a\""}}) == Precondition::not_modified);
}

TEST_CASE("conditional: If-Match compares strongly") {
    CHECK(ask({{"If-Match", "\"a\""}}) == Precondition::holds);
    CHECK(ask({{"If-Match", "*"}}) == Precondition::holds);
    CHECK(ask({{"If-Match", "\"b\", \"a\""}}) == Precondition::holds);
    CHECK(ask({{"If-Match", "\"b\""}, {"If-Match", "\"a\""}}) == Precondition::holds);
    CHECK(ask({{"If-Match", "W/\"a\""}}) == Precondition::failed);
    CHECK(ask({{"If-Match", "\"b\""}}) == Precondition::failed);
    CHECK(ask({{"If-Match", ""}}) == Precondition::failed);
    CHECK(ask({{"If-Match", "\"a\""}}, kWeak) == Precondition::failed);
    CHECK(ask({{"If-Match", "W/\"a\""}}, kWeak) == Precondition::failed);
}

TEST_CASE("conditional: dates") {
    CHECK(ask({{"If-Modified-Since", kThen}}) == Precondition::not_modified);
    CHECK(ask({{"If-Modified-Since", kAfter}}) == Precondition::not_modified);
    CHECK(ask({{"If-Modified-Since", kBefore}}) == Precondition::holds);
    CHECK(ask({{"If-Modified-Since", "yesterday"}}) == Precondition::holds);
    CHECK(ask({{"If-Modified-Since", kThen}, {"If-Modified-Since", kThen}}) == Precondition::holds);
    CHECK(ask({{"If-Modified-Since", "Sunday, 06-Nov-94 08:49:37 GMT"}}) == Precondition::not_modified);
    CHECK(ask({{"If-Modified-Since", "Sun Nov  6 08:49:37 1994"}}) == Precondition::not_modified);
    CHECK(ask({{"If-Unmodified-Since", kThen}}) == Precondition::holds);
    CHECK(ask({{"If-Unmodified-Since", kAfter}}) == Precondition::holds);
    CHECK(ask({{"If-Unmodified-Since", kBefore}}) == Precondition::failed);
    CHECK(ask({{"If-Unmodified-Since", "never"}}) == Precondition::holds);
}

TEST_CASE("conditional: tags go before dates, failure before not modified") {
    CHECK(ask({{"If-Modified-Since", kAfter}, {"If-None-Match", "\"b\""}}) == Precondition::holds);
    CHECK(ask({{"If-Modified-Since", kBefore}, {"If-None-Match", "\"a\""}}) == Precondition::not_modified);
    CHECK(ask({{"If-Unmodified-Since", kBefore}, {"If-Match", "\"a\""}}) == Precondition::holds);
    CHECK(ask({{"If-Match", "\"b\""}, {"If-None-Match", "\"a\""}}) == Precondition::failed);
    CHECK(ask({{"If-Match", "\"a\""}, {"If-None-Match", "\"a\""}}) == Precondition::not_modified);
    CHECK(ask({{"If-Unmodified-Since", kBefore}, {"If-None-Match", "\"a\""}}) == Precondition::failed);
}

TEST_CASE("conditional: If-Range") {
    const Field wanted{"Range", "bytes=0-1"};
    CHECK(range({wanted}) == "bytes=0-1");
    CHECK(range({wanted, {"If-Range", "\"a\""}}) == "bytes=0-1");
    CHECK(range({wanted, {"If-Range", kThen}}) == "bytes=0-1");
    CHECK(range({wanted, {"If-Range", "\"b\""}}).empty());
    CHECK(range({wanted, {"If-Range", "W/\"a\""}}).empty());
    CHECK(range({wanted, {"If-Range", "W/\"a\""}}, kWeak).empty());
    CHECK(range({wanted, {"If-Range", kBefore}}).empty());
    CHECK(range({wanted, {"If-Range", kAfter}}).empty());
    CHECK(range({wanted, {"If-Range", "soon"}}).empty());
    CHECK(range({wanted, {"If-Range", ""}}).empty());
    CHECK(range({wanted, wanted}).empty());
    CHECK(range({wanted, {"If-Range", "\"a\""}, {"If-Range", "\"a\""}}).empty());
    CHECK(range({{"If-Range", "\"a\""}}).empty());
    // Modified in the second of the answer: it may be modified again in it.
    CHECK(range({wanted, {"If-Range", kThen}}, {"\"a\"", kModified, kModified}).empty());
}

TEST_CASE("conditional: is there anything to evaluate") {
    CHECK_FALSE(is_conditional(head_with({{"Host", "x"}, {"Accept", "*/*"}})));
    for (Bytes name : {Bytes("Range"), Bytes("If-Range"), Bytes("if-match"), Bytes("IF-NONE-MATCH"),
                       Bytes("If-Modified-Since"), Bytes("If-Unmodified-Since")}) {
        CHECK(is_conditional(head_with({{"Host", "x"}, {name, "x"}})));
    }
}
