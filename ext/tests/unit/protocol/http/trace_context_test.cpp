#include "protocol/http/trace_context.h"

#include <doctest/doctest.h>

#include "request_head.h"

using namespace tern;
using namespace tern::http;
using tern::http::test::head_with;

namespace {

const std::string kTrace = "0af7651916cd43dd8448eb211c80319c";
const std::string kSpan = "b7ad6b7169203331";
const std::string kGood = "00-" + kTrace + "-" + kSpan + "-01";

std::string written(const TraceContext& context) {
    char out[kTraceparentBytes];
    write_traceparent(out, context);
    return std::string(out, sizeof out);
}

// What goes on from a traceparent; empty: a new trace begins.
std::string goes_on_as(Bytes value) {
    const auto context = parse_traceparent(value);
    return context ? written(*context) : "";
}

}  // namespace

TEST_CASE("trace_context: traceparent that is valid") {
    const std::string unsampled = "00-" + kTrace + "-" + kSpan + "-00";
    const std::pair<std::string, std::string> rows[] = {
        {kGood, kGood},
        {unsampled, unsampled},
        {"00-" + kTrace + "-" + kSpan + "-ff", kGood},      // other flags are not passed on
        {"00-" + kTrace + "-" + kSpan + "-02", unsampled},  //
        {"cc-" + kTrace + "-" + kSpan + "-01", kGood},      // of a later version what we know
        {"01-" + kTrace + "-" + kSpan + "-01-what-comes", kGood},
        {"01-" + kTrace + "-" + kSpan + "-01-", kGood},
    };
    for (const auto& row : rows) {
        INFO(row.first);
        CHECK(goes_on_as(row.first) == row.second);
    }
}

TEST_CASE("trace_context: traceparent that is ignored") {
    const std::string rows[] = {
        "",
        "00",
        kGood.substr(0, 54),
        kGood + "-",
        kGood + "-01",
        kGood + "1",
        "cc-" + kTrace + "-" + kSpan + "-01.what",
        "ff-" + kTrace + "-" + kSpan + "-01",
        "0-" + kTrace + "-" + kSpan + "-001",
        "0A-" + kTrace + "-" + kSpan + "-01",
        ".0-" + kTrace + "-" + kSpan + "-01",
        "00-" + kTrace + "-" + kSpan + "-0A",
        "00-" + kTrace + "-" + kSpan + "-.1",
        "00-" + kTrace + "-" + kSpan + "-1",
        "00-00000000000000000000000000000000-" + kSpan + "-01",
        "00-" + kTrace + "-0000000000000000-01",
        "00-0AF7651916CD43DD8448EB211C80319C-" + kSpan + "-01",
        "00-.af7651916cd43dd8448eb211c80319c-" + kSpan + "-01",
        "00-" + kTrace + "-b7ad6b716920333g-01",
        "00-" + kTrace + "_" + kSpan + "-01",
        "00-" + kTrace + kSpan + "-01-----",
        std::string(" ") + kGood,
    };
    for (const std::string& given : rows) {
        INFO(given);
        CHECK(goes_on_as(given).empty());
    }
}

TEST_CASE("trace_context: tracestate") {
    const std::string a256(256, 'a');
    const std::string a257(257, 'a');
    std::string members = "k0=v";
    for (int i = 1; i < 32; ++i) members += ",k" + std::to_string(i) + "=v";
    const std::pair<std::string, bool> rows[] = {
        {"", true},
        {"a=1", true},
        {"a=1,b=2", true},
        {"a=1 , b=2\t,\tc=3", true},
        {"a=1,,b=2,", true},
        {"foo@bar=1", true},
        {"0tenant@sys=1", true},
        {"a_-*/9=1", true},
        {"a= b", true},
        {a256 + "=1", true},
        {a257 + "=1", false},
        {a256.substr(0, 241) + "@" + a256.substr(0, 14) + "=1", true},
        {a256.substr(0, 242) + "@v=1", false},
        {"t@" + a256.substr(0, 15) + "=1", false},
        {"a=" + a256, true},
        {"a=" + a257, false},
        {members, true},
        {members + ",k32=v", false},
        {"a", false},
        {"a=", false},
        {"=1", false},
        {"A=1", false},
        {"0a=1", false},
        {"a@=1", false},
        {"@b=1", false},
        {"a@0b=1", false},
        {"a@b@c=1", false},
        {"a =1", false},
        {"a=1=2", false},
        {"a=\x7f", false},
        {"a=\xc3\xa4", false},
        {"a=1;b=2,c", false},
    };
    for (const auto& row : rows) {
        INFO(row.first);
        CHECK(valid_tracestate(row.first) == row.second);
    }
}

TEST_CASE("trace_context: fields of a request") {
    std::string state = "old";
    CHECK(!read_trace_context(head_with({}), state));
    CHECK(state.empty());

    auto context = read_trace_context(
        head_with({{"tracestate", "a=1"}, {"TraceParent", kGood}, {"tracestate", ""}, {"tracestate", "b=2"}}), state);
    REQUIRE(context);
    CHECK(written(*context) == kGood);
    CHECK(state == "a=1,b=2");

    context = read_trace_context(head_with({{"traceparent", kGood}, {"tracestate", "no"}}), state);
    CHECK(context);
    CHECK(state.empty());

    CHECK(!read_trace_context(head_with({{"traceparent", kGood}, {"traceparent", kGood}}), state));
    CHECK(!read_trace_context(head_with({{"traceparent", "00-x"}, {"tracestate", "a=1"}}), state));
    CHECK(state.empty());
}
