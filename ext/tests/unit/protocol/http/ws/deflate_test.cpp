#include "protocol/http/ws/deflate.h"

#include <doctest/doctest.h>

#include "protocol/http/ws/frames.h"

using namespace tern;
using namespace tern::http::ws;
using namespace tern::http::ws::test;

namespace {

std::string prose(size_t size, unsigned seed = 1) {
    std::string text;
    while (text.size() < size) {
        seed = seed * 1103515245 + 12345;
        text += "word" + std::to_string(seed >> 20) + ' ';
    }
    text.resize(size);
    return text;
}

std::string noise(size_t size) {
    std::string text;
    uint64_t seed = 88172645463325252;
    for (size_t i = 0; i < size; ++i) {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        text += static_cast<char>(seed);
    }
    return text;
}

std::string deflated(Deflater& deflater, Bytes in, bool last = true) {
    Buffer out;
    REQUIRE(deflater.deflate(in, last, out));
    return std::string(out.view());
}

struct Inflated {
    std::string text;
    Inflater::Outcome outcome;
};

Inflated inflated(Inflater& inflater, Bytes in, size_t most = 1 << 24, size_t piece = 0) {
    Buffer out;
    Inflater::Outcome outcome = Inflater::Outcome::ok;
    do {
        const Bytes part = in.substr(0, piece == 0 ? in.size() : piece);
        in.remove_prefix(part.size());
        outcome = inflater.inflate(part, in.empty(), out, most);
    } while (!in.empty() && outcome == Inflater::Outcome::ok);
    return {std::string(out.view()), outcome};
}

std::string bytes_of(std::initializer_list<int> bytes) {
    std::string text;
    for (int byte : bytes) text += static_cast<char>(byte);
    return text;
}

constexpr Shape kCompressed{.rsv = 4};
constexpr Shape kCompressedMore{.fin = false, .rsv = 4};

}  // namespace

TEST_CASE("ws deflate: there and back, for every window and level") {
    for (int bits = kLeastWindowBits; bits <= kMostWindowBits; ++bits) {
        for (int level : {1, 6, 9}) {
            const auto deflater = Deflater::make({level, 8, bits});
            const auto inflater = Inflater::make(bits);
            for (const std::string& text : {std::string(), std::string("a"), std::string("Hello"), prose(40000),
                                            std::string(100000, 'z'), noise(70000), prose(300), prose(300)}) {
                const Inflated back = inflated(*inflater, deflated(*deflater, text));
                CHECK(back.outcome == Inflater::Outcome::ok);
                CHECK(back.text == text);
            }
        }
    }
}

TEST_CASE("ws deflate: a peer with a window of 256 bytes") {
    const auto deflater = Deflater::make({6, 8, 9});
    const auto inflater = Inflater::make(8);
    const std::string text = prose(5000);
    CHECK(inflated(*inflater, deflated(*deflater, text)).text == text);
}

TEST_CASE("ws deflate: the examples of RFC 7692 7.2.3") {
    const std::string hello = bytes_of({0xf2, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00});
    CHECK(inflated(*Inflater::make(15), hello).text == "Hello");
    const auto kept = Inflater::make(15);
    CHECK(inflated(*kept, hello).text == "Hello");
    CHECK(inflated(*kept, bytes_of({0xf2, 0x00, 0x11, 0x00, 0x00})).text == "Hello");
    const std::string stored = bytes_of({0x00, 0x05, 0x00, 0xfa, 0xff, 0x48, 0x65, 0x6c, 0x6c, 0x6f, 0x00});
    CHECK(inflated(*Inflater::make(15), stored).text == "Hello");
    const std::string final_block = bytes_of({0xf3, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00, 0x00});
    CHECK(inflated(*Inflater::make(15), final_block).text == "Hello");
    const std::string two_blocks =
        bytes_of({0xf2, 0x48, 0x05, 0x00, 0x00, 0x00, 0xff, 0xff, 0xca, 0xc9, 0xc9, 0x07, 0x00});
    CHECK(inflated(*Inflater::make(15), two_blocks).text == "Hello");
    CHECK(deflated(*Deflater::make({}), "") == bytes_of({0x00}));
}

TEST_CASE("ws deflate: the window lives on behind a final block") {
    const auto inflater = Inflater::make(15);
    CHECK(inflated(*inflater, bytes_of({0xf3, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00, 0x00})).text == "Hello");
    CHECK(inflated(*inflater, bytes_of({0xf2, 0x00, 0x11, 0x00, 0x00})).text == "Hello");
}

