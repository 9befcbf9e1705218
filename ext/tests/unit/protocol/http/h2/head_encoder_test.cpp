#include "protocol/http/h2/head_encoder.h"

#include <doctest/doctest.h>
#include <nghttp2/nghttp2.h>
#include <random>

#include "protocol/http/h2/head_queue.h"
#include "protocol/http/h2/nghttp2_client.h"

using namespace tern;
using namespace tern::http;
using namespace tern::http::h2;
using test::Fields;

namespace {

// nghttp2's decoder: it fails where its table and that of the encoder differ.
class Decoder {
public:
    Decoder() { REQUIRE(nghttp2_hd_inflate_new(&inflater_) == 0); }
    Decoder(const Decoder&) = delete;
    ~Decoder() { nghttp2_hd_inflate_del(inflater_); }

    Fields decode(const Buffer& head) {
        Fields fields;
        Bytes left = head.view();
        for (;;) {
            nghttp2_nv field;
            int flags = 0;
            const ssize_t taken = nghttp2_hd_inflate_hd2(inflater_, &field, &flags,
                                                         reinterpret_cast<const uint8_t*>(left.data()), left.size(), 1);
            REQUIRE(taken >= 0);
            left.remove_prefix(static_cast<size_t>(taken));
            if ((flags & NGHTTP2_HD_INFLATE_EMIT) != 0) {
                fields.emplace_back(std::string(reinterpret_cast<const char*>(field.name), field.namelen),
                                    std::string(reinterpret_cast<const char*>(field.value), field.valuelen));
            }
            if ((flags & NGHTTP2_HD_INFLATE_FINAL) != 0) break;
        }
        nghttp2_hd_inflate_end_headers(inflater_);
        return fields;
    }

private:
    nghttp2_hd_inflater* inflater_ = nullptr;
};

// An update of the table's size (RFC 7541 6.3).
std::string size_update(size_t size) {
    if (size < 31) return {static_cast<char>(0x20 | size)};
    std::string update(1, '\x3f');
    for (size -= 31; size >= 0x80; size >>= 7) update += static_cast<char>(0x80 | (size & 0x7f));
    return update + static_cast<char>(size);
}

Buffer encoded(HeadEncoder& encoder, const Fields& fields) {
    Buffer out;
    for (const auto& [name, value] : fields) encoder.add(out, name, value);
    return out;
}

}  // namespace

TEST_CASE("HeadEncoder: a head that repeats is a byte for each field") {
    HeadEncoder encoder;
    Decoder decoder;
    const Fields head = {{"x-frame-options", "deny"}, {"vary", "Accept-Encoding"}, {"x-empty", ""}};
    CHECK(decoder.decode(encoded(encoder, head)) == head);
    const Buffer again = encoded(encoder, head);
    CHECK(again.size() == head.size());
    CHECK(decoder.decode(again) == head);
}

TEST_CASE("HeadEncoder: every status, and lengths") {
    HeadEncoder encoder;
    Decoder decoder;
    for (int status = 100; status <= 999; ++status) {
        Buffer out;
        encoder.add_status(out, status);
        CHECK(decoder.decode(out) == Fields{{":status", std::to_string(status)}});
    }
    for (const uint64_t length : {uint64_t{0}, uint64_t{9}, uint64_t{1234567}, UINT64_MAX}) {
        Buffer out;
        encoder.add_length(out, length);
        CHECK(decoder.decode(out) == Fields{{"content-length", std::to_string(length)}});
    }
}

TEST_CASE("HeadEncoder: own fields follow what they become") {
    HeadEncoder encoder;
    Decoder decoder;
    constexpr unsigned kAll = HeadEncoder::kServer | HeadEncoder::kDate | HeadEncoder::kContentType;
    const auto size = [&](unsigned fields, const char* date) {
        Buffer out;
        encoder.add_own(out, fields, {"tern", date, "text/html"});
        Fields expected;
        if ((fields & HeadEncoder::kServer) != 0) expected.emplace_back("server", "tern");
        if ((fields & HeadEncoder::kDate) != 0) expected.emplace_back("date", date);
        if ((fields & HeadEncoder::kContentType) != 0) expected.emplace_back("content-type", "text/html");
        CHECK(decoder.decode(out) == expected);
        return out.size();
    };
    for (const char* date : {"one", "one", "one", "two", "two", "two", "one"}) (void)size(kAll, date);
    CHECK(size(kAll, "one") == 3);
    CHECK(size(HeadEncoder::kServer, "one") == 1);
    CHECK(size(kAll, "two") == 3);
    CHECK(decoder.decode(encoded(encoder, {{"x-other", "1"}})).size() == 1);  // the places of the others change
    CHECK(size(kAll, "two") == 3);
    CHECK(size(kAll, "two") == 3);
    Buffer smaller;
    const std::string update = size_update(0);
    smaller.append(update);
    encoder.note_sizes(update);
    encoder.add_own(smaller, kAll, {"tern", "two", "text/html"});
    CHECK(decoder.decode(smaller).size() == 3);
}

