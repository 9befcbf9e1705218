#include "protocol/http/ws/handshake.h"

#include <cstring>
#include <openssl/evp.h>
#include <openssl/sha.h>

#include "protocol/http/field.h"
#include "protocol/http/ws/extensions.h"

namespace tern::http::ws {

namespace {

constexpr Bytes kKeySuffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";  // RFC 6455 1.3

bool has_token(std::span<const Field> fields, Bytes lower_name, Bytes lower_token) noexcept {
    for (const Field& field : fields) {
        if (!equals_lower(field.name, lower_name)) continue;
        for (Bytes list = field.value; !list.empty();) {
            if (equals_lower(take_element(list), lower_token)) return true;
        }
    }
    return false;
}

// The only field with that name; null: there is none, or more than one.
const Field* only(std::span<const Field> fields, Bytes lower_name) noexcept {
    const Field* found = nullptr;
    for (const Field& field : fields) {
        if (!equals_lower(field.name, lower_name)) continue;
        if (found != nullptr) return nullptr;
        found = &field;
    }
    return found;
}

bool has(std::span<const Field> fields, Bytes lower_name) noexcept {
    for (const Field& field : fields) {
        if (equals_lower(field.name, lower_name)) return true;
    }
    return false;
}

bool in_list(Bytes list, Bytes wanted) noexcept {
    while (!list.empty()) {
        if (take_element(list) == wanted) return true;
    }
    return false;
}

// RFC 6455 9.1: invalid syntax fails the handshake, even for unknown extensions.
bool malformed_extensions(const RequestHead& head) noexcept {
    for (uint32_t i = 0; i < head.field_count; ++i) {
        if (!equals_lower(head.fields[i].name, "sec-websocket-extensions")) continue;
        ExtensionReader reader(head.fields[i].value);
        Bytes name;
        while (reader.next_extension(name)) {}
        if (reader.malformed()) return true;
    }
    return false;
}

// 22 characters encode 16 bytes and 4 unused bits.
bool valid_key(Bytes key) noexcept {
    if (key.size() != kKeyBytes || !key.ends_with("==")) return false;
    for (char c : key.substr(0, kKeyBytes - 2)) {
        const char lower = ascii_lower(c);
        if (!ascii_digit(c) && !(lower >= 'a' && lower <= 'z') && c != '+' && c != '/') return false;
    }
    return true;
}

template <size_t kCoded>
std::array<char, kCoded> to_base64(std::span<const unsigned char> bytes) noexcept {
    std::array<unsigned char, kCoded + 1> coded;
    (void)EVP_EncodeBlock(coded.data(), bytes.data(), static_cast<int>(bytes.size()));
    std::array<char, kCoded> text;
    std::memcpy(text.data(), coded.data(), kCoded);
    return text;
}

}  // namespace

uint32_t count_of(const RequestHead& head, Bytes lower_name) noexcept {
    uint32_t count = 0;
    for (uint32_t i = 0; i < head.field_count; ++i) count += equals_lower(head.fields[i].name, lower_name) ? 1 : 0;
    return count;
}

bool asks_for_websocket(const RequestHead& head) noexcept {
    return head.upgrade && has_token(head.all_fields(), "upgrade", "websocket");
}

Refusal check_request(const RequestHead& head) noexcept {
    const bool http2 = head.version == Version::http2;
    if (!http2) {
        if (head.method != "GET") return {400, "a WebSocket is asked for with GET"};
        if (head.version != Version::http11) return {400, "a WebSocket needs HTTP/1.1"};
        if (!asks_for_websocket(head)) return {400, "neither `Upgrade: websocket` nor `Connection: Upgrade`"};
        if (head.chunked || head.content_length != 0) return {400, "the request for a WebSocket has a body"};
    }
    if (count_of(head, "sec-websocket-version") != 1) return {400, "not one Sec-WebSocket-Version"};
    if (head.find("sec-websocket-version") != kVersion) return {426, "a Sec-WebSocket-Version other than 13"};
    if (malformed_extensions(head)) return {400, "Sec-WebSocket-Extensions is malformed"};
    if (http2) return {};
    if (count_of(head, "sec-websocket-key") != 1) return {400, "not one Sec-WebSocket-Key"};
    if (!valid_key(head.find("sec-websocket-key"))) return {400, "Sec-WebSocket-Key is not 16 bytes in base64"};
    return {};
}

Accept accept_of(Bytes key) noexcept {
    std::array<unsigned char, kKeyBytes + kKeySuffix.size()> text{};
    (void)key.copy(reinterpret_cast<char*>(text.data()), kKeyBytes);
    std::memcpy(text.data() + kKeyBytes, kKeySuffix.data(), kKeySuffix.size());
    std::array<unsigned char, SHA_DIGEST_LENGTH> digest;
    (void)SHA1(text.data(), text.size(), digest.data());
    return to_base64<kAcceptBytes>(digest);
}

Key make_key(std::span<const unsigned char, 16> random) noexcept { return to_base64<kKeyBytes>(random); }

DeflateResponse check_response(std::span<const Field> fields, const Offer& offer) noexcept {
    if (!has_token(fields, "upgrade", "websocket")) return {{}, "the response has no `Upgrade: websocket`"};
    if (!has_token(fields, "connection", "upgrade")) return {{}, "the response has no `Connection: Upgrade`"};
    const Field* accept = only(fields, "sec-websocket-accept");
    const Accept wanted = accept_of(offer.key);
    if (accept == nullptr) return {{}, "not one Sec-WebSocket-Accept"};
    if (accept->value != Bytes(wanted.data(), wanted.size())) return {{}, "Sec-WebSocket-Accept is for another key"};
    if (has(fields, "sec-websocket-protocol")) {
        const Field* chosen = only(fields, "sec-websocket-protocol");
        if (chosen == nullptr) return {{}, "more than one Sec-WebSocket-Protocol"};
        if (!in_list(offer.subprotocols, chosen->value)) return {{}, "a sub-protocol that was not offered"};
    }
    if (!has(fields, "sec-websocket-extensions")) return {};
    const Field* extensions = only(fields, "sec-websocket-extensions");
    if (extensions == nullptr) return {{}, "more than one Sec-WebSocket-Extensions"};
    if (offer.deflate == nullptr) return {{}, "an extension that was not offered"};
    return read_deflate_response(extensions->value, *offer.deflate);
}

Bytes choose_subprotocol(const RequestHead& head, Bytes supported) noexcept {
    for (uint32_t i = 0; i < head.field_count; ++i) {
        if (!equals_lower(head.fields[i].name, "sec-websocket-protocol")) continue;
        for (Bytes offers = head.fields[i].value; !offers.empty();) {
            const Bytes offer = take_element(offers);
            for (Bytes list = supported; !list.empty();) {
                if (!offer.empty() && take_element(list) == offer) return offer;
                if (offer.empty()) break;
            }
        }
    }
    return {};
}

}  // namespace tern::http::ws
