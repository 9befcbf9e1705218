#include <doctest/doctest.h>

#include "protocol/http/h1_writer.h"
#include "protocol/http/head.h"

using namespace tern;
using namespace tern::http;

namespace {

// What a reader of the head as HTTP/1 writes it finds.
std::string written(const ResponseHead& head, Bytes name) {
    Buffer out;
    write_response_head(out, head, OwnLines("Server: tern\r\n", "now"));
    Bytes text = out.view();
    for (size_t at = text.find("\r\n"); at != Bytes::npos; at = text.find("\r\n")) {
        text.remove_prefix(at + 2);
        const size_t colon = text.find(':');
        if (colon == Bytes::npos || !equals_lower(text.substr(0, colon), name)) continue;
        const Bytes value = text.substr(colon + 1);
        return std::string(trim_ows(value.substr(0, value.find("\r\n"))));
    }
    return {};
}

}  // namespace

TEST_CASE("sent_field: what HTTP/1 writes") {
    constexpr Field kMany[] = {{"X-Cache", "hit"},   {"Content-Length", "7"}, {"Connection", "close"},
                               {"Server", "mine"},   {"Date", "then"},        {"Content-Type", "text/plain"},
                               {"X-Cache", "second"}};
    constexpr Field kUpgrade[] = {{"Upgrade", "websocket"}, {"Connection", "Upgrade"}};
    const ResponseHead heads[] = {
        {},
        {.content_length = 12},
        {.framing = Framing::chunked},
        {.framing = Framing::close},
        {.keep_alive = false},
        {.status = 204, .framing = Framing::none},
        {.status = 304, .framing = Framing::none},
        {.fields = kMany, .field_count = 7, .content_length = 3},
        {.status = 101, .fields = kUpgrade, .field_count = 2, .framing = Framing::none},
    };
    for (const ResponseHead& head : heads) {
        for (Bytes name : {"server", "date", "content-type", "content-length", "transfer-encoding", "connection",
                           "x-cache", "upgrade", "none"}) {
            CAPTURE(head.status);
            CAPTURE(std::string(name));
            CHECK(sent_field(head, name, "now", "tern") == written(head, name));
        }
    }
}

TEST_CASE("sent_field: HTTP/2 has no fields of the connection") {
    const ResponseHead head{.framing = Framing::chunked, .version = Version::http2};
    CHECK(sent_field(head, "connection", "now", "tern").empty());
    CHECK(sent_field(head, "transfer-encoding", "now", "tern").empty());
    CHECK(sent_field(head, "server", "now", "").empty());
    CHECK(sent_field(head, "content-type", "now", "tern") == "text/html");
}
