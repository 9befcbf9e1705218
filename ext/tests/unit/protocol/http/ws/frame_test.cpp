#include "protocol/http/ws/frame.h"

#include <doctest/doctest.h>

#include "protocol/http/ws/frames.h"

using namespace tern;
using namespace tern::http::ws;
using namespace tern::http::ws::test;

namespace {

std::string written(const FrameHead& head) {
    std::string text(kMaxFrameHead, '?');
    text.resize(write_frame_head(text.data(), head));
    return text;
}

// The reason of the violation; "" when there is none.
std::string verdict(Bytes bytes, Sender sender = Sender::client, bool compression = false) {
    std::string in(bytes);
    FrameParser parser(sender, compression);
    for (size_t at = 0; at < in.size();) {
        const FrameStep step = parser.feed(in.data() + at, in.size() - at);
        if (step.state == FrameStep::State::failed) {
            CHECK(step.violation.code == kProtocolError);
            return step.violation.reason;
        }
        at += step.consumed;
    }
    return "";
}

}  // namespace

TEST_CASE("ws frame: heads are written in the shortest way") {
    struct Row {
        uint64_t length;
        std::string head;
    };
    const Row rows[] = {
        {0, {"\x81\x00", 2}},
        {125, "\x81\x7d"},
        {126, {"\x81\x7e\x00\x7e", 4}},
        {65535, "\x81\x7e\xff\xff"},
        {65536, {"\x81\x7f\x00\x00\x00\x00\x00\x01\x00\x00", 10}},
        {uint64_t{1} << 40, {"\x81\x7f\x00\x00\x01\x00\x00\x00\x00\x00", 10}},
    };
    for (const Row& row : rows) {
        FrameHead head;
        head.opcode = Opcode::text;
        head.length = row.length;
        CHECK(written(head) == row.head);
    }
}

TEST_CASE("ws frame: bits of the head") {
    FrameHead head;
    head.opcode = Opcode::binary;
    head.fin = false;
    CHECK(written(head) == std::string("\x02\x00", 2));
    head.compressed = true;
    CHECK(written(head) == std::string("\x42\x00", 2));
    head.masked = true;
    head.key = kKey;
    head.length = 3;
    CHECK(written(head) == "\x42\x83\x37\xfa\x21\x3d");
}

TEST_CASE("ws frame: the examples of RFC 6455 5.7") {
    CHECK(read("\x81\x05Hello", 0, Sender::server) == "text(Hello)");
    CHECK(read("\x81\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58") == "text(Hello)");
    CHECK(read("\x01\x03Hel\x80\x02lo", 0, Sender::server) == "text(Hello)");
    CHECK(read("\x89\x05Hello", 0, Sender::server) == "ping(Hello)");
    CHECK(read("\x8a\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58") == "pong(Hello)");
}

TEST_CASE("ws frame: masking at any offset, of any size") {
    std::string plain;
    for (int i = 0; i < 300; ++i) plain += static_cast<char>(i * 7);
    for (size_t begin = 0; begin < 9; ++begin) {
        for (size_t size = 0; size < 70; ++size) {
            std::string bytes = plain.substr(0, begin + size);
            apply_mask(bytes.data() + begin, size, kKey, begin);
            for (size_t i = 0; i < bytes.size(); ++i) {
                const char expected = i < begin ? plain[i] : static_cast<char>(plain[i] ^ kKey[i & 3]);
                REQUIRE(bytes[i] == expected);
            }
        }
    }
}

TEST_CASE("ws frame: sizes at the edges of each form, cut anywhere") {
    for (size_t size : {0, 1, 124, 125, 126, 127, 128, 65535, 65536, 65537}) {
        const std::string payload(size, 'x');
        const std::string bytes = frame(2, payload) + frame(1, "end");
        const std::string expected = "binary(" + (size > 40 ? std::to_string(size) : payload) + ") text(end)";
        CHECK(read(bytes) == expected);
        CHECK(read(bytes, 1) == expected);
        CHECK(read(bytes, 13) == expected);
    }
}