TEST_CASE("HeadEncoder: every byte has its code") {
    HeadEncoder encoder;
    Decoder decoder;
    for (int byte = 0; byte < 256; ++byte) {
        // The letters make the coded form the shorter one.
        const std::string value = std::string(40, 'e') + static_cast<char>(byte) + std::string(byte % 8, 'o');
        const Buffer out = encoded(encoder, {{"etag", value}});
        CHECK(out.size() < value.size());
        CHECK(decoder.decode(out) == Fields{{"etag", value}});
    }
}

TEST_CASE("HeadEncoder: values that seldom repeat leave the table to others") {
    HeadEncoder encoder;
    Decoder decoder;
    const Fields kept = {{"x-kept", "1"}};
    CHECK(decoder.decode(encoded(encoder, kept)) == kept);
    for (int i = 0; i < 500; ++i) {
        const Fields each = {{"set-cookie", "id=" + std::to_string(i)},
                             {"location", "/" + std::to_string(i)},
                             {"x-large", std::string(HeadEncoder::kTableBytes, 'x')}};
        CHECK(decoder.decode(encoded(encoder, each)) == each);
    }
    CHECK(encoded(encoder, kept).size() == 1);
}

TEST_CASE("HeadEncoder: any heads, with tables of any size") {
    std::mt19937 random(7);
    for (int run = 0; run < 20; ++run) {
        HeadEncoder encoder;
        Decoder decoder;
        for (int i = 0; i < 300; ++i) {
            Buffer out;
            if (random() % 20 == 0) {
                std::string updates = size_update(random() % 2 == 0 ? 0 : random() % 300);
                updates += size_update(random() % (HeadEncoder::kTableBytes + 1));
                out.append(updates);
                encoder.note_sizes(updates);
            }
            Fields head;
            for (size_t count = random() % 8; head.size() < count;) {
                const std::string name = random() % 3 == 0 ? "vary" : "x-" + std::string(random() % 40, 'n');
                std::string value(random() % (random() % 9 == 0 ? 2000 : 30), static_cast<char>('a' + random() % 3));
                if (random() % 4 == 0) value += std::to_string(random() % 1000);
                head.emplace_back(name, value);
            }
            for (const auto& [name, value] : head) encoder.add(out, name, value);
            if (random() % 2 == 0) {
                encoder.add_own(out, HeadEncoder::kServer, {"tern", {}, {}});
                head.emplace_back("server", "tern");
            }
            REQUIRE(decoder.decode(out) == head);
        }
    }
}

TEST_CASE("HeadQueue: heads that are not sent are no part of what the client decodes") {
    HeadQueue queue;
    HeadEncoder encoder;
    Decoder decoder;
    const Field field{"X-Number", " one "};
    ResponseHead head;
    head.fields = &field;
    head.field_count = 1;
    head.content_length = 3;
    queue.push_interim(1, head);
    queue.push_final(3, head, {"now", "tern"}, true);
    queue.push_final(1, head, {"now", "tern"}, false);
    queue.push_trailers(5, &field, 1);
    CHECK(queue.count() == 4);
    const auto next = [&](int32_t stream, HeadQueue::Kind kind) {
        CHECK(queue.stream_id() == stream);
        CHECK(queue.kind() == kind);
        Buffer out;
        queue.write(encoder, out);
        queue.pop();
        return decoder.decode(out);
    };
    CHECK(next(1, HeadQueue::Kind::interim) == Fields{{":status", "200"}, {"x-number", "one"}});
    CHECK(queue.kind() == HeadQueue::Kind::without_body);
    queue.pop();
    CHECK(next(1, HeadQueue::Kind::with_body) == Fields{{":status", "200"},
                                                        {"server", "tern"},
                                                        {"date", "now"},
                                                        {"content-type", "text/html"},
                                                        {"x-number", "one"},
                                                        {"content-length", "3"}});
    CHECK(next(5, HeadQueue::Kind::trailers) == Fields{{"x-number", "one"}});
    CHECK(queue.empty());
}

TEST_CASE("HeadQueue: what no client takes") {
    const std::string large(1 << 20, 'x');
    const Field fields[] = {{"x", "y"}, {"x", large}};
    CHECK(HeadQueue::fits(fields, 1));
    CHECK_FALSE(HeadQueue::fits(fields, 2));
}
