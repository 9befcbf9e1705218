// Request bodies with a Content-Encoding.
#include "protocol/http/coded_content.h"
#include "serve/rig.h"

using namespace tern;
using namespace tern::serve;
using namespace tern::serve::test;
using http::test::encode;
using http::test::prose;

namespace {

std::string post(Bytes coding, const std::string& body, const std::string& fields = "", size_t chunk = 0) {
    std::string text = "POST / HTTP/1.1\r\nHost: x\r\nContent-Encoding: " + std::string(coding) + "\r\n" + fields;
    if (chunk == 0) return text + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
    text += "Transfer-Encoding: chunked\r\n\r\n";
    char head[http::kMaxChunkHead];
    for (size_t at = 0; at < body.size(); at += chunk) {
        const std::string part = body.substr(at, chunk);
        text.append(head, http::write_chunk_head(head, part.size()));
        text += part + "\r\n";
    }
    return text + "0\r\n\r\n";
}

// A port that decodes; remembers what the handler got.
struct Decoding {
    static RigOptions options() {
        RigOptions options;
        options.port.limits.decode_bodies = true;
        options.port.limits.body_bytes = 300'000;
        return options;
    }
    explicit Decoding(const RigOptions& options = Decoding::options()) : rig(options), client(rig.connect()) {
        rig.handler.request = [this](Exchange& exchange) {
            body.assign(exchange.body.size(), '?');
            CHECK(exchange.body.read(body.data(), 0, body.size()) == Error::ok);
            has_fields = exchange.head.find("content-encoding").data() != nullptr ||
                         exchange.head.find("content-length").data() != nullptr;
            (void)answer(exchange, "got");
        };
    }
    std::string ask(Bytes bytes, size_t piece = 60'000) {
        std::string got;
        for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size()))) {
            got += rig.ask(client, bytes.substr(0, piece));
        }
        return got;
    }

    Rig rig;
    Client client;
    std::string body;
    bool has_fields = false;
};

const std::string kGot = "200 got|";

}  // namespace

