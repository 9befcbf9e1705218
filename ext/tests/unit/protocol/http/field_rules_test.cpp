#include <doctest/doctest.h>

#include "protocol/http/field.h"

using namespace tern;
using namespace tern::http;

TEST_CASE("field_rules: what no trailer may be") {
    for (Bytes name : {"Transfer-Encoding", "content-length", "Trailer", "TE", "Host", "Set-Cookie", "CONTENT-TYPE",
                       "Content-Encoding", "Content-Range", "Cache-Control", "Authorization", "WWW-Authenticate",
                       "Expires", "Location", "Vary", "Connection", "If-Match"}) {
        CHECK_FALSE(may_be_trailer(name));
    }
    for (Bytes name : {"X-Sum", "ETag", "Accept-Ranges", "Digest", "Server-Timing", "Grpc-Status", "Content-Digest",
                       "hos", "hosts", ""}) {
        CHECK(may_be_trailer(name));
    }
}

TEST_CASE("field_rules: what belongs to the connection") {
    for (Bytes name : {"connection", "Keep-Alive", "UPGRADE", "Transfer-Encoding", "Content-Length"}) {
        CHECK(is_connection_field(name));
    }
    for (Bytes name : {"Link", "Content-Security-Policy", "Content-Type", "Set-Cookie"}) {
        CHECK_FALSE(is_connection_field(name));
    }
}
