#include "protocol/http/h2/request_reader.h"

#include <memory>
#include <string>
#include <vector>

#include "doctest/doctest.h"

using namespace tern;
using namespace tern::http;
using namespace tern::http::h2;

namespace {

using Fields = std::vector<std::pair<std::string, std::string>>;

struct Request {
    std::vector<char> memory;
    std::unique_ptr<RequestHead> head = std::make_unique<RequestHead>();
    int status = 0;
    std::string reason;

    std::string field(Bytes name) const { return std::string(head->find(name)); }
};

Request read(const Fields& fields, bool has_body = false, const HeadLimits& limits = {}) {
    auto reader = std::make_unique<RequestReader>(limits);
    for (const auto& [name, value] : fields) (void)reader->add(name, value);
    Request request;
    request.memory.resize(reader->size());
    request.status = reader->finish(*request.head, request.memory.data(), has_body);
    if (request.status != 0) request.reason = reader->reason();
    return request;
}

Fields get(std::string path, const Fields& more = {}) {
    Fields fields = {{":method", "GET"}, {":scheme", "http"}, {":authority", "a.example"}, {":path", std::move(path)}};
    fields.insert(fields.end(), more.begin(), more.end());
    return fields;
}

}  // namespace

TEST_CASE("RequestReader: a head as HTTP/1 would give it") {
    const Request request = read(get("/a?b=c", {{"accept", "*/*"}, {"x", ""}}));
    CHECK(request.status == 0);
    CHECK(request.head->method == "GET");
    CHECK(request.head->target == "/a?b=c");
    CHECK(request.head->path == "/a");
    CHECK(request.head->query == "b=c");
    CHECK(request.head->host == "a.example");
    CHECK(request.head->version == Version::http2);
    CHECK(request.head->field_count == 3);
    CHECK(request.field("host") == "a.example");
    CHECK(request.field("accept") == "*/*");
    CHECK_FALSE(request.head->chunked);
}

TEST_CASE("RequestReader: cookie crumbs are one field") {
    const Request request = read(get("/", {{"cookie", "a=1"}, {"x", "y"}, {"cookie", "b=2"}, {"cookie", "c=3"}}));
    CHECK(request.field("cookie") == "a=1; b=2; c=3");
    CHECK(request.head->field_count == 3);
}

TEST_CASE("RequestReader: each line of a head counts, also a crumb of a cookie") {
    const auto status_of = [](uint32_t most, const Fields& fields) {
        RequestReader reader(HeadLimits(), true, most);
        for (const auto& [name, value] : fields) CHECK(reader.add(name, value));
        CHECK(reader.field_lines() == fields.size());
        std::vector<char> memory(reader.size());
        RequestHead head;
        const int status = reader.finish(head, memory.data(), false);
        if (status != 0) CHECK(std::string(reader.reason()) == "more fields than http2_max_headers");
        return status;
    };
    const Fields crumbs(20, {"cookie", "a=1"});
    CHECK(status_of(24, get("/", crumbs)) == 0);
    CHECK(status_of(23, get("/", crumbs)) == 431);
    CHECK(status_of(6, get("/", {{"x", "1"}, {"y", "2"}})) == 0);
    CHECK(status_of(5, get("/", {{"x", "1"}, {"y", "2"}})) == 431);
    CHECK(status_of(3, get("/")) == 431);
}

TEST_CASE("RequestReader: bodies") {
    Request request = read(get("/", {{"content-length", "12"}, {"expect", "100-continue"}}), true);
    CHECK(request.head->has_content_length);
    CHECK(request.head->content_length == 12);
    CHECK(request.head->expect_continue);
    CHECK_FALSE(request.head->chunked);
    request = read(get("/"), true);
    CHECK(request.head->chunked);
}

TEST_CASE("RequestReader: what is refused") {
    const std::string long_path = "/" + std::string(70000, 'a');
    const Fields bare = {{":method", "GET"}, {":scheme", "http"}, {":path", "/"}};
    Fields many;
    for (int i = 0; i < 101; ++i) many.push_back({"x", "y"});
    const std::tuple<Fields, int, const char*> cases[] = {
        {get(long_path), 414, "request target too long"},
        {get("/", {{"x", std::string(70000, 'a')}}), 431, "head too large"},
        {get("/", many), 431, "too many fields"},
        {get("a"), 400, "request target has no valid form"},
        {get("*"), 400, "request target has no valid form"},
        {get("/a#b"), 400, "invalid character in the request target"},
        {get("/", {{"host", "b.example"}}), 400, "Host differs from :authority"},
        {get("/", {{"expect", "more"}}), 417, "unknown expectation"},
        {bare, 400, "no Host"},
        {{{":method", "GET"}, {":scheme", "http"}, {":authority", "a@b"}, {":path", "/"}}, 400, "invalid Host"},
        {{{":method", "CONNECT"}, {":authority", "a:1"}}, 501, "CONNECT is not served"},
        {{{":method", std::string(33, 'M')}, {":authority", "a"}, {":path", "/"}}, 501, "method too long"},
    };
    for (const auto& [fields, status, reason] : cases) {
        const auto expected = reason;  // clang's lambdas capture no structured binding in C++20
        CAPTURE(expected);
        const Request request = read(fields);
        CHECK(request.status == status);
        CHECK(request.reason == expected);
    }
}

