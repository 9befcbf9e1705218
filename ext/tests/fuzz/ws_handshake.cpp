// Handshakes of WebSockets: any bytes as a request, as an answer, and as what a server answers of extensions. What is
// granted of permessage-deflate must be what a client that offered everything accepts.
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "protocol/http/h1_parser.h"
#include "protocol/http/h1_response_parser.h"
#include "protocol/http/ws/extensions.h"
#include "protocol/http/ws/handshake.h"

using namespace tern;
using namespace tern::http;
using namespace tern::http::ws;

namespace {

void expect(bool condition, const char* what) {
    if (condition) return;
    std::fprintf(stderr, "%s\n", what);
    std::abort();
}

void negotiate(const RequestHead& head, const DeflatePolicy& policy) {
    const auto terms = negotiate_deflate(head, policy);
    if (!terms.has_value()) return;
    expect(terms->server_max_window_bits >= kLeastWindowBits, "a window that zlib cannot compress with");
    expect(terms->server_max_window_bits <= policy.server_max_window_bits, "a larger window than the policy grants");
    expect(policy.server_context_takeover || terms->server_no_context_takeover, "a context that is not granted");
    const std::string answer = deflate_response(*terms);
    const DeflateResponse read = read_deflate_response(answer, {});
    if (terms->client_max_window_bits < kLeastWindowBits) return;  // as the client wished, but ours could not
    expect(read.error == nullptr && read.terms.has_value(), "an answer that cannot be read");
    expect(read.terms->server_max_window_bits == terms->server_max_window_bits, "another window");
    expect(read.terms->client_max_window_bits == terms->client_max_window_bits, "another window");
    expect(read.terms->server_no_context_takeover == terms->server_no_context_takeover, "another context");
    expect(read.terms->client_no_context_takeover == terms->client_no_context_takeover, "another context");
}

void read_request(Bytes text, const DeflatePolicy& policy) {
    auto head = std::make_unique<RequestHead>();
    H1Parser parser{HeadLimits{}};
    const std::string copy(text);
    if (parser.feed(copy, *head).state != ParseStep::State::complete) return;
    const Refusal refusal = check_request(*head);
    expect(!refusal || refusal.status == 400 || refusal.status == 426, "another status");
    if (!refusal) {
        expect(asks_for_websocket(*head), "not asked for");
        expect(head->method == "GET", "another method");
        expect(head->find("sec-websocket-key").size() == kKeyBytes, "another key");
    }
    (void)accept_of(head->find("sec-websocket-key"));
    const Bytes chosen = choose_subprotocol(*head, "chat, mqtt,a");
    expect(chosen.empty() || chosen == "chat" || chosen == "mqtt" || chosen == "a", "another sub-protocol");
    negotiate(*head, policy);
    head->version = Version::http2;
    (void)check_request(*head);
}

void read_extensions(Bytes value, const DeflatePolicy& policy) {
    ExtensionReader reader(value);
    Bytes name;
    size_t seen = 0;
    while (reader.next_extension(name)) {
        expect(!name.empty() && ++seen <= value.size(), "no end");
        ExtensionParameter parameter;
        while (reader.next_parameter(parameter)) {
            expect(!parameter.name.empty() && ++seen <= value.size(), "no end");
            expect(parameter.has_value != parameter.value.empty(), "half a parameter");
        }
    }
    const DeflateResponse answer = read_deflate_response(value, policy);
    expect(answer.error == nullptr || !answer.terms.has_value(), "both");
}

void read_answer(Bytes text, const DeflatePolicy& policy) {
    constexpr Bytes kKey = "dGhlIHNhbXBsZSBub25jZQ==";
    auto head = std::make_unique<ReceivedHead>();
    H1ResponseParser parser(H1ResponseParser::kUsualLimits);
    parser.reset({.upgrades = true});
    const std::string copy(text);
    if (parser.feed(copy, *head).state != ParseStep::State::complete) return;
    const DeflateResponse plain = check_response(head->all_fields(), {kKey, "chat, mqtt", nullptr});
    expect(!plain.terms.has_value(), "compression that was not offered");
    const DeflateResponse answer = check_response(head->all_fields(), {kKey, "chat, mqtt", &policy});
    expect(answer.error == nullptr || !answer.terms.has_value(), "both");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const Bytes input(reinterpret_cast<const char*>(data), size);
    if (input.empty() || input.size() > 4096) return 0;
    DeflatePolicy policy;
    policy.server_context_takeover = (data[0] & 1) == 0;
    policy.client_context_takeover = (data[0] & 2) == 0;
    policy.server_max_window_bits = static_cast<uint8_t>(15 - (data[0] >> 2 & 7) % 7);
    policy.client_max_window_bits = static_cast<uint8_t>(15 - (data[0] >> 5) % 7);
    const Bytes text = input.substr(1);
    read_request(text, policy);
    read_extensions(text, policy);
    read_answer(text, policy);
    // The same as the one field of a good request: more of it gets that far.
    constexpr Bytes kGood =
        "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Extensions: ";
    read_request(std::string(kGood).append(text).append("\r\n\r\n"), policy);
    constexpr Bytes kGoodAnswer =
        "HTTP/1.1 101 x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\nSec-WebSocket-Extensions: ";
    read_answer(std::string(kGoodAnswer).append(text).append("\r\n\r\n"), policy);
    return 0;
}
