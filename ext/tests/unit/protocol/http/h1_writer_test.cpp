#include "protocol/http/h1_writer.h"

#include <doctest/doctest.h>
#include <string>

#include "protocol/http/field.h"
#include "protocol/http/head.h"

using namespace tern;
using namespace tern::http;

namespace {

constexpr Bytes kDate = "Sun, 06 Nov 1994 08:49:37 GMT";

std::string written(const ResponseHead& head) {
    Buffer out;
    out.append("before|");
    write_response_head(out, head, OwnLines("Server: tern\r\n", kDate));
    return std::string(out.view().substr(7));
}

std::string written(ResponseHead head, const Field* fields, size_t count) {
    head.fields = fields;
    head.field_count = count;
    return written(head);
}

const std::string kOurs = "Server: tern\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n";

}  // namespace

TEST_CASE("h1_writer: framing and persistence") {
    CHECK(written({.content_length = 12}) ==
          "HTTP/1.1 200 OK\r\n" + kOurs +
              "Content-Type: text/html\r\nContent-Length: 12\r\nConnection: keep-alive\r\n\r\n");
    CHECK(written({.status = 404, .keep_alive = false}) ==
          "HTTP/1.1 404 Not Found\r\n" + kOurs +
              "Content-Type: text/html\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    CHECK(written({.framing = Framing::chunked}) ==
          "HTTP/1.1 200 OK\r\n" + kOurs +
              "Content-Type: text/html\r\nTransfer-Encoding: chunked\r\nConnection: keep-alive\r\n\r\n");
    CHECK(written({.framing = Framing::close, .version = Version::http10}) ==
          "HTTP/1.1 200 OK\r\n" + kOurs + "Content-Type: text/html\r\nConnection: close\r\n\r\n");
    CHECK(written({.status = 204, .framing = Framing::none}) ==
          "HTTP/1.1 204 No Content\r\n" + kOurs + "Connection: keep-alive\r\n\r\n");
    for (uint64_t length : {uint64_t{0}, uint64_t{9}, uint64_t{10}, uint64_t{99}, uint64_t{100}, uint64_t{1234567890}})
        CHECK(written({.content_length = length})
                  .ends_with("\r\nContent-Length: " + std::to_string(length) + "\r\nConnection: keep-alive\r\n\r\n"));
    CHECK(written({.content_length = UINT64_MAX}).find("Content-Length: 18446744073709551615\r\n") !=
          std::string::npos);
}

TEST_CASE("h1_writer: reason phrases") {
    CHECK(written({.status = 200, .reason = "Fine"}).starts_with("HTTP/1.1 200 Fine\r\n"));
    CHECK(written({.status = 799}).starts_with("HTTP/1.1 799 Unknown\r\n"));
    CHECK(reason_phrase(100) == "Continue");
    CHECK(reason_phrase(431) == "Request Header Fields Too Large");
    CHECK(reason_phrase(505) == "HTTP Version Not Supported");
    CHECK(reason_phrase(299) == "Unknown");
}

TEST_CASE("h1_writer: the handler's fields") {
    const Field own[] = {{"X-A", "1"}, {"Set-Cookie", "a=b"}, {"Set-Cookie", "c=d"}, {"X-Empty", ""}};
    CHECK(written({}, own, 4) ==
          "HTTP/1.1 200 OK\r\n" + kOurs +
              "Content-Type: text/html\r\nX-A: 1\r\nSet-Cookie: a=b\r\nSet-Cookie: c=d\r\nX-Empty: \r\n"
              "Content-Length: 0\r\nConnection: keep-alive\r\n\r\n");
    const Field instead[] = {
        {"server", "mine"}, {"DATE", "now"}, {"content-type", "text/plain"}, {"Connection", "Upgrade"}};
    CHECK(written({.status = 101, .framing = Framing::none}, instead, 4) ==
          "HTTP/1.1 101 Switching Protocols\r\nserver: mine\r\nDATE: now\r\ncontent-type: text/plain\r\nConnection: "
          "Upgrade\r\n\r\n");
    const Field framing[] = {{"Content-Length", "99"}, {"transfer-encoding", "gzip"}, {"X", "y"}};
    CHECK(written({.content_length = 1}, framing, 3) ==
          "HTTP/1.1 200 OK\r\n" + kOurs +
              "Content-Type: text/html\r\nX: y\r\nContent-Length: 1\r\nConnection: keep-alive\r\n\r\n");
}

