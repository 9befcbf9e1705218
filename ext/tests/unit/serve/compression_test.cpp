#include "serve/compression.h"

#include "protocol/http/coded_content.h"
#include "serve/exchange.h"
#include "serve/rig.h"

using namespace tern;
using namespace tern::serve;
using namespace tern::serve::test;
using http::ContentCoding;
using http::test::prose;

namespace {

using Fields = std::vector<http::Field>;

CompressionOptions usual() {
    return {
        2, 20, {"Text/*", "*+JSON", "application/json"}, {ContentCoding::zstd, ContentCoding::br, ContentCoding::gzip}};
}

// What becomes of an answer: its coding, then the fields as they are sent.
struct Ask {
    Fields request = {{"Accept-Encoding", "gzip"}};
    int status = 200;
    std::string body = prose(1000);
    Bytes method = "GET";

    std::string operator()(Compression& compression, const Fields& fields) const {
        http::RequestHead asked;
        asked.method = method;
        for (const http::Field& field : request) asked.fields[asked.field_count++] = field;
        http::ResponseHead head;
        head.status = status;
        head.fields = fields.data();
        head.field_count = fields.size();
        const Bytes coded = compression.code(asked, head, body);
        std::string text = coded.empty() ? "plain" : "coded";
        if (!coded.empty()) CHECK(coded.size() < body.size());
        for (size_t i = 0; i < head.field_count; ++i) {
            text.append("; ").append(head.fields[i].name).append(": ").append(head.fields[i].value);
        }
        return text;
    }
};

const std::string kGzip = "coded; Vary: Accept-Encoding; Content-Encoding: gzip";
const std::string kPlain = "plain; Vary: Accept-Encoding";

}  // namespace

TEST_CASE("compression: by media type") {
    Compression compression(usual());
    const Ask ask;
    CHECK(ask(compression, {}) == kGzip);  // text/html, since nothing else is said
    for (Bytes type :
         {"text/plain", "TEXT/CSS; charset=utf-8", "application/json", "application/problem+json", "text/x ;a"}) {
        const std::string sent = ask(compression, {{"content-type", type}});
        CHECK(sent == "coded; content-type: " + std::string(type) + kGzip.substr(5));
    }
    for (Bytes type : {"image/png", "application/jsonx", "application/octet-stream", "xtext/plain", "", "json"}) {
        CHECK(ask(compression, {{"Content-Type", type}}) == "plain; Content-Type: " + std::string(type));
    }
}

TEST_CASE("compression: by what the client accepts") {
    Compression compression(usual());
    const auto sent = [&](const Fields& request) { return Ask{.request = request}(compression, {}); };
    CHECK(sent({}) == kPlain);
    CHECK(sent({{"Accept-Encoding", "gzip;q=0"}}) == kPlain);
    CHECK(sent({{"Accept-Encoding", "gzip;q=0.2, identity"}}) == kPlain);
    CHECK(sent({{"Accept-Encoding", "deflate"}}) == kPlain);
    CHECK(sent({{"Accept-Encoding", "gzip, br, zstd"}}) == "coded; Vary: Accept-Encoding; Content-Encoding: zstd");
    CHECK(sent({{"Accept-Encoding", "gzip, br"}}) == "coded; Vary: Accept-Encoding; Content-Encoding: br");
    CHECK(sent({{"Accept-Encoding", "br;q=0.1, *;q=0.5"}}) == "coded; Vary: Accept-Encoding; Content-Encoding: zstd");
    CHECK(sent({{"accept-encoding", "br;q=0"}, {"Accept-Encoding", "gzip"}}) == kGzip);
}

