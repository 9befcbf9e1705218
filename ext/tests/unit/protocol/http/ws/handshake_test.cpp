#include "protocol/http/ws/handshake.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <memory>

#include "protocol/http/h1_parser.h"

using namespace tern;
using namespace tern::http;
using namespace tern::http::ws;

namespace {

constexpr Bytes kSampleKey = "dGhlIHNhbXBsZSBub25jZQ==";

struct Request {
    explicit Request(std::string its_text) : text(std::move(its_text)) {
        H1Parser parser{HeadLimits{}};
        state = parser.feed(text, head).state;
        REQUIRE(state == ParseStep::State::complete);
    }
    std::string text;
    RequestHead head;
    ParseStep::State state;
};

// The usual handshake with one line replaced, or taken out.
std::string handshake(Bytes instead_of = {}, Bytes line = {}) {
    std::string text = "GET /chat HTTP/1.1\r\n";
    for (Bytes one : {"Host: x", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
                      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="}) {
        const bool replaced = !instead_of.empty() && one.starts_with(instead_of);
        if (replaced && line.empty()) continue;
        text.append(replaced ? line : one).append("\r\n");
    }
    if (instead_of.empty() && !line.empty()) text.append(line).append("\r\n");
    return text + "\r\n";
}

int status_of(const std::string& text) { return check_request(std::make_unique<Request>(text)->head).status; }

// What is answered to these offers; "-": nothing.
std::string answered(const std::string& offers, const DeflatePolicy& policy = {}) {
    const auto request = std::make_unique<Request>(handshake({}, offers));
    const auto terms = negotiate_deflate(request->head, policy);
    if (!terms.has_value()) return "-";
    const std::string answer = deflate_response(*terms);
    REQUIRE(answer.starts_with("permessage-deflate"));
    return answer.substr(18);
}

std::string offer(const std::string& value, const DeflatePolicy& policy = {}) {
    return answered("Sec-WebSocket-Extensions: " + value, policy);
}

}  // namespace

TEST_CASE("ws handshake: the accept key of RFC 6455 1.3") {
    const Accept accept = accept_of(kSampleKey);
    CHECK(Bytes(accept.data(), accept.size()) == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    const std::array<unsigned char, 16> zeros{};
    const Key key = make_key(zeros);
    CHECK(Bytes(key.data(), key.size()) == "AAAAAAAAAAAAAAAAAAAAAA==");
}

TEST_CASE("ws handshake: what is accepted") {
    const std::string good[] = {
        handshake(),
        handshake("Upgrade", "upgrade: WebSocket"),
        handshake("Upgrade", "Upgrade: h2c, websocket"),
        handshake("Connection", "Connection: keep-alive, Upgrade"),
        handshake("Connection", "connection: UPGRADE"),
        handshake({}, "Content-Length: 0"),
        handshake({}, "Sec-WebSocket-Extensions: a; b=c; d=\"e\", , f"),
        handshake({}, "Sec-WebSocket-Extensions:"),
        handshake("Sec-WebSocket-Key", "Sec-WebSocket-Key: ++//AAAAAAAAAAAAAAAAAA=="),
    };
    for (const std::string& text : good) {
        CHECK(asks_for_websocket(std::make_unique<Request>(text)->head));
        CHECK(status_of(text) == 0);
    }
}

TEST_CASE("ws handshake: what is refused") {
    struct Row {
        std::string text;
        int status;
    };
    const std::string plain = handshake();
    const Row rows[] = {
        {"POST" + plain.substr(3), 400},
        {"HEAD" + plain.substr(3), 400},
        {"get" + plain.substr(3), 400},
        {"GET /chat HTTP/1.0" + plain.substr(18), 400},
        {handshake("Upgrade"), 400},
        {handshake("Upgrade", "Upgrade: h2c"), 400},
        {handshake("Upgrade", "Upgrade: websockets"), 400},
        {handshake("Connection"), 400},
        {handshake("Connection", "Connection: keep-alive"), 400},
        {handshake("Sec-WebSocket-Version"), 400},
        {handshake("Sec-WebSocket-Version", "Sec-WebSocket-Version: 8"), 426},
        {handshake("Sec-WebSocket-Version", "Sec-WebSocket-Version: 14"), 426},
        {handshake("Sec-WebSocket-Version", "Sec-WebSocket-Version: 013"), 426},
        {handshake("Sec-WebSocket-Version", "Sec-WebSocket-Version: 13, 8"), 426},
        {handshake("Sec-WebSocket-Version", "Sec-WebSocket-Version:"), 426},
        {handshake({}, "Sec-WebSocket-Version: 13"), 400},
        {handshake("Sec-WebSocket-Key"), 400},
        {handshake("Sec-WebSocket-Key", "Sec-WebSocket-Key:"), 400},
        {handshake("Sec-WebSocket-Key", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ="), 400},
        {handshake("Sec-WebSocket-Key", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQA="), 400},
        {handshake("Sec-WebSocket-Key", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==="), 400},
        {handshake("Sec-WebSocket-Key", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25j$Q=="), 400},
        {handshake({}, "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="), 400},
        {handshake({}, "Sec-WebSocket-Extensions: a;"), 400},
        {handshake({}, "Sec-WebSocket-Extensions: a\r\nSec-WebSocket-Extensions: b; c=\"d e\""), 400},
        {handshake({}, "Content-Length: 5"), 400},
        {handshake({}, "Transfer-Encoding: chunked"), 400},
    };
    for (const Row& row : rows) CHECK_MESSAGE(status_of(row.text) == row.status, row.text);
}

TEST_CASE("ws handshake: over HTTP/2 there is neither a key nor an upgrade") {
    auto request = std::make_unique<Request>("GET / HTTP/1.1\r\nHost: x\r\nSec-WebSocket-Version: 13\r\n\r\n");
    request->head.version = Version::http2;
    request->head.method = "CONNECT";
    CHECK(!check_request(request->head));
    request->head.drop("sec-websocket-version");
    CHECK(check_request(request->head).status == 400);
}

TEST_CASE("ws handshake: sub-protocols in the client's order") {
    struct Row {
        const char* offered;
        const char* supported;
        const char* chosen;
    };
    const Row rows[] = {
        {"Sec-WebSocket-Protocol: chat, superchat", "superchat,chat", "chat"},
        {"Sec-WebSocket-Protocol: chat, superchat", "superchat", "superchat"},
        {"Sec-WebSocket-Protocol: chat\r\nSec-WebSocket-Protocol: mqtt", " mqtt ", "mqtt"},
        {"Sec-WebSocket-Protocol: Chat", "chat", ""},
        {"Sec-WebSocket-Protocol: , ,", ",chat,", ""},
        {"Sec-WebSocket-Protocol: chat", "", ""},
        {"X: y", "chat", ""},
    };
    for (const Row& row : rows) {
        const auto request = std::make_unique<Request>(handshake({}, row.offered));
        CHECK(choose_subprotocol(request->head, row.supported) == row.chosen);
    }
}

TEST_CASE("ws handshake: offers of permessage-deflate") {
    CHECK(answered("X: y") == "-");
    CHECK(offer("") == "-");
    CHECK(offer("permessage-deflate") == "");
    CHECK(offer("Permessage-Deflate") == "");
    CHECK(offer("x-webkit-deflate-frame") == "-");
    CHECK(offer("x-other; a=b, permessage-deflate") == "");
    CHECK(offer("permessage-deflate; client_max_window_bits") == "");
    CHECK(offer("permessage-deflate; client_max_window_bits=10") == "; client_max_window_bits=10");
    CHECK(offer("permessage-deflate; client_max_window_bits=8") == "; client_max_window_bits=8");
    CHECK(offer("permessage-deflate; client_max_window_bits=\"12\"") == "; client_max_window_bits=12");
    CHECK(offer("permessage-deflate; server_max_window_bits=9") == "; server_max_window_bits=9");
    CHECK(offer("permessage-deflate; server_max_window_bits=15") == "; server_max_window_bits=15");
    CHECK(offer("permessage-deflate; server_no_context_takeover") == "; server_no_context_takeover");
    CHECK(offer("permessage-deflate; client_no_context_takeover ;server_no_context_takeover") ==
          "; server_no_context_takeover; client_no_context_takeover");
    CHECK(offer("permessage-deflate;server_max_window_bits = 10 ; client_max_window_bits") ==
          "; server_max_window_bits=10");
}

TEST_CASE("ws handshake: offers that are declined") {
    for (const char* bad : {
             "server_max_window_bits=8",
             "server_max_window_bits=7",
             "server_max_window_bits=16",
             "server_max_window_bits=010",
             "server_max_window_bits=1x",
             "server_max_window_bits=100",
             "server_max_window_bits",
             "server_max_window_bits=",
             "server_max_window_bits=10; server_max_window_bits=10",
             "client_max_window_bits=7",
             "client_max_window_bits=16",
             "client_max_window_bits; client_max_window_bits=10",
             "client_max_window_bits=10; client_max_window_bits",
             "server_no_context_takeover=1",
             "server_no_context_takeover; server_no_context_takeover",
             "client_no_context_takeover=true",
             "client_no_context_takeover; client_no_context_takeover",
             "unknown",
             "unknown=1",
             "server_max_window_bits=\"10",
             "=10",
             ";",
         }) {
        CHECK_MESSAGE(offer(std::string("permessage-deflate; ") + bad) == "-", bad);
    }
}

TEST_CASE("ws handshake: the next offer counts when one is declined") {
    CHECK(offer("permessage-deflate; unknown, permessage-deflate; server_no_context_takeover") ==
          "; server_no_context_takeover");
    CHECK(offer("permessage-deflate; server_max_window_bits=8, permessage-deflate; client_max_window_bits=9") ==
          "; client_max_window_bits=9");
    CHECK(offer("permessage-deflate; server_max_window_bits=10, permessage-deflate") == "; server_max_window_bits=10");
    CHECK(answered("Sec-WebSocket-Extensions: foo\r\nSec-WebSocket-Extensions: permessage-deflate") == "");
    CHECK(answered("Sec-WebSocket-Extensions: permessage-deflate; =\r\nSec-WebSocket-Extensions: permessage-deflate") ==
          "");
}

TEST_CASE("ws handshake: what a policy grants") {
    DeflatePolicy policy{false, false, 11, 10};
    CHECK(offer("permessage-deflate", policy) ==
          "; server_no_context_takeover; client_no_context_takeover; server_max_window_bits=11");
    CHECK(offer("permessage-deflate; client_max_window_bits; server_max_window_bits=10", policy) ==
          "; server_no_context_takeover; client_no_context_takeover; server_max_window_bits=10; "
          "client_max_window_bits=10");
    CHECK(offer("permessage-deflate; client_max_window_bits=9; server_max_window_bits=12", policy) ==
          "; server_no_context_takeover; client_no_context_takeover; server_max_window_bits=11; "
          "client_max_window_bits=9");
}

TEST_CASE("ws handshake: the client's side") {
    CHECK(deflate_offer({}) == "permessage-deflate; client_max_window_bits");
    CHECK(deflate_offer({false, false, 10, 11}) ==
          "permessage-deflate; server_no_context_takeover; client_no_context_takeover; server_max_window_bits=10; "
          "client_max_window_bits=11");
    CHECK(!read_deflate_response("", {}).terms.has_value());
    CHECK(read_deflate_response("", {}).error == nullptr);
    const DeflateResponse good = read_deflate_response("permessage-deflate; client_max_window_bits=9", {});
    REQUIRE(good.terms.has_value());
    CHECK(good.terms->client_max_window_bits == 9);
    CHECK(good.terms->server_max_window_bits == 15);
    for (const char* bad :
         {"foo", "permessage-deflate, permessage-deflate", "permessage-deflate; x",
          "permessage-deflate; client_max_window_bits", "permessage-deflate; client_max_window_bits=8",
          "permessage-deflate; server_max_window_bits=7", ";;", "permessage-deflate ;"}) {
        CHECK_MESSAGE(read_deflate_response(bad, {}).error != nullptr, bad);
    }
    const DeflatePolicy strict{false, true, 10, 15};
    CHECK(read_deflate_response("permessage-deflate; server_max_window_bits=10", strict).error != nullptr);
    CHECK(read_deflate_response("permessage-deflate; server_no_context_takeover", strict).error != nullptr);
    CHECK(read_deflate_response("permessage-deflate; server_no_context_takeover; server_max_window_bits=9", strict)
              .error == nullptr);
}

TEST_CASE("ws handshake: answers that a client accepts or refuses") {
    constexpr Field kUpgrade{"Upgrade", "WebSocket"};
    constexpr Field kConnection{"connection", "keep-alive, Upgrade"};
    constexpr Field kAccept{"Sec-WebSocket-Accept", "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="};
    constexpr Field kOther{"Sec-WebSocket-Accept", "S3pPLMBiTxaQ9kYGzzhZRbK+xOo="};
    constexpr Field kChat{"Sec-WebSocket-Protocol", "chat"};
    constexpr Field kDeflate{"Sec-WebSocket-Extensions", "permessage-deflate"};
    const DeflatePolicy policy;
    struct Row {
        std::vector<Field> fields;
        Bytes subprotocols;
        bool compression;
        const char* error;  // null: accepted
    };
    const Row rows[] = {
        {{kUpgrade, kConnection, kAccept}, "", false, nullptr},
        {{kUpgrade, kConnection, kAccept, kChat}, "mqtt, chat", false, nullptr},
        {{kUpgrade, kConnection, kAccept}, "chat", false, nullptr},
        {{kUpgrade, kConnection, kAccept, kDeflate}, "", true, nullptr},
        {{kUpgrade, kConnection, kAccept}, "", true, nullptr},
        {{kConnection, kAccept}, "", false, "the response has no `Upgrade: websocket`"},
        {{{"Upgrade", "h2c"}, kConnection, kAccept}, "", false, "the response has no `Upgrade: websocket`"},
        {{kUpgrade, kAccept}, "", false, "the response has no `Connection: Upgrade`"},
        {{kUpgrade, kConnection}, "", false, "not one Sec-WebSocket-Accept"},
        {{kUpgrade, kConnection, kAccept, kAccept}, "", false, "not one Sec-WebSocket-Accept"},
        {{kUpgrade, kConnection, kOther}, "", false, "Sec-WebSocket-Accept is for another key"},
        {{kUpgrade, kConnection, kAccept, kChat}, "", false, "a sub-protocol that was not offered"},
        {{kUpgrade, kConnection, kAccept, kChat}, "Chat", false, "a sub-protocol that was not offered"},
        {{kUpgrade, kConnection, kAccept, kChat, kChat}, "chat", false, "more than one Sec-WebSocket-Protocol"},
        {{kUpgrade, kConnection, kAccept, kDeflate}, "", false, "an extension that was not offered"},
        {{kUpgrade, kConnection, kAccept, kDeflate, kDeflate}, "", true, "more than one Sec-WebSocket-Extensions"},
    };
    for (const Row& row : rows) {
        const DeflateResponse answer =
            check_response(row.fields, {kSampleKey, row.subprotocols, row.compression ? &policy : nullptr});
        CHECK(Bytes(answer.error == nullptr ? "" : answer.error) == Bytes(row.error == nullptr ? "" : row.error));
        const bool agreed = row.error == nullptr && row.fields.back().value == kDeflate.value;
        CHECK(answer.terms.has_value() == agreed);
    }
}
