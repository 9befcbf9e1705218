#include "doctest/doctest.h"
#include "protocol/http/h2/frame_watch.h"

using namespace tern;
using namespace tern::http::h2;
using Fault = ClientStreams::Fault;

namespace {

constexpr uint8_t kEndHeaders = 4;

struct Watched {
    Fault headers(uint32_t id, bool end = true) { return judge(FrameType::headers, id, end); }
    Fault data(uint32_t id, bool end = true) { return judge(FrameType::data, id, end); }
    Fault reset(uint32_t id) { return judge(FrameType::reset_stream, id, false); }
    Fault judge(FrameType type, uint32_t id, bool end) {
        const uint8_t flags = type == FrameType::headers ? kEndHeaders : 0;
        return streams.judge({10, type, static_cast<uint8_t>(end ? flags | kEndStream : flags), id, 0});
    }
    ClientStreams streams;
};

}  // namespace

TEST_CASE("ClientStreams: a request, its body and its trailers") {
    Watched client;
    for (uint32_t id = 1; id < 2001; id += 2) {
        CHECK(client.headers(id, false) == Fault::none);
        CHECK(client.data(id, false) == Fault::none);
        CHECK(client.headers(id) == Fault::none);
    }
}

TEST_CASE("ClientStreams: nothing follows what the client has ended") {
    for (int end = 0; end < 3; ++end) {
        Watched client;
        CHECK(client.headers(1, end == 0) == Fault::none);
        if (end == 1) CHECK(client.data(1) == Fault::none);
        if (end == 2) CHECK(client.reset(1) == Fault::none);
        CHECK(client.reset(1) == Fault::none);
        CHECK(client.judge(FrameType::window_update, 1, false) == Fault::none);
        CHECK(client.data(1) == Fault::closed);
        CHECK(client.headers(1) == Fault::closed);
    }
}

TEST_CASE("ClientStreams: what comes within a head is left to libnghttp2") {
    Watched client;
    CHECK(client.streams.judge({10, FrameType::headers, kEndStream, 1, 0}) == Fault::none);
    CHECK(client.data(1) == Fault::none);
    CHECK(client.streams.judge({10, FrameType::continuation, kEndHeaders, 1, 0}) == Fault::none);
    CHECK(client.data(1) == Fault::closed);
}

TEST_CASE("ClientStreams: ids rise") {
    Watched client;
    CHECK(client.headers(5) == Fault::none);
    CHECK(client.headers(3) == Fault::id_too_low);
    CHECK(client.data(1) == Fault::closed);
    CHECK(client.headers(7, false) == Fault::none);
    CHECK(client.data(7) == Fault::none);
}

TEST_CASE("ClientStreams: what is older than its memory is left to libnghttp2") {
    Watched client;
    CHECK(client.headers(1, false) == Fault::none);
    CHECK(client.headers(3) == Fault::none);
    const uint32_t far = 1 + 2 * ClientStreams::kRemembered;
    for (uint32_t id = 5; id < far; id += 2) CHECK(client.headers(id) == Fault::none);
    CHECK(client.data(3) == Fault::closed);
    CHECK(client.headers(far) == Fault::none);
    CHECK(client.data(1) == Fault::none);  // an upload may last as long as it likes
    CHECK(client.headers(0x7fffffff) == Fault::none);
    CHECK(client.headers(far) == Fault::none);
    CHECK(client.headers(0x7fffffff - 2) == Fault::id_too_low);
    CHECK(client.headers(0x7fffffff) == Fault::closed);
}

TEST_CASE("ClientStreams: ids that no client may use are left to libnghttp2") {
    Watched client;
    for (uint32_t id : {0U, 2U, 4U, 2U}) CHECK(client.headers(id) == Fault::none);
    CHECK(client.data(9) == Fault::none);  // idle
}