TEST_CASE("RequestReader: malformed requests") {
    const std::string fields[][2] = {
        {"", "x"},
        {"X", "y"},
        {"x y", "z"},
        {"x", "a\nb"},
        {"x", " a"},
        {"x", "a\t"},
        {"connection", "close"},
        {"te", "gzip"},
        {"host", ""},
        {"host", "a b"},
        {"content-length", "x"},
        {"content-length", "99999999999999999999"},
        {":path", "/"},
        {":status", "200"},
        {":", "x"},
    };
    for (const auto& field : fields) {
        RequestReader reader{HeadLimits()};
        for (const auto& [other, text] : get("/")) CHECK(reader.add(other, text));
        CAPTURE(field[0]);
        CHECK_FALSE(reader.add(field[0], field[1]));
    }
    RequestReader reader{HeadLimits()};
    CHECK(reader.add("x", "y"));
    CHECK_FALSE(reader.add(":path", "/"));  // behind another field
    reader.reset(true);
    CHECK_FALSE(reader.add(":path", "/"));  // among trailers
    CHECK_FALSE(reader.add("content-length", "1"));
    CHECK_FALSE(RequestReader(HeadLimits(), false).add(":protocol", "websocket"));
}

TEST_CASE("RequestReader: pseudo-header fields that are missing") {
    const auto is_whole = [](const Fields& fields) {
        RequestReader reader{HeadLimits()};
        for (const auto& [name, value] : fields) REQUIRE(reader.add(name, value));
        return reader.has_all_pseudo();
    };
    const Fields rest = {{":scheme", "http"}, {":authority", "a"}, {":path", "/"}};
    const Fields connect = {{":method", "CONNECT"}, {":authority", "a:1"}};
    CHECK(is_whole(get("/")));
    CHECK_FALSE(is_whole(get("a")));
    CHECK_FALSE(is_whole(get("*")));
    CHECK_FALSE(is_whole(rest));
    CHECK_FALSE(is_whole({{":method", "GET"}, {":scheme", "http"}, {":path", "/"}}));
    CHECK(is_whole({{":method", "GET"}, {":scheme", "http"}, {":path", "/"}, {"host", "a"}}));
    CHECK(is_whole({{":method", "OPTIONS"}, {":scheme", "http"}, {":authority", "a"}, {":path", "*"}}));
    CHECK(is_whole(connect));
    CHECK_FALSE(is_whole({{":method", "CONNECT"}, {":scheme", "http"}, {":authority", "a"}, {":path", "/"}}));
    CHECK(is_whole({{":method", "CONNECT"},
                    {":protocol", "websocket"},
                    {":scheme", "http"},
                    {":authority", "a"},
                    {":path", "/"}}));
    CHECK_FALSE(is_whole(
        {{":method", "GET"}, {":protocol", "websocket"}, {":scheme", "http"}, {":authority", "a"}, {":path", "/"}}));
}

TEST_CASE("RequestReader: Priority") {
    RequestReader reader{HeadLimits()};
    CHECK(reader.priority() == nullptr);
    CHECK(reader.add("priority", "u=1, i"));
    REQUIRE(reader.priority() != nullptr);
    CHECK(reader.priority()->urgency == 1);
    CHECK(reader.priority()->incremental);
    CHECK(reader.add("priority", "x, u=9, i=?0"));
    CHECK(reader.priority()->urgency == 1);
    CHECK_FALSE(reader.priority()->incremental);
}

TEST_CASE("RequestReader: Host instead of, and beside, :authority") {
    Request request = read({{":method", "GET"}, {":scheme", "http"}, {":path", "/"}, {"host", "h"}});
    CHECK(request.status == 0);
    CHECK(request.head->host == "h");
    CHECK(request.head->field_count == 1);
    request = read(get("/", {{"host", "a.example"}}));
    CHECK(request.status == 0);
    CHECK(request.head->field_count == 1);
    request = read({{":method", "OPTIONS"}, {":scheme", "http"}, {":authority", "a"}, {":path", "*"}});
    CHECK(request.status == 0);
    CHECK(request.head->path == "*");
}

TEST_CASE("RequestReader: what is beyond the limit takes no memory, and it can be used again") {
    auto reader = std::make_unique<RequestReader>(HeadLimits{.head_bytes = 16 * 1024});
    for (int i = 0; i < 1000; ++i) (void)reader->add("x", std::string(1000, 'a'));
    CHECK(reader->size() < 17 * 1024);
    CHECK(reader->counted_bytes() == 1000 * 1033);
    reader->reset();
    (void)reader->add(":method", "GET");
    (void)reader->add(":authority", "a");
    (void)reader->add(":path", "/");
    RequestHead& head = *std::make_unique<RequestHead>().release();
    std::string memory(reader->size(), '\0');
    CHECK(reader->finish(head, memory.data(), false) == 0);
    CHECK(head.field_count == 1);
    delete &head;
}

TEST_CASE("RequestReader: limits hold for what is refused for another reason") {
    Fields fields = get("/", {{"expect", "more"}});
    for (int i = 0; i < 500; ++i) fields.push_back({"x", "y"});
    CHECK(read(fields).status == 417);
    fields = get("/", {{"host", "b.example"}});
    for (int i = 0; i < 500; ++i) fields.push_back({"x", std::string(1000, 'a')});
    const Request request = read(fields, false, {.head_bytes = 16 * 1024});
    CHECK(request.status == 400);
    CHECK(request.memory.size() < 17 * 1024);
}
