#include <doctest/doctest.h>

#include "protocol/http/coded_content.h"

using namespace tern;
using namespace tern::http;
using namespace tern::http::test;

TEST_CASE("content encoder: what it codes decodes to the same, at every level, and is smaller") {
    const std::string text = prose(5000);
    for (ContentCoding coding : kCodings) {
        for (int level : {-5, 1, 2, 6, 9, 11, 22, 100}) {
            const std::string coded = encode(coding, text, level);
            CHECK(coded.size() < text.size() / 4);
            const Decoded decoded = decode(coding, coded);
            CHECK(decoded.status == 0);
            CHECK(decoded.content == text);
        }
        CHECK(decode(coding, encode(coding, "")).size == 0);
        CHECK(decode(coding, encode(coding, "x")).content == "x");
        CHECK(decode(coding, encode(coding, noise(60000))).content == noise(60000));
    }
    CHECK(ContentEncoder::make(ContentCoding::identity, 1, CodingWindow::whole) == nullptr);
}

TEST_CASE("content encoder: contents cut at every byte") {
    const std::string text = prose(150);
    for (ContentCoding coding : kCodings) {
        const auto encoder = ContentEncoder::make(coding, 2, CodingWindow::stream);
        for (size_t cut = 0; cut <= text.size(); ++cut) {
            Buffer out;
            REQUIRE(encoder->begin(ContentEncoder::kUnknownSize));
            REQUIRE(encoder->feed(Bytes(text).substr(0, cut), out));
            REQUIRE(encoder->finish(Bytes(text).substr(cut), out));
            CHECK(decode(coding, out.view()).content == text);
        }
    }
}

TEST_CASE("content encoder: what was flushed can be decoded before more comes") {
    for (ContentCoding coding : kCodings) {
        for (CodingWindow window : {CodingWindow::whole, CodingWindow::stream, CodingWindow::tiny}) {
            const auto encoder = ContentEncoder::make(coding, 2, window);
            const auto decoder = ContentDecoder::make(coding, {});
            REQUIRE(encoder->begin(ContentEncoder::kUnknownSize));
            std::string seen;
            for (int i = 0; i < 50; ++i) {
                const std::string event = "data: event " + std::to_string(i) + "\n\n";
                Buffer out;
                REQUIRE(encoder->flush(event, out));
                seen = decode(*decoder, out.view()).content;
                CHECK(seen == event);
            }
            Buffer out;
            REQUIRE(encoder->finish("last", out));
            const Decoded last = decode(*decoder, out.view());
            CHECK(last.content == "last");
            CHECK(last.status == 0);
        }
    }
}

TEST_CASE("content encoder: large pieces come out whole") {
    const std::string large = noise(50000) + prose(300000);
    for (ContentCoding coding : kCodings) {
        const auto encoder = ContentEncoder::make(coding, 1, CodingWindow::tiny);
        Buffer out;
        REQUIRE(encoder->begin(ContentEncoder::kUnknownSize));
        REQUIRE(encoder->flush(large, out));
        REQUIRE(encoder->finish("", out));
        CHECK(decode(coding, out.view()).size == large.size());
    }
}

TEST_CASE("content encoder: one after the other, also after one that was given up") {
    const std::string text = prose(3000);
    for (ContentCoding coding : kCodings) {
        const auto encoder = ContentEncoder::make(coding, 2, CodingWindow::whole);
        Buffer out;
        REQUIRE(encoder->begin(text.size()));
        REQUIRE(encoder->finish(text, out));
        const std::string first(out.view());
        Buffer given_up;
        REQUIRE(encoder->begin(ContentEncoder::kUnknownSize));
        REQUIRE(encoder->flush("begun", given_up));
        out.clear();
        REQUIRE(encoder->begin(text.size()));
        REQUIRE(encoder->finish(text, out));
        CHECK(out.view() == first);
    }
}

TEST_CASE("content encoder: stops when it is larger than it may be") {
    for (ContentCoding coding : kCodings) {
        const auto encoder = ContentEncoder::make(coding, 2, CodingWindow::whole);
        const std::string bytes = noise(200000);
        Buffer out;
        REQUIRE(encoder->begin(bytes.size()));
        CHECK_FALSE(encoder->finish(bytes, out, bytes.size() - 1));
        CHECK(out.size() < bytes.size() + 32 * 1024);
        const std::string text = prose(1000);
        Buffer next;
        REQUIRE(encoder->begin(text.size()));
        CHECK(encoder->finish(text, next, text.size() - 1));
        CHECK(decode(coding, next.view()).content == text);
    }
}
