#include <doctest/doctest.h>

#include "protocol/http/coded_content.h"

using namespace tern;
using namespace tern::http;
using namespace tern::http::test;

namespace {

constexpr size_t kSlack = 16 * 1024;  // decoded at once
constexpr size_t kMegabyte = 1 << 20;

std::string repeat(const std::string& text, size_t count) {
    std::string all;
    for (size_t i = 0; i < count; ++i) all += text;
    return all;
}

// A frame of that many bytes that are all the same (RFC 8878 3.1.1.2.2), 128 KB for 4 bytes.
std::string zstd_bomb(size_t blocks) {
    std::string frame("\x28\xb5\x2f\xfd\x00\x38", 6);  // a window of 128 KB
    for (size_t i = 0; i + 1 < blocks; ++i) frame += std::string("\x02\x00\x10\x00", 4);
    return frame + std::string("\x03\x00\x10\x00", 4);
}

}  // namespace

TEST_CASE("content decoder: cut at every byte") {
    const std::string text = prose(1200);
    for (ContentCoding coding : kCodings) {
        const std::string coded = encode(coding, text);
        for (size_t piece = 1; piece <= coded.size(); ++piece) {
            const Decoded decoded = decode(coding, coded, piece);
            CHECK(decoded.status == 0);
            CHECK(decoded.content == text);
        }
    }
    CHECK(ContentDecoder::make(ContentCoding::identity, {}) == nullptr);
}

TEST_CASE("content decoder: what ends too early is refused") {
    for (ContentCoding coding : kCodings) {
        const std::string coded = encode(coding, prose(500));
        for (size_t size = 0; size < coded.size(); ++size) {
            CHECK(decode(coding, Bytes(coded).substr(0, size)).status == 400);
            CHECK(decode(coding, Bytes(coded).substr(0, size), 1).status == 400);
        }
    }
}

TEST_CASE("content decoder: what follows the end is refused") {
    for (ContentCoding coding : kCodings) {
        const std::string coded = encode(coding, "some text");
        for (const char* garbage : {"x", "garbage behind the end"}) {
            CHECK(decode(coding, coded + garbage).status == 400);
            CHECK(decode(coding, coded + garbage, 1).status == 400);
        }
    }
}

TEST_CASE("content decoder: several members of gzip, several frames of zstd") {
    for (ContentCoding coding : {ContentCoding::gzip, ContentCoding::zstd}) {
        const std::string two = encode(coding, "one, ") + encode(coding, "") + encode(coding, "two");
        CHECK(decode(coding, two).content == "one, two");
        CHECK(decode(coding, two, 1).content == "one, two");
        CHECK(decode(coding, two, 1).status == 0);
    }
    for (ContentCoding coding : {ContentCoding::deflate, ContentCoding::br}) {
        CHECK(decode(coding, encode(coding, "one") + encode(coding, "two")).status == 400);
    }
}

TEST_CASE("content decoder: broken bytes are refused, or change what comes out") {
    const std::string text = noise(300);
    for (ContentCoding coding : kCodings) {
        const std::string coded = encode(coding, text);
        CHECK(decode(coding, noise(100)).status == 400);
        for (size_t i = 0; i < coded.size(); ++i) {
            std::string broken = coded;
            broken[i] = static_cast<char>(broken[i] ^ 0x55);
            const Decoded decoded = decode(coding, broken, 0, {.bytes = 1000});
            CHECK(decoded.size <= 1000 + kSlack);
        }
    }
    // Not deflate's bare form: RFC 9110 8.4.1.2 asks for zlib's wrapper.
    const std::string wrapped = encode(ContentCoding::deflate, text);
    CHECK(decode(ContentCoding::deflate, Bytes(wrapped).substr(2)).status == 400);
}

TEST_CASE("content decoder: no more than allowed comes out") {
    const std::string text = prose(40000);
    for (ContentCoding coding : kCodings) {
        const std::string coded = encode(coding, text);
        CHECK(decode(coding, coded, 0, {.bytes = text.size()}).status == 0);
        const Decoded decoded = decode(coding, coded, 0, {.bytes = text.size() - 1});
        CHECK(decoded.status == 413);
        CHECK(decoded.size < text.size());
        CHECK(decode(coding, coded, 7, {.bytes = 100}).status == 413);
    }
}

TEST_CASE("content decoder: bombs are refused after the first megabyte") {
    const std::string zeros(64 * kMegabyte, '\0');
    for (ContentCoding coding : kCodings) {
        const std::string coded = encode(coding, zeros);
        CHECK(coded.size() < zeros.size() / 200);
        for (size_t piece : {size_t{0}, size_t{1000}}) {
            const Decoded decoded = decode(coding, coded, piece);
            CHECK(decoded.status == 413);
            CHECK(decoded.size <= kMegabyte + 100 * decoded.consumed + kSlack);
            CHECK(decoded.size < 8 * kMegabyte);
        }
        // What repeats much is no bomb as long as it is small.
        CHECK(decode(coding, encode(coding, Bytes(zeros).substr(0, kMegabyte))).status == 0);
    }
}

TEST_CASE("content decoder: ten gigabytes in few bytes") {
    const std::string frame = zstd_bomb(80'000);
    const Decoded one = decode(ContentCoding::zstd, frame);
    CHECK(one.status == 413);
    CHECK(one.size < 8 * kMegabyte);

    const std::string member = encode(ContentCoding::gzip, std::string(64 * kMegabyte, '\0'));
    const Decoded many = decode(ContentCoding::gzip, repeat(member, 160));
    CHECK(many.status == 413);
    CHECK(many.size < 16 * kMegabyte);
}

TEST_CASE("content decoder: a window of more than 8 MB is refused before there is memory for it") {
    // A frame header that asks for windows of 8 MB and 2 GB (RFC 8878 3.1.1.1.2).
    CHECK(decode(ContentCoding::zstd, Bytes("\x28\xb5\x2f\xfd\x00\x68\x01\x00\x00", 9)).status == 0);
    CHECK(decode(ContentCoding::zstd, Bytes("\x28\xb5\x2f\xfd\x00\x70\x01\x00\x00", 9)).status == 400);
    CHECK(decode(ContentCoding::zstd, Bytes("\x28\xb5\x2f\xfd\x00\xa8\x01\x00\x00", 9)).status == 400);
}

TEST_CASE("content decoder: deflate without its wrapper, where that is allowed") {
    const std::string text = prose(1200);
    const std::string wrapped = encode(ContentCoding::deflate, text);
    const std::string bare = wrapped.substr(2, wrapped.size() - 6);
    for (size_t piece : {0, 1, 100}) {
        const auto any = ContentDecoder::make(ContentCoding::deflate, {}, DeflateForm::any);
        CHECK(decode(*any, bare, piece).content == text);
        const auto same = ContentDecoder::make(ContentCoding::deflate, {}, DeflateForm::any);
        CHECK(decode(*same, wrapped, piece).content == text);
        CHECK(decode(ContentCoding::deflate, bare, piece).status == 400);
        const auto gzip = ContentDecoder::make(ContentCoding::gzip, {}, DeflateForm::any);
        CHECK(decode(*gzip, bare, piece).status == 400);
    }
}
