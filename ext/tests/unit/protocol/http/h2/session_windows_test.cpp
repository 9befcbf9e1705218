// Small bodies, which are sent past nghttp2, and the windows of the client.
#include "protocol/http/h2/session_pair.h"

using namespace tern;
using namespace tern::http;
using namespace tern::http::h2;
using namespace tern::http::h2::test;

namespace {

std::string number(uint32_t value) {
    std::string bytes;
    for (int shift : {24, 16, 8, 0}) bytes.push_back(static_cast<char>(value >> shift));
    return bytes;
}

constexpr uint32_t kLargestWindow = 0x7fffffff;

// The type, stream and flags of each frame.
std::vector<std::string> frames_of(Bytes bytes) {
    std::vector<std::string> frames;
    while (!bytes.empty()) {
        const auto at = [&](size_t i) { return static_cast<unsigned>(static_cast<uint8_t>(bytes[i])); };
        frames.push_back(std::to_string(at(3)) + ' ' + std::to_string(at(8)) + ' ' + std::to_string(at(4)));
        bytes.remove_prefix(9 + (at(0) << 16 | at(1) << 8 | at(2)));
    }
    return frames;
}

}  // namespace

TEST_CASE("Session: a small body is sent with its head") {
    ServerPair pair;
    const int32_t small = pair.client.request(test::ClientSession::get("/"));
    const int32_t large = pair.client.request(test::ClientSession::get("/"));
    const int32_t incomplete = pair.client.request(test::ClientSession::get("/"));
    const int32_t unfinished = pair.client.request(test::ClientSession::post("/"), "x", false);
    pair.talk();
    pair.server.answer(large, std::string(1025, 'x'));
    pair.server.answer(incomplete, "one", false);
    pair.server.answer(small, std::string(1024, 'x'));
    pair.server.answer(unfinished, "enough");
    Buffer out;
    pair.server.session.send(out, SIZE_MAX);
    CHECK(frames_of(out.view()) ==
          std::vector<std::string>{"1 3 4", "1 5 4", "1 1 4", "0 1 1", "1 7 4", "0 7 1", "3 7 0", "0 3 1", "0 5 0"});
    pair.client.in(out.view());
    CHECK(pair.client[small].body.size() == 1024);
    CHECK(pair.server.streams[small].closed);
    CHECK_FALSE(pair.server.streams[large].body.size() > 0);
    pair.talk();
    CHECK(pair.server.streams[unfinished].closed);
}

TEST_CASE("Session: a response without data, and one with trailers only") {
    ServerPair pair;
    const int32_t empty = pair.ask();
    ResponseHead head;
    head.framing = Framing::chunked;
    pair.server.session.respond(empty, head, {"now", "tern"}, false);
    const int32_t trailers = pair.ask();
    pair.server.streams[trailers].trailers = true;
    pair.server.session.respond(trailers, head, {"now", "tern"}, false);
    pair.talk();
    CHECK(pair.client[empty].text() == "200 |");
    CHECK(pair.client[trailers].text() == "200 |");
    CHECK(pair.client[trailers].field("x-sum") == "1");
}

