#include <doctest/doctest.h>
#include <vector>

#include "protocol/http/head.h"

using namespace tern;
using namespace tern::http;

namespace {

struct Framed {
    bool has_content;
    Framing framing;
    uint64_t length;

    bool operator==(const Framed&) const = default;
};

Framed framed(int status, bool is_head, Framing wanted, Framing given, std::vector<Bytes> lengths) {
    std::vector<Field> fields;
    for (Bytes length : lengths) fields.push_back({"Content-LENGTH", length});
    ResponseHead head{.status = status, .fields = fields.data(), .field_count = fields.size(), .framing = given};
    const bool has_content = frame(head, is_head, wanted);
    return {has_content, head.framing, head.content_length};
}

}  // namespace

TEST_CASE("content: what has some") {
    for (Framing wanted : {Framing::length, Framing::chunked, Framing::close}) {
        CHECK(framed(200, false, wanted, Framing::length, {"7"}) == Framed{true, wanted, 0});
        for (int status : {101, 204}) {
            CHECK(framed(status, false, wanted, Framing::length, {"7"}) == Framed{false, Framing::none, 0});
        }
        CHECK(framed(205, false, wanted, Framing::length, {"7"}) == Framed{false, Framing::length, 0});
        CHECK(framed(304, true, wanted, Framing::length, {}) == Framed{false, Framing::none, 0});
        CHECK(framed(304, false, wanted, Framing::length, {"7"}) == Framed{false, Framing::length, 7});
    }
    CHECK(framed(200, false, Framing::length, Framing::none, {}) == Framed{false, Framing::none, 0});
}

TEST_CASE("content: HEAD") {
    CHECK(framed(200, true, Framing::length, Framing::length, {"7"}) == Framed{false, Framing::length, 0});
    CHECK(framed(200, true, Framing::length, Framing::unknown, {"7"}) == Framed{false, Framing::length, 7});
    CHECK(framed(200, true, Framing::length, Framing::unknown, {"7", " 7 "}) == Framed{false, Framing::length, 7});
    CHECK(framed(200, true, Framing::chunked, Framing::length, {"7"}) == Framed{false, Framing::length, 7});
    CHECK(framed(200, true, Framing::chunked, Framing::length, {}) == Framed{false, Framing::chunked, 0});
    CHECK(framed(200, true, Framing::close, Framing::length, {}) == Framed{false, Framing::close, 0});
    for (Bytes text : {"", "x", "-1", "7,7", "99999999999999999999"}) {
        CHECK(framed(200, true, Framing::length, Framing::unknown, {text}).framing == Framing::unknown);
    }
    CHECK(framed(200, true, Framing::length, Framing::unknown, {"7", "8"}).framing == Framing::unknown);
}
