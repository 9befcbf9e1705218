#include "protocol/fastcgi/response_head.h"

#include <doctest/doctest.h>
#include <string>

using namespace tern;
using namespace tern::fastcgi;

namespace {

std::string text_of(const http::ResponseHead& head, HeadStyle style = HeadStyle::complete) {
    Buffer out;
    write_response_head(out, head, style);
    return std::string(out.view());
}

}  // namespace

TEST_CASE("fastcgi response head: the status is a field, and only where it is not 200") {
    http::ResponseHead head;
    head.content_length = 5;
    CHECK(text_of(head) == "Content-Type: text/html\r\nContent-Length: 5\r\n\r\n");
    head.status = 404;
    CHECK(text_of(head).starts_with("Status: 404 Not Found\r\n"));
    head.reason = "Gone fishing";
    CHECK(text_of(head).starts_with("Status: 404 Gone fishing\r\n"));
}

TEST_CASE("fastcgi response head: fields of the connection are the web server's") {
    const http::Field fields[] = {
        {"connection", "close"}, {"Content-Length", "7"}, {"x-a", "1"}, {"Content-Type", "t"}};
    http::ResponseHead head;
    head.fields = fields;
    head.field_count = std::size(fields);
    head.framing = http::Framing::chunked;
    CHECK(text_of(head) == "x-a: 1\r\nContent-Type: t\r\n\r\n");
    CHECK(text_of(head, HeadStyle::as_is) ==
          "connection: close\r\nContent-Length: 7\r\nx-a: 1\r\nContent-Type: t\r\n\r\n");
    head.field_count = 0;
    CHECK(text_of(head, HeadStyle::as_is) == "\r\n");
}