TEST_CASE("ws frame: what breaks the protocol") {
    struct Row {
        std::string bytes;
        const char* reason;
    };
    const Row rows[] = {
        {frame(1, "x", {.masked = false}), "an unmasked frame of a client"},
        {frame(9, "x", {.masked = false}), "an unmasked frame of a client"},
        {frame(1, "x", {.rsv = 4}), "RSV1 is set without an extension"},
        {frame(1, "x", {.rsv = 2}), "RSV2 or RSV3 is set"},
        {frame(1, "x", {.rsv = 1}), "RSV2 or RSV3 is set"},
        {frame(8, "", {.rsv = 1}), "RSV2 or RSV3 is set"},
        {frame(9, "x", {.fin = false}), "a fragmented control frame"},
        {frame(8, "", {.fin = false}), "a fragmented control frame"},
        {frame(10, "", {.fin = false}), "a fragmented control frame"},
        {frame(9, std::string(126, 'x')), "a control frame of more than 125 bytes"},
        {frame(8, std::string(126, 'x')), "a control frame of more than 125 bytes"},
        {frame(10, std::string(70000, 'x')), "a control frame of more than 125 bytes"},
        {frame(9, "x", {.length = 126}), "a control frame of more than 125 bytes"},
        {frame(0, "x"), "a continuation of nothing"},
        {frame(0, "x", {.fin = false}), "a continuation of nothing"},
        {frame(1, "a", {.fin = false}) + frame(1, "b"), "a new message within a fragmented one"},
        {frame(2, "a", {.fin = false}) + frame(9, "") + frame(2, "b"), "a new message within a fragmented one"},
        {frame(1, "a", {.fin = false}) + frame(0, "b") + frame(0, "c"), "a continuation of nothing"},
        {frame(1, "x", {.length = 126}), "a length that is not written in the shortest way"},
        {frame(1, std::string(125, 'x'), {.length = 126}), "a length that is not written in the shortest way"},
        {frame(1, "x", {.length = 127}), "a length that is not written in the shortest way"},
        {frame(1, std::string(65535, 'x'), {.length = 127}), "a length that is not written in the shortest way"},
        {frame(1, "x", {.claimed = uint64_t{1} << 63}), "a length of 2^63 or more"},
    };
    for (const Row& row : rows) CHECK(verdict(row.bytes) == row.reason);
    for (unsigned opcode : {3, 4, 5, 6, 7, 11, 12, 13, 14, 15})
        CHECK(verdict(frame(opcode, "")) == "a reserved opcode");
    CHECK(verdict(frame(1, "x"), Sender::server) == "a masked frame of a server");
}

TEST_CASE("ws frame: RSV1 with an extension") {
    CHECK(verdict(frame(1, "x", {.rsv = 4}), Sender::client, true) == "");
    CHECK(verdict(frame(9, "x", {.rsv = 4}), Sender::client, true) == "a compressed control frame");
    const std::string begin = frame(1, "x", {.fin = false, .rsv = 4});
    CHECK(verdict(begin + frame(0, "x"), Sender::client, true) == "");
    CHECK(verdict(begin + frame(0, "x", {.rsv = 4}), Sender::client, true) == "RSV1 is set on a continuation");
    CHECK(verdict(frame(1, "x", {.rsv = 6}), Sender::client, true) == "RSV2 or RSV3 is set");
}

TEST_CASE("ws frame: a violation is seen with the second byte, and stays") {
    FrameParser parser(Sender::client, false);
    std::string bytes = frame(11, std::string(200, 'x'));
    CHECK(parser.feed(bytes.data(), 1).state == FrameStep::State::more);
    CHECK(parser.feed(bytes.data() + 1, 1).state == FrameStep::State::failed);
    std::string good = frame(1, "x");
    CHECK(parser.feed(good.data(), good.size()).state == FrameStep::State::failed);
}

TEST_CASE("ws frame: the head is told before its payload has come") {
    FrameParser parser(Sender::client, false);
    std::string bytes = frame(2, "abc");
    FrameStep step = parser.feed(bytes.data(), 6);
    CHECK(step.state == FrameStep::State::piece);
    CHECK(step.first);
    CHECK(!step.last);
    CHECK(step.data.empty());
    CHECK(parser.head().length == 3);
    CHECK(!parser.between_messages());
    step = parser.feed(bytes.data() + 6, 3);
    CHECK(!step.first);
    CHECK(step.last);
    CHECK(step.data == "abc");
    CHECK(parser.between_messages());
}

TEST_CASE("ws frame: close codes") {
    for (uint32_t code = 0; code <= 65535; ++code) {
        const bool expected =
            (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) || (code >= 3000 && code < 5000);
        REQUIRE(valid_close_code(code) == expected);
        REQUIRE((read_close(close_payload(code)).violation.code == 0) == expected);
        REQUIRE(sendable_close_code(code) == (expected || code == kNoStatus ? code : kNormal));
    }
    CHECK(sendable_close_code(-1) == kNormal);
    CHECK(sendable_close_code(65536 + 1001) == kNormal);
}

TEST_CASE("ws frame: close payloads") {
    CHECK(read_close("").code == kNoStatus);
    CHECK(!read_close("").violation);
    CHECK(read_close("x").violation.code == kProtocolError);
    const std::string good = close_payload(4000, "caf\xc3\xa9");
    CHECK(read_close(good).code == 4000);
    CHECK(read_close(good).reason == "caf\xc3\xa9");
    CHECK(read_close(close_payload(1000, "\xc3")).violation.code == kInvalidData);
    CHECK(read_close(close_payload(1000, "\xed\xa0\x80")).violation.code == kInvalidData);
}

TEST_CASE("ws frame: a close reason that is too long is cut between characters") {
    char out[kMaxControlPayload];
    CHECK(Bytes(out, write_close(out, 1001, "bye")) ==
          "\x03\xe9"
          "bye");
    CHECK(write_close(out, 1000, {}) == 2);
    CHECK(write_close(out, 1000, std::string(500, 'x')) == 125);
    for (size_t shift = 0; shift < 4; ++shift) {
        std::string reason(shift, 'x');
        while (reason.size() < 200) reason += "\xf0\x9f\x98\x80";
        const size_t size = write_close(out, 1000, reason);
        CHECK(size > 120);
        CHECK(valid_utf8(Bytes(out + 2, size - 2)));
    }
}