TEST_CASE("h1_writer: each of our lines can be the handler's") {
    const Field server[] = {{"Server", "mine"}};
    CHECK(written({}, server, 1) ==
          "HTTP/1.1 200 OK\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\nContent-Type: text/html\r\nServer: mine\r\n"
          "Content-Length: 0\r\nConnection: keep-alive\r\n\r\n");
    const Field date[] = {{"Date", "now"}};
    CHECK(written({.status = 404}, date, 1) ==
          "HTTP/1.1 404 Not Found\r\nServer: tern\r\nContent-Type: text/html\r\nDate: now\r\n"
          "Content-Length: 0\r\nConnection: keep-alive\r\n\r\n");
    const Field type[] = {{"Content-Type", "text/plain"}};
    CHECK(written({}, type, 1) ==
          "HTTP/1.1 200 OK\r\n" + kOurs +
              "Content-Type: text/plain\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n");
    Buffer out;
    write_response_head(out, {}, OwnLines("", kDate));
    CHECK(out.view().starts_with("HTTP/1.1 200 OK\r\nDate: Sun, "));
}

TEST_CASE("h1_writer: whether the connection persists is the server's word") {
    const Field fields[] = {{"Connection", "keep-alive, x"}, {"Connection", "x-option"}};
    const std::string closing = written({.keep_alive = false}, fields, 2);
    CHECK(closing.ends_with("\r\nConnection: x-option\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"));
    CHECK(closing.find("keep-alive") == std::string::npos);
    CHECK(written({}, fields, 2).ends_with("x-option\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n"));
    const Field close[] = {{"Connection", "CLOSE"}};
    CHECK(written({.keep_alive = false}, close, 1).ends_with("Content-Length: 0\r\nConnection: close\r\n\r\n"));
}

TEST_CASE("h1_writer: the largest head fits its bound") {
    const std::string value(5000, 'v');
    const Field fields[] = {{"N", value}};
    const std::string head = written({.status = 511, .content_length = UINT64_MAX}, fields, 1);
    CHECK(head.ends_with("\r\nConnection: keep-alive\r\n\r\n"));
    CHECK(head.find(value) != std::string::npos);
}

TEST_CASE("h1_writer: interim heads have nothing of ours") {
    const Field fields[] = {{"Link", "</a.css>; rel=preload"}, {"Link", "</b.js>; rel=preload"}, {"X", ""}};
    Buffer out;
    write_interim_head(out, {.status = 103, .fields = fields, .field_count = 3});
    write_interim_head(out, {.status = 102});
    CHECK(out.view() ==
          "HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\nLink: </b.js>; rel=preload\r\nX: \r\n\r\n"
          "HTTP/1.1 102 Processing\r\n\r\n");
}

TEST_CASE("h1_writer: continue") {
    Buffer out;
    write_continue(out);
    CHECK(out.view() == "HTTP/1.1 100 Continue\r\n\r\n");
}

TEST_CASE("field: names and values") {
    for (Bytes name : {"a", "X-Y_z", "!#$%&'*+-.^_`|~"}) CHECK(valid_field_name(name));
    for (Bytes name : {"", "a b", "a:", "\xc3\xa4", "a\r\n", "(a)"}) CHECK_FALSE(valid_field_name(name));
    CHECK_FALSE(valid_field_name(Bytes("a\0", 2)));
    for (Bytes value : {"", "a b", "\t\x01\xff"}) CHECK(valid_field_value(value));
    for (Bytes value : {"a\rb", "a\nb", "\r\n"}) CHECK_FALSE(valid_field_value(value));
    CHECK_FALSE(valid_field_value(Bytes("a\0", 2)));
}