TEST_CASE("Session: small bodies and large ones share the window of the connection") {
    ServerPair pair(1 << 20);
    CHECK(pair.take_small(30) == 0);
    CHECK(pair.server.session.window() == 35'535);
    const int32_t large = pair.ask();
    pair.server.answer(large, std::string(100'000, 'x'));
    pair.talk();
    CHECK(pair.client[large].body.size() == 35'535);
    CHECK(pair.server.session.window() == 0);
    CHECK(pair.server.session.is_blocked(large));
    const int32_t small = pair.take_small(1);
    CHECK(pair.client[small].text() == "200 ...");
    pair.open(0, 10'000);
    CHECK(pair.client[large].body.size() == 45'535);
    pair.open(0, 1'000'000);
    CHECK(pair.client[large].body.size() == 100'000);
    CHECK(pair.client[small].body.size() == 1000);
    CHECK(pair.take_small(500) == 0);
    CHECK(pair.take_small(1000) != 0);
    CHECK(pair.client.goaways == 0);
}

TEST_CASE("Session: the window of the connection has no room left for small bodies") {
    ServerPair pair(1 << 20);
    const int32_t last = pair.take_small(100);
    CHECK(last == 65 * 2 + 1);
    CHECK(pair.client[last].body.size() == 535);
    CHECK(pair.server.session.is_blocked(last));
    pair.open(0, 465);
    CHECK(pair.client[last].text() == "200 " + std::string(1000, 'x') + "|");
    CHECK(pair.server.session.window() == 0);
}

TEST_CASE("Session: a small body waits for the window of its stream") {
    ServerPair pair(0);
    const int32_t id = pair.ask();
    pair.server.answer(id, "three");
    pair.talk();
    CHECK(pair.client[id].text() == "200 ...");
    pair.open(id, 1);
    CHECK(pair.client[id].text() == "200 t...");
    pair.open(id, 4);
    CHECK(pair.client[id].text() == "200 three|");
}

TEST_CASE("Session: the window of a stream shrinks before its response is sent") {
    ServerPair pair(1000);
    const int32_t id = pair.ask();
    pair.server.answer(id, "three");
    CHECK(pair.server.session.receive(frame(4, 0, 0, std::string("\0\4", 2) + number(3)), 1));
    Buffer out;
    pair.server.session.send(out, SIZE_MAX);
    CHECK(frames_of(out.view()) == std::vector<std::string>{"4 0 1", "1 1 4", "0 1 0"});
    CHECK(pair.server.streams[id].body == "ee");
}

TEST_CASE("Session: WINDOW_UPDATE of the connection counts once, cut anywhere") {
    for (const uint32_t increment : {1U, 1999U, 2000U, 2001U, kLargestWindow - 63'535}) {
        const std::string bytes = frame(8, 0, 0, number(increment)) + frame(6, 0, 0, "pingping");
        for (size_t cut = 0; cut <= bytes.size(); ++cut) {
            ServerPair pair(1 << 20);
            CHECK(pair.take_small(2) == 0);
            REQUIRE(pair.server.session.window() == 63'535);
            CHECK(pair.server.session.receive(Bytes(bytes).substr(0, cut), 1));
            CHECK(pair.server.session.receive(Bytes(bytes).substr(cut), 1));
            CHECK(pair.server.session.window() == 63'535 + int64_t{increment});
            pair.talk();
            CHECK(pair.client.goaways == 0);
        }
    }
}

TEST_CASE("Session: the largest window, and one beyond it") {
    ServerPair pair(1 << 20);
    pair.open(0, static_cast<int32_t>(kLargestWindow - 65'535));
    for (int i = 0; i < 10; ++i) {
        CHECK(pair.take_small(7) == 0);
        CHECK(pair.server.session.window() == kLargestWindow - 7000);
        pair.open(0, 7000);
        CHECK(pair.server.session.window() == kLargestWindow);
    }
    CHECK(pair.take_small(7) == 0);
    CHECK(pair.client.goaways == 0);
    (void)pair.server.session.receive(frame(8, 0, 0, number(7001)), 1);
    pair.talk();
    CHECK(pair.client.goaway_error == NGHTTP2_FLOW_CONTROL_ERROR);
}

TEST_CASE("Session: WINDOW_UPDATE of the connection that is an error stays one") {
    const std::string block = frame(1, 1, 3, "");
    const std::pair<std::string, uint32_t> cases[] = {
        {frame(8, 0, 0, number(0)), NGHTTP2_PROTOCOL_ERROR},
        {frame(8, 0, 0, "123"), NGHTTP2_FRAME_SIZE_ERROR},
        {frame(8, 0, 0, number(1) + "5"), NGHTTP2_FRAME_SIZE_ERROR},
        {block + frame(8, 0, 0, number(1)), NGHTTP2_PROTOCOL_ERROR},
    };
    for (const auto& [bytes, error] : cases) {
        ServerPair pair;
        CHECK(pair.take_small(1) == 0);
        (void)pair.server.session.receive(bytes, 1);
        pair.talk();
        CHECK(pair.client.goaway_error == error);
    }
}

TEST_CASE("Session: what has begun to be sent keeps its place in the window") {
    ServerPair pair(1 << 20);
    CHECK(pair.take_small(30) == 0);
    const int32_t large = pair.ask();
    const int32_t small = pair.ask();
    pair.server.answer(large, std::string(100'000, 'x'));
    Buffer out;
    pair.server.session.send(out, 20'000);  // nghttp2 has made the head of the next frame
    pair.server.answer(small, std::string(1000, 'x'));
    pair.server.session.send(out, SIZE_MAX);
    CHECK(pair.server.session.window() == 0);
    pair.client.in(out.view());
    CHECK(pair.client[large].body.size() + pair.client[small].body.size() == 35'535);
    pair.talk();
    CHECK(pair.client.goaways == 0);
}
