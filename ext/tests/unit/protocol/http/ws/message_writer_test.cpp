#include "protocol/http/ws/message_writer.h"

#include <doctest/doctest.h>

#include "frames.h"

using namespace tern;
using namespace tern::http::ws;

namespace {

constexpr DeflateTerms kTakeover;
constexpr DeflateTerms kNoTakeover{.server_no_context_takeover = true, .client_no_context_takeover = true};
constexpr PushFlags kCompress{.fin = true, .compress = true};

struct Writing {
    explicit Writing(Sender sender, std::optional<DeflateTerms> terms = {})
        : writer(sender, terms, {{}, 64}, pool), sender(sender), terms(terms) {}

    // The frame, as the other side is to get it.
    std::string push(Opcode opcode, Bytes payload, PushFlags flags = {}) {
        Slice bytes(payload);
        const Result<FrameHead> begun = writer.begin_frame(opcode, bytes, flags);
        REQUIRE(begun.ok());
        FrameHead head = begun.value();
        head.masked = sender == Sender::client;
        CHECK(head.length == bytes.size());
        std::string text(kMaxFrameHead, '\0');
        text.resize(write_frame_head(text.data(), head));
        return text.append(bytes.view());  // the key is all zeros
    }
    std::string read_back(const std::string& frames) {
        return test::read(frames, 0, sender, {}, terms.has_value() ? &*terms : nullptr);
    }

    CodecPool pool;
    MessageWriter writer;
    const Sender sender;
    const std::optional<DeflateTerms> terms;
};

const std::string kLong(100, 'a');

}  // namespace

TEST_CASE("ws writer: what it writes is read by the other side") {
    for (Sender sender : {Sender::client, Sender::server}) {
        Writing writing(sender);
        std::string frames = writing.push(Opcode::text, "hi");
        frames += writing.push(Opcode::binary, "a", {.fin = false});
        frames += writing.push(Opcode::ping, "p");
        frames += writing.push(Opcode::continuation, "b");
        CHECK(writing.read_back(frames) == "text(hi) ping(p) binary(ab)");
    }
}

TEST_CASE("ws writer: the order of frames") {
    Writing writing(Sender::client);
    const MessageWriter& writer = writing.writer;
    CHECK(writer.check(Opcode::continuation, 1) == Error::websocket_bad_opcode);
    CHECK(writer.check(Opcode::close, 0) == Error::websocket_bad_opcode);
    CHECK(writer.check(static_cast<Opcode>(3), 0) == Error::websocket_bad_opcode);
    CHECK(writer.check(Opcode::ping, 125) == Error::ok);
    CHECK(writer.check(Opcode::pong, 126) == Error::data_length_too_large);
    (void)writing.push(Opcode::text, "a", {.fin = false});
    CHECK(writer.check(Opcode::text, 1) == Error::websocket_bad_opcode);
    CHECK(writer.check(Opcode::ping, 1) == Error::ok);
    CHECK(writer.check(Opcode::continuation, 1) == Error::ok);
    (void)writing.push(Opcode::continuation, "b");
    CHECK(writer.check(Opcode::continuation, 1) == Error::websocket_bad_opcode);
    CHECK(writer.check(Opcode::binary, 1) == Error::ok);
}

TEST_CASE("ws writer: compression where it was agreed on, and is worth it") {
    Writing plain(Sender::client);
    CHECK(plain.read_back(plain.push(Opcode::text, kLong, kCompress)) == "text(100)");
    for (const DeflateTerms& terms : {kTakeover, kNoTakeover}) {
        Writing writing(Sender::client, terms);
        const std::string first = writing.push(Opcode::text, kLong, kCompress);
        const std::string second = writing.push(Opcode::text, kLong, kCompress);
        CHECK(first.size() < 30);
        CHECK((second.size() < first.size()) == !terms.client_no_context_takeover);
        const std::string small = writing.push(Opcode::text, "small", kCompress);
        const std::string unasked = writing.push(Opcode::text, kLong);
        CHECK(writing.read_back(first + second + small + unasked) == "text*(100) text*(100) text(small) text(100)");
    }
}

TEST_CASE("ws writer: fragments of a compressed message") {
    Writing writing(Sender::server, kTakeover);
    std::string frames = writing.push(Opcode::text, "ab", {.fin = false, .compress = true});
    frames += writing.push(Opcode::ping, kLong);
    frames += writing.push(Opcode::continuation, "cd", {.fin = false});
    frames += writing.push(Opcode::continuation, "ef");
    CHECK(writing.read_back(frames) == "ping(" + kLong + ") text*(abcdef)");
}

TEST_CASE("ws writer: a context that was dropped is not looked back to") {
    Writing writing(Sender::server, kTakeover);
    (void)writing.push(Opcode::text, kLong, kCompress);
    writing.writer.drop_context();
    // This reader has not seen the first message.
    CHECK(writing.read_back(writing.push(Opcode::text, kLong, kCompress)) == "text*(100)");
}