TEST_CASE("compression: by size") {
    Compression compression(usual());
    CHECK(Ask{.body = ""}(compression, {}) == "plain");
    CHECK(Ask{.body = std::string(19, 'x')}(compression, {}) == "plain");
    CHECK(Ask{.body = std::string(60, 'x')}(compression, {}) == kGzip);
    CHECK(Ask{.body = http::test::noise(500)}(compression, {{"ETag", "\"1\""}}) ==
          "plain; ETag: \"1\"; Vary: Accept-Encoding");
    CompressionOptions any = usual();
    any.min_length = 0;
    Compression eager(any);
    CHECK(Ask{.body = ""}(eager, {}) == "plain");
    CHECK(Ask{.body = "x"}(eager, {}) == kPlain);
}

TEST_CASE("compression: by status") {
    Compression compression(usual());
    for (int status : {200, 201, 404, 500}) CHECK(Ask{.status = status}(compression, {}) == kGzip);
    for (int status : {101, 204, 205, 206, 304}) CHECK(Ask{.status = status}(compression, {}) == "plain");
}

TEST_CASE("compression: not what is coded already, or must stay as it is") {
    Compression compression(usual());
    const Ask ask;
    CHECK(ask(compression, {{"Content-Encoding", "br"}}) == "plain; Content-Encoding: br");
    CHECK(ask(compression, {{"content-encoding", " Identity"}}) == "plain");
    CHECK(ask(compression, {{"A", "1"}, {"Content-Encoding", "identity"}, {"B", "2"}}) == "plain; A: 1; B: 2");
    CHECK(Ask{.body = "small"}(compression, {{"Content-Encoding", "identity"}}) == "plain");
    CHECK(ask(compression, {{"Cache-Control", "public, No-Transform"}}) ==
          "plain; Cache-Control: public, No-Transform");
    CHECK(ask(compression, {{"Cache-Control", "no-cache"}}) == "coded; Cache-Control: no-cache" + kGzip.substr(5));
    CHECK(ask(compression, {{"Content-Digest", "sha-256=:x:"}}) == "plain; Content-Digest: sha-256=:x:");
}

TEST_CASE("compression: Vary says it once") {
    Compression compression(usual());
    const Ask ask;
    CHECK(ask(compression, {{"Vary", "Cookie"}}) == "coded; Vary: Cookie, Accept-Encoding; Content-Encoding: gzip");
    CHECK(ask(compression, {{"Vary", "Cookie"}, {"vary", "Origin"}}) ==
          "coded; Vary: Cookie, Accept-Encoding; vary: Origin; Content-Encoding: gzip");
    CHECK(ask(compression, {{"Vary", "Cookie"}, {"Vary", "accept-encoding"}}) ==
          "coded; Vary: Cookie; Vary: accept-encoding; Content-Encoding: gzip");
    CHECK(ask(compression, {{"Vary", "Cookie,ACCEPT-Encoding"}}) ==
          "coded; Vary: Cookie,ACCEPT-Encoding; Content-Encoding: gzip");
    CHECK(ask(compression, {{"Vary", "*"}}) == "coded; Vary: *; Content-Encoding: gzip");
    CHECK(ask(compression, {{"Vary", ""}}) == "coded; Vary: ; Vary: Accept-Encoding; Content-Encoding: gzip");
    CHECK(Ask{.request = {}}(compression, {{"Vary", "Cookie"}}) == "plain; Vary: Cookie, Accept-Encoding");
}

TEST_CASE("compression: a strong tag becomes weak, and is known again") {
    Compression compression(usual());
    const Ask ask;
    CHECK(ask(compression, {{"ETag", "\"a\""}}) ==
          "coded; ETag: W/\"a\"; Vary: Accept-Encoding; Content-Encoding: gzip");
    CHECK(ask(compression, {{"ETag", "W/\"a\""}}) ==
          "coded; ETag: W/\"a\"; Vary: Accept-Encoding; Content-Encoding: gzip");
    CHECK(Ask{.request = {}}(compression, {{"ETag", "\"a\""}}) == "plain; ETag: \"a\"; Vary: Accept-Encoding");

    const auto revalidated = [&](Bytes asked, Bytes tag) {
        return Ask{.request = {{"If-None-Match", asked}}, .status = 304, .body = ""}(compression, {{"ETag", tag}});
    };
    CHECK(revalidated("W/\"a\"", "\"a\"") == "plain; ETag: W/\"a\"; Vary: Accept-Encoding");
    CHECK(revalidated("\"b\", W/\"a\"", "\"a\"") == "plain; ETag: W/\"a\"; Vary: Accept-Encoding");
    CHECK(revalidated("\"a\"", "\"a\"") == "plain; ETag: \"a\"");
    CHECK(revalidated("W/\"a\"", "W/\"a\"") == "plain; ETag: W/\"a\"");
    // What is never coded keeps its tag.
    CHECK(Ask{.request = {{"If-None-Match", "W/\"a\""}}, .status = 304, .body = ""}(
              compression, {{"Content-Encoding", "identity"}, {"ETag", "\"a\""}}) == "plain; ETag: \"a\"");
}

