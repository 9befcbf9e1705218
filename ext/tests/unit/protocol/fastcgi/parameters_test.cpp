#include "protocol/fastcgi/parameters.h"

#include <doctest/doctest.h>

#include "protocol/fastcgi/records.h"

using namespace tern;
using namespace tern::fastcgi;
using namespace tern::fastcgi::test;

namespace {

struct Made {
    Parameters parameters;
    http::RequestHead head;
    Refusal refusal;

    explicit Made(const Variables& variables, const http::HeadLimits& limits = {}) : Made(pairs(variables), limits) {}
    explicit Made(Bytes bytes, const http::HeadLimits& limits = {}) {
        parameters.append(bytes);
        REQUIRE(parameters.parse());
        refusal = parameters.make_head(head, limits);
    }
};

Variables with(Variables more) {
    more.insert({{"REQUEST_METHOD", "GET"}, {"REQUEST_URI", "/a?b"}, {"QUERY_STRING", "b"}});
    return more;
}

int status_of(const Variables& variables, const http::HeadLimits& limits = {}) {
    return Made(variables, limits).refusal.status;
}

}  // namespace

TEST_CASE("fastcgi pairs: short and long lengths") {
    const std::string long_name(200, 'n');
    const std::string long_value(70'000, 'v');
    const std::string bytes = pair("", "") + pair("a", "b") + pair(long_name, long_value) + pair("c", "");
    PairReader reader(bytes);
    Pair one;
    std::string said;
    while (reader.next(one)) said += std::to_string(one.name.size()) + '=' + std::to_string(one.value.size()) + ' ';
    CHECK(said == "0=0 1=1 200=70000 1=0 ");
    CHECK(!reader.malformed());
}

TEST_CASE("fastcgi pairs: every cut of a pair is malformed") {
    const std::string bytes = pair(std::string(130, 'n'), std::string(140, 'v'));
    for (size_t size = 1; size < bytes.size(); ++size) {
        PairReader reader(Bytes(bytes).substr(0, size));
        Pair one;
        CHECK(!reader.next(one));
        CHECK(reader.malformed());
    }
    PairReader huge(Bytes("\xff\xff\xff\xff\xff\xff\xff\xff", 8));
    Pair one;
    CHECK(!huge.next(one));
    CHECK(huge.malformed());
}

TEST_CASE("fastcgi parameters: the head of a request") {
    const Made made(with({{"HTTP_ACCEPT_LANGUAGE", "de"},
                          {"HTTP_HOST", "example.org"},
                          {"CONTENT_TYPE", "text/plain"},
                          {"CONTENT_LENGTH", ""},
                          {"HTTP_CONTENT_LENGTH", "9"},
                          {"SERVER_PROTOCOL", "HTTP/2.0"},
                          {"SCRIPT_NAME", "/a"}}));
    CHECK(made.refusal.status == 0);
    CHECK(made.head.method == "GET");
    CHECK(made.head.target == "/a?b");
    CHECK(made.head.path == "/a");
    CHECK(made.head.query == "b");
    CHECK(made.head.host == "example.org");
    CHECK(made.head.version == http::Version::http2);
    CHECK(made.head.find("accept-language") == "de");
    CHECK(made.head.find("content-type") == "text/plain");
    CHECK(made.head.find("content-length").data() == nullptr);
    CHECK(made.head.field_count == 3);
    CHECK(!made.head.chunked);  // a GET without a length has no body
}

TEST_CASE("fastcgi parameters: a body") {
    const Made counted(with({{"REQUEST_METHOD", "POST"}, {"CONTENT_LENGTH", "12"}}));
    CHECK(counted.head.content_length == 12);
    CHECK(counted.head.find("content-length") == "12");
    CHECK(!counted.head.chunked);
    const Made open(with({{"REQUEST_METHOD", "POST"}}));
    CHECK(open.head.chunked);
    CHECK(status_of(with({{"CONTENT_LENGTH", "-1"}})) == 400);
    CHECK(status_of(with({{"CONTENT_LENGTH", "99999999999999999999"}})) == 400);
}

TEST_CASE("fastcgi parameters: the last value of a name counts") {
    const std::string bytes = pairs(with({{"HTTP_A", "1"}})) + pair("HTTP_A", "2") + pair("X", "1") + pair("X", "2");
    const Made made(bytes);
    CHECK(made.head.find("a") == "2");
    CHECK(made.head.field_count == 1);
    CHECK(made.parameters.find("X") == "2");
    CHECK(made.parameters.all().size() == 7);
    CHECK(made.parameters.find("Y").data() == nullptr);
}

TEST_CASE("fastcgi parameters: a value changes") {
    Made made(with({{"X", "1"}, {"Y", "2"}}));
    const Bytes before = made.parameters.find("X");
    made.parameters.put("X", "longer");
    made.parameters.put("Z", "");
    made.parameters.remove("Y");
    CHECK(before == "1");
    CHECK(made.parameters.find("X") == "longer");
    CHECK(made.parameters.find("Y").data() == nullptr);
    CHECK(made.parameters.find("Z").data() != nullptr);
    CHECK(made.parameters.all().back().name == "Z");
}

TEST_CASE("fastcgi parameters: what a path may be") {
    const auto path_of = [](const Variables& variables) { return std::string(Made(variables).head.path); };
    CHECK(path_of(with({})) == "/a");
    CHECK(path_of({{"REQUEST_METHOD", "GET"}, {"REQUEST_URI", "http://x/y?z"}}) == "/y");
    CHECK(path_of({{"REQUEST_METHOD", "GET"}, {"REQUEST_URI", "http://x"}}) == "/");
    CHECK(path_of({{"REQUEST_METHOD", "GET"}, {"SCRIPT_NAME", "/s.php"}}) == "/s.php");
    CHECK(path_of({{"REQUEST_METHOD", "GET"}, {"REQUEST_URI", "x"}}) == "/");
    CHECK(path_of({{"REQUEST_METHOD", "OPTIONS"}, {"REQUEST_URI", "*"}}) == "*");
}

TEST_CASE("fastcgi parameters: requests that are refused") {
    CHECK(status_of({{"REQUEST_URI", "/a"}}) == 400);
    CHECK(status_of({{"REQUEST_METHOD", "G T"}, {"REQUEST_URI", "/a"}}) == 400);
    CHECK(status_of(with({{"HTTP_A", "x\r\ny"}})) == 400);
    CHECK(status_of(with({{"HTTP_A B", "x"}})) == 0);  // no name of a field, and no field
    http::HeadLimits limits;
    limits.fields = 2;
    CHECK(status_of(with({{"HTTP_A", "1"}, {"HTTP_B", "1"}}), limits) == 0);
    CHECK(status_of(with({{"HTTP_A", "1"}, {"HTTP_B", "1"}, {"HTTP_C", "1"}}), limits) == 431);
    limits.target_bytes = 3;
    CHECK(status_of(with({}), limits) == 414);
}

TEST_CASE("fastcgi parameters: a REQUEST_URI that the web server has decoded") {
    const Made made(Variables{{"REQUEST_METHOD", "GET"}, {"REQUEST_URI", "/a b\x7f\n#c?d e"}});
    CHECK(made.refusal.status == 0);
    CHECK(made.head.target == "/a%20b%7F%0A%23c?d%20e");
    CHECK(made.head.path == "/a%20b%7F%0A%23c");
    CHECK(made.head.query == "d%20e");
    CHECK(made.parameters.find("REQUEST_URI") == "/a b\x7f\n#c?d e");
}

TEST_CASE("fastcgi parameters: fields beyond the limit are left out") {
    Variables variables = with({});
    for (int i = 0; i < 200; ++i) variables["HTTP_X" + std::to_string(i)] = "v";
    variables["HTTP_Z"] = "last";
    Parameters parameters;
    parameters.append(pairs(variables) + pair("CONTENT_TYPE", "a/b") + pair("CONTENT_LENGTH", "3") +
                      pair("HTTP_COOKIE", "c=d"));
    REQUIRE(parameters.parse());
    http::RequestHead head;
    CHECK(parameters.make_head(head, {}).status == 431);
    CHECK(parameters.make_head(head, {}, ManyFields::left_out).status == 0);
    CHECK(head.field_count == http::RequestHead::kMaxFields);
    CHECK(head.find("content-type") == "a/b");
    CHECK(head.find("content-length") == "3");
    CHECK(head.find("cookie") == "c=d");
    CHECK(head.find("z").data() == nullptr);
    CHECK(parameters.find("HTTP_Z") == "last");
}