TEST_CASE("coded body: decoded while it arrives, whatever its framing and pieces") {
    Decoding port;
    for (size_t size : {1, 1000, 40'000, 250'000}) {
        const std::string text = prose(size).substr(0, size);
        for (http::ContentCoding coding : http::test::kCodings) {
            const Bytes name = http::name_of(coding);
            for (size_t chunk : {0, 1, 777}) {
                for (size_t piece : {60'000, 977}) {
                    CHECK(summary(port.ask(post(name, encode(coding, text), "", chunk), piece)) == kGot);
                    CHECK(port.body == text);
                    CHECK_FALSE(port.has_fields);
                }
            }
        }
    }
}

TEST_CASE("coded body: other bodies are as they were") {
    Decoding port;
    CHECK(summary(port.ask(post("identity", "as it is"))) == kGot);
    CHECK(port.body == "as it is");
    CHECK(port.has_fields);
    CHECK(summary(port.ask("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc")) == kGot);
    CHECK(port.body == "abc");
    CHECK(summary(port.ask("GET / HTTP/1.1\r\nHost: x\r\nContent-Encoding: gzip\r\n\r\n")) == kGot);
    CHECK(port.body.empty());

    RigOptions off = Decoding::options();
    off.port.limits.decode_bodies = false;
    Decoding plain(off);
    const std::string coded = encode(http::ContentCoding::gzip, "text");
    CHECK(summary(plain.ask(post("gzip", coded))) == kGot);
    CHECK(plain.body == coded);
    CHECK(plain.has_fields);
    CHECK(summary(plain.ask(post("unheard-of", "text"))) == kGot);
}

TEST_CASE("coded body: forms are taken apart after decoding") {
    Decoding port;
    size_t fields = 0;
    port.rig.handler.request = [&](Exchange& exchange) {
        REQUIRE(exchange.body.form() != nullptr);
        fields = exchange.body.form()->fields().size();
        (void)answer(exchange, "got");
    };
    const std::string text =
        "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nvalue\r\n"
        "--B\r\nContent-Disposition: form-data; name=\"b\"\r\n\r\nvalue\r\n--B--\r\n";
    const std::string type = "Content-Type: multipart/form-data; boundary=B\r\n";
    CHECK(summary(port.ask(post("br", encode(http::ContentCoding::br, text), type))) == kGot);
    CHECK(fields == 2);
}

TEST_CASE("coded body: an unknown coding is answered with those that are known") {
    for (const char* name : {"compress", "gzip, gzip", "gzip;q=1", "aes128gcm"}) {
        Decoding port;
        const std::string got = port.ask(post(name, "text"));
        CHECK(got.starts_with("HTTP/1.1 415 "));
        CHECK(got.find("\r\nAccept-Encoding: gzip, deflate, br, zstd\r\n") != std::string::npos);
        CHECK(port.rig.handler.requests == 0);
    }
    Decoding port;  // before the client sends what nobody wants
    CHECK(port.ask(post("compress", "text", "Expect: 100-continue\r\n").substr(0, 110)).find("100 Continue") ==
          std::string::npos);
}

TEST_CASE("coded body: what is broken, ends too early or goes on is 400") {
    const std::string coded = encode(http::ContentCoding::gzip, prose(300));
    for (const std::string& body : {std::string("no gzip"), coded.substr(0, coded.size() - 1), coded + "x"}) {
        for (size_t chunk : {0, 5}) {
            Decoding port;
            CHECK(port.ask(post("gzip", body, "", chunk)).starts_with("HTTP/1.1 400 "));
            CHECK(port.rig.handler.requests == 0);
        }
    }
}

TEST_CASE("coded body: limits count what comes out") {
    for (http::ContentCoding coding : http::test::kCodings) {
        const Bytes name = http::name_of(coding);
        Decoding port;
        CHECK(summary(port.ask(post(name, encode(coding, prose(400'000).substr(0, 300'000))))) == kGot);
        CHECK(port.body.size() == 300'000);
        CHECK(port.ask(post(name, encode(coding, prose(400'000).substr(0, 300'001)))).starts_with("HTTP/1.1 413 "));

        RigOptions large = Decoding::options();
        large.port.limits.body_bytes = 1 << 30;
        Decoding bomb(large);
        const std::string zeros = encode(coding, std::string(64 << 20, '\0'));
        CHECK(bomb.ask(post(name, zeros)).starts_with("HTTP/1.1 413 "));
        CHECK(bomb.rig.handler.requests == 0);
    }
}

namespace {

// Takes bodies piece by piece, of a client that sends as much as the port receives.
struct SlowTaker {
    static RigOptions options() {
        RigOptions options = Decoding::options();
        options.port.streams = {"/"};
        options.port.limits.upload_bytes = 1 << 30;
        return options;
    }
    SlowTaker() : rig(options()), client(rig.connect()) { rig.handler.keep_all(); }
    Exchange& exchange() { return *rig.handler.kept.back(); }
    void send_some(Bytes& rest) {
        const ssize_t sent =
            ::send(client.fd(), rest.data(), std::min<size_t>(rest.size(), 60'000), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent > 0) rest.remove_prefix(static_cast<size_t>(sent));
        rig.turn(2);
    }
    std::string take_some(size_t most_bytes) {
        RequestBody& body = exchange().body;
        most = std::max(most, body.available());
        std::string piece(std::min<uint64_t>(body.available(), most_bytes), '?');
        CHECK(body.take(piece.data(), piece.size()) == Error::ok);
        if (body.arriving()) exchange().responder()->read_on(exchange());
        return piece;
    }

    Rig rig;
    Client client;
    uint64_t most = 0;
};

// What does not shrink pays for a lot of what does.
std::string mixed(size_t zeros) { return http::test::noise(1 << 20) + std::string(zeros, '0') + "end"; }

constexpr size_t kMostInWindow = BodyWindow::kFull + 16 * 1024;

}  // namespace

TEST_CASE("coded body: one that streams is decoded no faster than its handler takes it") {
    const std::string text = mixed(20 << 20);
    for (http::ContentCoding coding : http::test::kCodings) {
        for (size_t chunk : {0, 10'000}) {
            SlowTaker taker;
            const std::string sent = post(http::name_of(coding), encode(coding, text), "", chunk);
            std::string got;
            for (Bytes rest = sent; got.size() < text.size();) {
                taker.send_some(rest);
                const std::string piece = taker.take_some(50'000);
                got += piece;
                if (piece.empty() && rest.empty()) break;
            }
            CHECK(got == text);
            CHECK(taker.most < kMostInWindow);
            taker.rig.turn();
            CHECK_FALSE(taker.exchange().body.arriving());
            (void)answer(taker.exchange(), "all");
            CHECK(summary(taker.rig.ask(taker.client, "GET /no HTTP/1.1\r\nHost: x\r\n\r\n")) == "200 all|");
        }
    }
}

TEST_CASE("coded body: one that waits in its decoder can be gathered, dropped, or lost") {
    const std::string text = mixed(1 << 20);
    for (http::ContentCoding coding : http::test::kCodings) {
        const std::string sent = post(http::name_of(coding), encode(coding, text));
        // Takes a first piece, so that the window is full again; all has been received.
        const auto fill = [&](SlowTaker& taker) {
            for (Bytes rest = sent; !rest.empty();) {
                taker.send_some(rest);
                if (!rest.empty()) (void)taker.take_some(50'000);
            }
            CHECK(taker.exchange().body.arriving());
            CHECK(taker.most < kMostInWindow);
        };
        SlowTaker early;
        fill(early);
        (void)answer(early.exchange(), "early");
        early.rig.turn();
        CHECK(early.rig.port->find(early.rig.last_session)->between_requests());
        CHECK(summary(early.client.take()) == "200 early|");

        SlowTaker lost;
        fill(lost);
        lost.client.leave();
        lost.rig.turn();
        CHECK(lost.exchange().body.broken());
    }
    const std::string zeros = std::string(290'000, '0');
    for (http::ContentCoding coding : http::test::kCodings) {
        SlowTaker gathers;
        const std::string small = post(http::name_of(coding), encode(coding, zeros));
        gathers.client.send(small);
        gathers.rig.turn();
        Exchange& exchange = gathers.exchange();
        CHECK(exchange.body.arriving());
        CHECK(exchange.body.available() < kMostInWindow);
        exchange.responder()->gather_body(exchange);
        gathers.rig.turn();
        CHECK_FALSE(exchange.body.arriving());
        std::string whole(exchange.body.size(), '?');
        CHECK(exchange.body.read(whole.data(), 0, whole.size()) == Error::ok);
        CHECK(whole == zeros);
    }
}

TEST_CASE("coded body: one that is gathered uses what was received until it is complete, or large") {
    for (http::ContentCoding coding : http::test::kCodings) {
        Decoding port;
        const std::string sent = post(http::name_of(coding), encode(coding, std::string(290'000, '0')));
        const Bytes bytes = sent;
        CHECK(port.ask(bytes.substr(0, bytes.size() - 1)).empty());
        CHECK(port.rig.context.input.bytes() > 0);
        CHECK(port.rig.context.input.bytes() < 4096);
        CHECK(summary(port.ask(bytes.substr(bytes.size() - 1))) == kGot);
        CHECK(port.body == std::string(290'000, '0'));
        CHECK(port.rig.context.input.bytes() == 0);

        const std::string large = post(http::name_of(coding), encode(coding, http::test::noise(150'000)));
        CHECK(port.ask(Bytes(large).substr(0, 140'000)).empty());
        CHECK(port.rig.context.input.bytes() > 140'000);  // what was decoded, and the decoder
        CHECK(summary(port.ask(Bytes(large).substr(140'000))) == kGot);
        CHECK(port.rig.context.input.bytes() == 0);
    }
}

TEST_CASE("coded body: above the limit of the worker the oldest is refused") {
    for (http::ContentCoding coding : http::test::kCodings) {
        Decoding port;
        Client second = port.rig.connect();
        const std::string sent = post(http::name_of(coding), encode(coding, http::test::noise(150'000)));
        CHECK(port.ask(Bytes(sent).substr(0, 100'000)).empty());
        port.rig.context.input.set_limit(port.rig.context.input.bytes() + 1000);
        CHECK(port.rig.ask(second, Bytes(sent).substr(0, 100'000)).empty());
        const std::string refused = port.ask("x");
        CHECK(refused.starts_with("HTTP/1.1 503 "));
        CHECK(refused.find("\r\nRetry-After: 1\r\n") != std::string::npos);
        CHECK(summary(port.rig.ask(second, Bytes(sent).substr(100'000))) == kGot);
    }
}