TEST_CASE("compression: other fields with the same text in memory stay as they are") {
    Compression compression(usual());
    const Bytes tag = "\"a\"";
    CHECK(Ask()(compression, {{"X-Version", tag}, {"ETag", tag}}) ==
          "coded; X-Version: \"a\"; ETag: W/\"a\"; Vary: Accept-Encoding; Content-Encoding: gzip");
    const Bytes origin = "Origin";
    CHECK(Ask()(compression, {{"X-Seen", origin}, {"Vary", origin}, {"X-Told", origin}}) ==
          "coded; X-Seen: Origin; Vary: Origin, Accept-Encoding; X-Told: Origin; Content-Encoding: gzip");
}

TEST_CASE("compression: streams, their encoders and how many there may be") {
    Compression compression(usual());
    http::RequestHead asked;
    asked.method = "GET";
    asked.fields[asked.field_count++] = {"Accept-Encoding", "gzip"};
    const http::Field events{"Content-Type", "text/event-stream"};
    std::vector<std::unique_ptr<CodedStream>> streams;
    for (;;) {
        http::ResponseHead head;
        head.fields = &events;
        head.field_count = 1;
        auto stream = compression.start(asked, head);
        CHECK(head.fields[1].value == "Accept-Encoding");
        CHECK(head.field_count == (stream == nullptr ? 2 : 3));
        if (stream == nullptr) break;
        streams.push_back(std::move(stream));
        REQUIRE(streams.size() <= 1000);
    }
    CHECK(streams.size() == 1000);
    CHECK(compression.streams() == 1000);
    http::ResponseHead whole;
    CHECK(compression.start(asked, whole) == nullptr);
    streams.resize(100);
    CHECK(compression.start(asked, whole) != nullptr);
    streams.clear();
    CHECK(compression.streams() == 0);

    asked.fields[0].value = "br";
    http::ResponseHead of_events;
    of_events.fields = &events;
    of_events.field_count = 1;
    CHECK(compression.start(asked, of_events) == nullptr);
    http::ResponseHead other;
    CHECK(compression.start(asked, other) != nullptr);
    asked.fields[0].value = "gzip";

    asked.method = "HEAD";
    http::ResponseHead head;
    CHECK(compression.start(asked, head) == nullptr);
    CHECK(head.field_count == 2);
    CHECK(head.fields[1].value == "gzip");
}

TEST_CASE("compression: a client that goes away in the middle of a stream frees its encoder") {
    Compression compression(usual());
    RigOptions options;
    options.port.compression = &compression;
    Rig rig(options);
    rig.handler.keep_all();
    Client client = rig.connect();
    client.send("GET / HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n");
    rig.turn();
    Exchange* exchange = rig.handler.take_next();
    http::ResponseHead head;
    CHECK(serve::start(*exchange, head) == Error::ok);
    CHECK(serve::write(*exchange, Slice("a piece")) == Error::ok);
    CHECK(compression.streams() == 1);
    client.leave();
    rig.turn();
    if (exchange->responder() != nullptr) exchange->responder()->abort(*exchange);
    CHECK(compression.streams() == 0);  // although a program may keep the exchange, longer than the port lives
    exchange->release();
}
