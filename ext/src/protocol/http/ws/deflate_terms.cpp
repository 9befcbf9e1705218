// The negotiation of permessage-deflate (RFC 7692 section 7.1).
#include <algorithm>

#include "protocol/http/ws/extensions.h"
#include "protocol/http/ws/handshake.h"

namespace tern::http::ws {

namespace {

constexpr Bytes kServerNoTakeover = "server_no_context_takeover";
constexpr Bytes kClientNoTakeover = "client_no_context_takeover";
constexpr Bytes kServerBits = "server_max_window_bits";
constexpr Bytes kClientBits = "client_max_window_bits";

// The parameters of one offer or response; 0 bits: not given.
struct Parameters {
    bool server_no_takeover = false;
    bool client_no_takeover = false;
    bool client_bits_named = false;  // perhaps without a value
    uint8_t server_bits = 0;
    uint8_t client_bits = 0;
    bool valid = true;
};

// 8 to 15, without leading zeros (RFC 7692 7.1.2); 0: anything else.
uint8_t bits_of(const ExtensionParameter& parameter) noexcept {
    const Bytes value = parameter.value;
    if (value.size() == 1 && (value[0] == '8' || value[0] == '9')) return static_cast<uint8_t>(value[0] - '0');
    if (value.size() == 2 && value[0] == '1' && value[1] >= '0' && value[1] <= '5') {
        return static_cast<uint8_t>(10 + value[1] - '0');
    }
    return 0;
}

// False: a duplicate, an unknown parameter, or an invalid value.
bool take(Parameters& all, const ExtensionParameter& one) noexcept {
    if (equals_lower(one.name, kServerNoTakeover)) {
        return !std::exchange(all.server_no_takeover, true) && !one.has_value;
    }
    if (equals_lower(one.name, kClientNoTakeover)) {
        return !std::exchange(all.client_no_takeover, true) && !one.has_value;
    }
    if (equals_lower(one.name, kServerBits)) {
        return std::exchange(all.server_bits, bits_of(one)) == 0 && all.server_bits != 0;
    }
    if (!equals_lower(one.name, kClientBits) || std::exchange(all.client_bits_named, true)) return false;
    all.client_bits = bits_of(one);
    return !one.has_value || all.client_bits != 0;
}

Parameters read_parameters(ExtensionReader& reader) noexcept {
    Parameters all;
    ExtensionParameter one;
    while (reader.next_parameter(one)) all.valid = take(all, one) && all.valid;
    all.valid = all.valid && !reader.malformed();
    return all;
}

// zlib does not compress with a window of 256 bytes, so an offer that demands one is declined.
std::optional<DeflateTerms> grant(const Parameters& offer, const DeflatePolicy& policy) noexcept {
    if (!offer.valid || offer.server_bits == 8) return {};
    DeflateTerms terms;
    terms.server_no_context_takeover = offer.server_no_takeover || !policy.server_context_takeover;
    terms.client_no_context_takeover = offer.client_no_takeover || !policy.client_context_takeover;
    terms.server_max_window_bits = policy.server_max_window_bits;
    terms.server_bits_named = offer.server_bits != 0;
    if (terms.server_bits_named)
        terms.server_max_window_bits = std::min(offer.server_bits, policy.server_max_window_bits);
    // The response may limit the window only if the client has named the parameter; otherwise it is 32 KB.
    if (!offer.client_bits_named) return terms;
    terms.client_max_window_bits = policy.client_max_window_bits;
    if (offer.client_bits != 0)
        terms.client_max_window_bits = std::min(offer.client_bits, policy.client_max_window_bits);
    return terms;
}

void add_bits(std::string& text, Bytes name, uint8_t bits, bool named = false) {
    if (bits == kMostWindowBits && !named) return;
    text.append("; ").append(name).append("=").append(std::to_string(bits));
}

void add_flag(std::string& text, Bytes name, bool there) {
    if (there) text.append("; ").append(name);
}

}  // namespace

std::optional<DeflateTerms> negotiate_deflate(const RequestHead& head, const DeflatePolicy& policy) noexcept {
    for (uint32_t i = 0; i < head.field_count; ++i) {
        if (!equals_lower(head.fields[i].name, "sec-websocket-extensions")) continue;
        ExtensionReader reader(head.fields[i].value);
        Bytes name;
        while (reader.next_extension(name)) {
            if (!equals_lower(name, kExtension)) continue;
            if (auto terms = grant(read_parameters(reader), policy)) return terms;
        }
    }
    return {};
}

std::string deflate_response(const DeflateTerms& terms) {
    std::string text(kExtension);
    add_flag(text, kServerNoTakeover, terms.server_no_context_takeover);
    add_flag(text, kClientNoTakeover, terms.client_no_context_takeover);
    add_bits(text, kServerBits, terms.server_max_window_bits, terms.server_bits_named);
    add_bits(text, kClientBits, terms.client_max_window_bits);
    return text;
}

std::string deflate_offer(const DeflatePolicy& policy) {
    std::string text(kExtension);
    add_flag(text, kServerNoTakeover, !policy.server_context_takeover);
    add_flag(text, kClientNoTakeover, !policy.client_context_takeover);
    add_bits(text, kServerBits, policy.server_max_window_bits);
    text.append("; ").append(kClientBits);
    if (policy.client_max_window_bits != kMostWindowBits) {
        text.append("=").append(std::to_string(policy.client_max_window_bits));
    }
    return text;
}

DeflateResponse read_deflate_response(Bytes field_value, const DeflatePolicy& offered) noexcept {
    ExtensionReader reader(field_value);
    Bytes name;
    if (!reader.next_extension(name)) return {{}, reader.malformed() ? "malformed extensions" : nullptr};
    if (!equals_lower(name, kExtension)) return {{}, "an extension that was not offered"};
    const Parameters granted = read_parameters(reader);
    if (!granted.valid || (granted.client_bits_named && granted.client_bits == 0)) {
        return {{}, "invalid parameters of permessage-deflate"};
    }
    if (reader.next_extension(name) || reader.malformed()) return {{}, "more extensions than were offered"};
    if (granted.client_bits == 8) return {{}, "a window of 256 bytes, which zlib does not compress with"};
    if (!offered.server_context_takeover && !granted.server_no_takeover) return {{}, "the server keeps its context"};
    const uint8_t server_bits = granted.server_bits == 0 ? uint8_t{kMostWindowBits} : granted.server_bits;
    if (server_bits > offered.server_max_window_bits) return {{}, "a larger window than was offered"};
    DeflateTerms terms;
    terms.server_no_context_takeover = granted.server_no_takeover;
    terms.client_no_context_takeover = granted.client_no_takeover || !offered.client_context_takeover;
    terms.server_max_window_bits = server_bits;
    terms.client_max_window_bits = offered.client_max_window_bits;
    if (granted.client_bits != 0)
        terms.client_max_window_bits = std::min(granted.client_bits, offered.client_max_window_bits);
    return {terms, nullptr};
}

}  // namespace tern::http::ws
