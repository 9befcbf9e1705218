#include "protocol/http/ws/message.h"

#include <doctest/doctest.h>

#include "protocol/http/ws/frames.h"

using namespace tern;
using namespace tern::http::ws;
using namespace tern::http::ws::test;

namespace {

constexpr Shape kMore{.fin = false};

// All at once, and cut everywhere.
std::string read_both(const std::string& bytes, const MessageLimits& limits = {}) {
    const std::string whole = read(bytes, 0, Sender::client, limits);
    CHECK(read(bytes, 1, Sender::client, limits) == whole);
    CHECK(read(bytes, 7, Sender::client, limits) == whole);
    return whole;
}

}  // namespace

TEST_CASE("ws message: fragments, and control frames between them") {
    CHECK(read_both(text_frame("one") + text_frame("two")) == "text(one) text(two)");
    CHECK(read_both(frame(1, "a", kMore) + frame(0, "b", kMore) + frame(0, "c")) == "text(abc)");
    CHECK(read_both(frame(2, "a", kMore) + frame(9, "p") + frame(0, "b") + text_frame("c")) ==
          "ping(p) binary(ab) text(c)");
    CHECK(read_both(frame(1, "", kMore) + frame(0, "", kMore) + frame(0, "")) == "text()");
    CHECK(read_both(frame(1, "") + frame(2, "") + frame(9, "") + frame(10, "") + frame(8, "")) ==
          "text() binary() ping() pong() close()");
    CHECK(read_both(frame(1, "x", kMore) + frame(9, std::string(125, 'p')) + frame(10, "q") + frame(0, "y")) ==
          "ping(125) pong(q) text(xy)");
}

TEST_CASE("ws message: text is UTF-8, also across fragments") {
    CHECK(read_both(text_frame("caf\xc3\xa9")) == "text(caf\xc3\xa9)");
    CHECK(read_both(frame(1, "caf\xc3", kMore) + frame(0, "\xa9")) == "text(caf\xc3\xa9)");
    CHECK(read_both(text_frame("\xc3")) == "!1007");
    CHECK(read_both(text_frame("abc\xff")) == "!1007");
    CHECK(read_both(frame(1, "\xc3", kMore) + frame(9, "") + frame(0, "")) == "ping() !1007");
    CHECK(read_both(frame(1, "\xc3", kMore) + frame(0, "x")) == "!1007");
    CHECK(read_both(frame(2, "\xff\xc3")) == "binary(\xff\xc3)");
    CHECK(read_both(frame(2, "\xff", kMore) + frame(0, "\xc3")) == "binary(\xff\xc3)");
}

TEST_CASE("ws message: bad text is refused before the message is whole") {
    CHECK(read(frame(1, "ok", kMore) + frame(0, "\xf4\x90", kMore)) == "!1007");
    CHECK(read(frame(1, "ab\xff" + std::string(100, 'x')).substr(0, 20)) == "!1007");
}

TEST_CASE("ws message: the size limit counts all fragments, and is checked at the head") {
    const MessageLimits limits{.bytes = 10};
    CHECK(read_both(text_frame("0123456789"), limits) == "text(0123456789)");
    CHECK(read_both(text_frame("0123456789x"), limits) == "!1009");
    CHECK(read_both(frame(1, "01234", kMore) + frame(0, "56789"), limits) == "text(0123456789)");
    CHECK(read_both(frame(1, "01234", kMore) + frame(0, "567890"), limits) == "!1009");
    CHECK(read_both(frame(1, "0123456789", kMore) + frame(9, "ping is not counted") + frame(0, ""), limits) ==
          "ping(ping is not counted) text(0123456789)");
    CHECK(read(frame(2, "", {.claimed = 11}), 0, Sender::client, limits) == "!1009");
    CHECK(read(frame(2, "", {.claimed = (uint64_t{1} << 63) - 1}), 0, Sender::client, limits) == "!1009");
    CHECK(read_both(text_frame("0123456789") + text_frame("0123456789"), limits) ==
          "text(0123456789) text(0123456789)");
}

TEST_CASE("ws message: frames are counted") {
    const MessageLimits limits{.bytes = 100, .frames = 3};
    CHECK(read_both(frame(1, "", kMore) + frame(0, "", kMore) + frame(0, "x"), limits) == "text(x)");
    CHECK(read_both(frame(1, "", kMore) + frame(0, "", kMore) + frame(0, "", kMore) + frame(0, ""), limits) == "!1009");
    CHECK(read_both(frame(1, "a", kMore) + frame(9, "") + frame(9, "") + frame(9, "") + frame(0, "b"), limits) ==
          "ping() ping() ping() text(ab)");
}

TEST_CASE("ws message: what comes before a violation is handed out") {
    CHECK(read_both(text_frame("one") + frame(3, "")) == "text(one) !1002");
    CHECK(read_both(frame(9, "p") + frame(1, "x", {.masked = false})) == "ping(p) !1002");
    Reading reading;
    CHECK(!reading.feed(frame(3, "")));
    CHECK(!reading.feed(text_frame("later")));
    CHECK(reading.seen == "!1002 !1002");
}

TEST_CASE("ws message: one that lies in the input is not copied") {
    CodecPool pool;
    MessageReader reader(Sender::client, {}, nullptr, pool);
    std::string bytes = text_frame("hello") + "rest";
    const MessageStep step = reader.feed(bytes.data(), bytes.size());
    CHECK(step.consumed == bytes.size() - 4);
    CHECK(step.payload.data() == bytes.data() + 6);
    CHECK(reader.between_messages());
}

TEST_CASE("ws message: release() keeps what has not been handed out") {
    Reading reading;
    CHECK(reading.feed(frame(1, "a", kMore) + frame(9, "") + frame(0, "b", kMore)));
    reading.reader.release();
    CHECK(!reading.reader.between_messages());
    CHECK(reading.feed(frame(0, "c")));
    CHECK(reading.seen == "ping() text(abc)");
}