TEST_CASE("ws deflate: a context that is kept makes repetition cheap, until it is reset") {
    const auto deflater = Deflater::make({});
    const std::string text = prose(2000);
    const size_t first = deflated(*deflater, text).size();
    CHECK(deflated(*deflater, text).size() < first / 10);
    deflater->reset();
    CHECK(deflated(*deflater, text).size() == first);
}

TEST_CASE("ws deflate: fragments of one message") {
    const auto deflater = Deflater::make({});
    const auto inflater = Inflater::make(15);
    const std::string text = prose(3000);
    for (size_t cut : {0, 1, 1500, 2999, 3000}) {
        std::string coded = deflated(*deflater, Bytes(text).substr(0, cut), false);
        coded += deflated(*deflater, Bytes(text).substr(cut), true);
        CHECK(inflated(*inflater, coded).text == text);
    }
}

TEST_CASE("ws deflate: input cut anywhere") {
    const std::string text = prose(700);
    const std::string coded = deflated(*Deflater::make({}), text);
    for (size_t piece = 1; piece < coded.size(); ++piece) {
        CHECK(inflated(*Inflater::make(15), coded, 1 << 20, piece).text == text);
    }
}

TEST_CASE("ws deflate: a bomb is stopped at the limit") {
    const std::string coded = deflated(*Deflater::make({9, 8, 15}), std::string(64 << 20, '\0'));
    CHECK(coded.size() < 100000);
    Buffer out;
    const auto inflater = Inflater::make(15);
    CHECK(inflater->inflate(coded, true, out, 1 << 20) == Inflater::Outcome::too_big);
    CHECK(out.capacity() <= 4 << 20);
    const std::string exact = deflated(*Deflater::make({}), std::string(1000, 'x'));
    CHECK(inflated(*Inflater::make(15), exact, 1000).outcome == Inflater::Outcome::ok);
    CHECK(inflated(*Inflater::make(15), exact, 999).outcome == Inflater::Outcome::too_big);
    CHECK(inflated(*Inflater::make(15), exact, 0).outcome == Inflater::Outcome::too_big);
    CHECK(inflated(*Inflater::make(15), bytes_of({0}), 0).outcome == Inflater::Outcome::ok);
}

TEST_CASE("ws deflate: broken data") {
    CHECK(inflated(*Inflater::make(15), bytes_of({0xff, 0xff, 0xff})).outcome == Inflater::Outcome::broken);
    CHECK(inflated(*Inflater::make(15), bytes_of({0xf2, 0x00, 0x11, 0x00, 0x00})).outcome ==
          Inflater::Outcome::broken);  // looks back at nothing
    const std::string stored = bytes_of({0x00, 0x05, 0x00, 0xfa, 0xff, 0x48, 0x65, 0x6c, 0x6c, 0x6f, 0x00});
    for (size_t size = 2; size < stored.size(); ++size) {
        if (size == 6) continue;  // what is added makes "H" and the tail a whole block
        CHECK(inflated(*Inflater::make(15), Bytes(stored).substr(0, size)).outcome == Inflater::Outcome::broken);
    }
}

TEST_CASE("ws deflate: the pool keeps few, and hands them out fresh") {
    CodecPool pool;
    const DeflaterOptions options{6, 8, 12};
    auto deflater = pool.take_deflater(options);
    const std::string text = prose(1000);
    const std::string coded = deflated(*deflater, text);
    Deflater* const same = deflater.get();
    pool.give_back(std::move(deflater));
    CHECK(pool.take_deflater({6, 8, 13}).get() != same);
    deflater = pool.take_deflater(options);
    CHECK(deflater.get() == same);
    CHECK(deflated(*deflater, text) == coded);
    auto inflater = pool.take_inflater(15);
    CHECK(inflated(*inflater, bytes_of({0xf2, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00})).text == "Hello");
    pool.give_back(std::move(inflater));
    inflater = pool.take_inflater(9);
    CHECK(inflated(*inflater, bytes_of({0xf2, 0x00, 0x11, 0x00, 0x00})).outcome == Inflater::Outcome::broken);
}

