#include "serve/ws/ws_upgrade.h"

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "base/slice.h"

namespace tern::serve {

namespace {

using http::Field;
using http::RequestHead;

constexpr Bytes kOurs[] = {"connection", "upgrade", "sec-websocket-accept", "sec-websocket-extensions",
                           "sec-websocket-version"};

bool is_ours(Bytes name) noexcept {
    for (Bytes our : kOurs) {
        if (equals_lower(name, our)) return true;
    }
    return false;
}

bool equals(Bytes one, Bytes other) noexcept {
    if (one.size() != other.size()) return false;
    for (size_t i = 0; i < one.size(); ++i) {
        if (ascii_lower(one[i]) != ascii_lower(other[i])) return false;
    }
    return true;
}

// Browsers send the origin of the page; other clients do not, and could send anything.
bool allowed_origin(const RequestHead& head, const WsOptions& options) noexcept {
    const Bytes origin = head.find("origin");
    if (options.origins.empty() || origin.data() == nullptr) return true;
    if (http::ws::count_of(head, "origin") != 1) return false;
    for (const std::string& allowed : options.origins) {
        if (equals(origin, allowed)) return true;
        const size_t scheme_end = origin.find("://");
        if (allowed == kSameOrigin && scheme_end != Bytes::npos && equals(origin.substr(scheme_end + 3), head.host)) {
            return true;
        }
    }
    return false;
}

http::ws::Refusal check(const RequestHead& head, const WsOptions& options) noexcept {
    if (const http::ws::Refusal refusal = http::ws::check_request(head)) return refusal;
    if (!allowed_origin(head, options)) return {403, "this Origin is not among websocket_allowed_origins"};
    return {};
}

void refuse(Exchange& exchange, const http::ws::Refusal& refusal) {
    constexpr Field kFields[] = {{"Content-Type", "text/plain"},
                                 {"Sec-WebSocket-Version", http::ws::kVersion},
                                 {"Upgrade", "websocket"},
                                 {"Connection", "Upgrade"}};
    const bool http2 = exchange.head.version == http::Version::http2;
    const std::string text = std::string(refusal.reason) + '\n';
    http::ResponseHead head;
    head.status = refusal.status;
    head.fields = kFields;
    head.field_count = refusal.status != 426 ? 1 : http2 ? 2 : 4;  // RFC 9110 15.5.22
    (void)exchange.responder()->respond(exchange, head, copy_of(text));
}

// The fields of the response; the views are valid as long as this object.
struct HandshakeResponse {
    std::vector<Field> fields;
    http::ws::Accept accept{};
    std::string extensions;

    void add(std::span<const Field> given) {
        for (const Field& field : given) {
            if (!is_ours(field.name)) fields.push_back(field);
        }
    }
    void accept_key(const RequestHead& head) {
        accept = http::ws::accept_of(head.find("sec-websocket-key"));
        fields.push_back({"Upgrade", "websocket"});
        fields.push_back({"Connection", "Upgrade"});
        fields.push_back({"Sec-WebSocket-Accept", Bytes(accept.data(), accept.size())});
    }
    void choose_subprotocol(const RequestHead& head, const WsOptions& options) {
        for (const Field& field : fields) {
            if (equals_lower(field.name, "sec-websocket-protocol")) return;
        }
        const Bytes chosen = http::ws::choose_subprotocol(head, options.subprotocols);
        if (!chosen.empty()) fields.push_back({"Sec-WebSocket-Protocol", chosen});
    }
    void grant(const std::optional<http::ws::DeflateTerms>& terms) {
        if (!terms.has_value()) return;
        extensions = http::ws::deflate_response(*terms);
        fields.push_back({"Sec-WebSocket-Extensions", extensions});
    }
};

}  // namespace

Result<WsSession*> upgrade(Exchange& exchange, std::span<const Field> fields, WsHandler& handler,
                           const WsOptions& options) {
    if (exchange.responder() == nullptr || exchange.state() != ResponseState::none) {
        return Error::http_context_unavailable;
    }
    if (const http::ws::Refusal refusal = check(exchange.head, options)) {
        refuse(exchange, refusal);
        return Error::websocket_handshake_failed;
    }
    const bool http2 = exchange.head.version == http::Version::http2;
    WsStart start{handler, options, {}};
    if (options.compression) start.deflate = http::ws::negotiate_deflate(exchange.head, options.deflate);
    HandshakeResponse response;
    if (!http2) response.accept_key(exchange.head);
    response.add(fields);
    response.choose_subprotocol(exchange.head, options);
    response.grant(start.deflate);
    http::ResponseHead head;
    head.status = http2 ? 200 : 101;
    head.framing = http::Framing::none;
    head.fields = response.fields.data();
    head.field_count = response.fields.size();
    return exchange.responder()->upgrade(exchange, head, start);
}

}  // namespace tern::serve
