#include "http/content_coding.h"

#include <doctest/doctest.h>
#include <string>

using namespace tern;
using namespace tern::http;

namespace {

// The weights of identity, gzip, br, zstd.
std::string weights(Bytes field) {
    RequestHead head;
    if (field.data() != nullptr) head.fields[head.field_count++] = {"Accept-Encoding", field};
    const AcceptedCodings accepted(head);
    std::string text;
    for (size_t i = 0; i < kContentCodings; ++i) {
        text += (i == 0 ? "" : " ") + std::to_string(accepted.weight(static_cast<ContentCoding>(i)));
    }
    return text;
}

}  // namespace

TEST_CASE("content coding: weights") {
    CHECK(weights({}) == "1000 0 0 0");
    CHECK(weights("") == "1 0 0 0");
    CHECK(weights("gzip") == "1 1000 0 0");
    CHECK(weights("x-gzip") == "1 1000 0 0");
    CHECK(weights("gzip, deflate, br, zstd") == "1 1000 1000 1000");
    CHECK(weights("GZIP;q=0.5, Br;Q=0.25, zstd; q=0.125") == "1 500 250 125");
    CHECK(weights("gzip;q=0") == "1 0 0 0");
    CHECK(weights("*") == "1000 1000 1000 1000");
    CHECK(weights("*;q=0.5, br;q=1.0, identity;q=0") == "0 500 1000 500");
    CHECK(weights("*;q=0") == "0 0 0 0");
    CHECK(weights("identity;q=0.7, gzip;q=0.3") == "700 300 0 0");
    CHECK(weights("gzip;q=2, br;q=-1, zstd;q=0.1234") == "1 0 0 0");
    CHECK(weights("gzip;level=1, br;q=, zstd;q=x") == "1 0 0 0");
    CHECK(weights("gzip;q=1.001, br;q=1.000, zstd;q=1.") == "1 0 1000 1000");
}