TEST_CASE("ws deflate: compressed messages of a client") {
    const DeflateTerms terms;
    const auto deflater = Deflater::make({});
    const std::string first = deflated(*deflater, "Hello");
    const std::string second = deflated(*deflater, "Hello");
    const std::string bytes = frame(1, first, kCompressed) + text_frame("plain") + frame(2, second, kCompressed);
    for (size_t piece : {0, 1, 5}) {
        CHECK(read(bytes, piece, Sender::client, {}, &terms) == "text*(Hello) text(plain) binary*(Hello)");
    }
    CHECK(read(frame(1, first, kCompressed)) == "!1002");
}

TEST_CASE("ws deflate: fragments, and a ping between them") {
    const DeflateTerms terms;
    const std::string coded = deflated(*Deflater::make({}), "caf\xc3\xa9 au lait");
    for (size_t cut = 0; cut <= coded.size(); ++cut) {
        const std::string bytes =
            frame(1, Bytes(coded).substr(0, cut), kCompressedMore) + frame(9, "p") + frame(0, Bytes(coded).substr(cut));
        CHECK(read(bytes, 0, Sender::client, {}, &terms) == "ping(p) text*(caf\xc3\xa9 au lait)");
        CHECK(read(bytes, 1, Sender::client, {}, &terms) == "ping(p) text*(caf\xc3\xa9 au lait)");
    }
}

TEST_CASE("ws deflate: without context takeover no message may look back") {
    DeflateTerms terms;
    terms.client_no_context_takeover = true;
    const auto deflater = Deflater::make({});
    std::string bytes = frame(1, deflated(*deflater, "Hello"), kCompressed);
    bytes += frame(1, deflated(*deflater, "Hello"), kCompressed);
    CHECK(read(bytes, 0, Sender::client, {}, &terms) == "text*(Hello) !1007");
    deflater->reset();
    std::string fresh;
    for (int i = 0; i < 3; ++i) {
        fresh += frame(1, deflated(*deflater, "Hello"), kCompressed);
        deflater->reset();
    }
    CHECK(read(fresh, 0, Sender::client, {}, &terms) == "text*(Hello) text*(Hello) text*(Hello)");
}

TEST_CASE("ws deflate: violations in compressed messages") {
    const DeflateTerms terms;
    const auto verdict = [&terms](const std::string& bytes, const MessageLimits& limits = {}) {
        return read(bytes, 0, Sender::client, limits, &terms);
    };
    CHECK(verdict(frame(1, deflated(*Deflater::make({}), "\xff\xfe"), kCompressed)) == "!1007");
    CHECK(verdict(frame(1, deflated(*Deflater::make({}), "\xc3"), kCompressed)) == "!1007");
    CHECK(verdict(frame(2, deflated(*Deflater::make({}), "\xff\xfe"), kCompressed)) == "binary*(\xff\xfe)");
    CHECK(verdict(frame(1, bytes_of({0xff, 0xff}), kCompressed)) == "!1007");
    CHECK(verdict(frame(1, "", kCompressed)) == "text*()");
    const std::string bomb = deflated(*Deflater::make({9, 8, 15}), std::string(1 << 20, 'x'));
    CHECK(verdict(frame(1, bomb, kCompressed), {.bytes = 1 << 20}) == "text*(1048576)");
    CHECK(verdict(frame(1, bomb, kCompressed), {.bytes = (1 << 20) - 1}) == "!1009");
    CHECK(verdict(frame(1, "", {.rsv = 4, .claimed = 5000}), {.bytes = 1000}) == "!1009");
    CHECK(verdict(frame(2, deflated(*Deflater::make({}), noise(1000)), kCompressed), {.bytes = 1000}) ==
          "binary*(1000)");
}

TEST_CASE("ws deflate: a message is decompressed when all of it has arrived") {
    const DeflateTerms terms;
    const std::string bomb = deflated(*Deflater::make({9, 8, 15}), std::string(1 << 20, 'x'));
    Reading reading(Sender::client, {}, &terms);
    CHECK(reading.feed(frame(2, Bytes(bomb).substr(0, bomb.size() - 1), kCompressedMore)));
    CHECK(reading.reader.memory() < 2 * bomb.size());
    CHECK(reading.feed(frame(0, Bytes(bomb).substr(bomb.size() - 1))));
    CHECK(reading.seen == "binary*(1048576)");
    CHECK(reading.reader.memory() == 0);
    CHECK(reading.feed(frame(2, bomb, kCompressedMore)));
    reading.reader.abandon({kTryAgainLater, "no room"});
    CHECK(reading.reader.memory() == 0);
    CHECK_FALSE(reading.feed(frame(0, "")));
    CHECK(reading.seen == "binary*(1048576) !1013");
}
