// The opening handshake of a WebSocket (RFC 6455 section 4, RFC 8441 section 5): checks a request and makes the
// response; and both sides of the negotiation of permessage-deflate (RFC 7692 section 7.1).
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>

#include "protocol/http/head.h"
#include "protocol/http/ws/deflate.h"

namespace tern::http::ws {

inline constexpr Bytes kVersion = "13";
inline constexpr Bytes kExtension = "permessage-deflate";
inline constexpr size_t kKeyBytes = 24;     // 16 bytes in base64
inline constexpr size_t kAcceptBytes = 28;  // 20 bytes
using Key = std::array<char, kKeyBytes>;
using Accept = std::array<char, kAcceptBytes>;

// The number of fields with that name.
uint32_t count_of(const RequestHead& head, Bytes lower_name) noexcept;

// True: the request has `Upgrade: websocket`. It may still be refused.
bool asks_for_websocket(const RequestHead& head) noexcept;

struct Refusal {
    int status = 0;  // 0: not refused. 400; 426: the response has `Sec-WebSocket-Version: 13`
    const char* reason = nullptr;
    explicit operator bool() const noexcept { return status != 0; }
};

// Over HTTP/2 the caller has checked that `:method` is CONNECT and `:protocol` is websocket; there is no key.
Refusal check_request(const RequestHead& head) noexcept;
// For a request that was not refused: the value of Sec-WebSocket-Accept.
Accept accept_of(Bytes key) noexcept;

// The first of the client's offers, in its order, that is in the comma separated list; empty: none.
Bytes choose_subprotocol(const RequestHead& head, Bytes supported) noexcept;

// How much of permessage-deflate a server allows.
struct DeflatePolicy {
    bool server_context_takeover = true;
    bool client_context_takeover = true;
    uint8_t server_max_window_bits = kMostWindowBits;  // 9 to 15
    uint8_t client_max_window_bits = kMostWindowBits;
};

// The first of the client's offers that is acceptable. None is no error.
std::optional<DeflateTerms> negotiate_deflate(const RequestHead& head, const DeflatePolicy& policy) noexcept;
// The value of Sec-WebSocket-Extensions in the response.
std::string deflate_response(const DeflateTerms& terms);

// The client's side.
Key make_key(std::span<const unsigned char, 16> random) noexcept;
std::string deflate_offer(const DeflatePolicy& policy);
// A server's response to that offer: no terms if it declined, an error if it accepted what was not offered.
struct DeflateResponse {
    std::optional<DeflateTerms> terms;
    const char* error = nullptr;
};
DeflateResponse read_deflate_response(Bytes field_value, const DeflatePolicy& offered) noexcept;

// What a request of a client had.
struct Offer {
    Bytes key;
    Bytes subprotocols;                      // comma separated
    const DeflatePolicy* deflate = nullptr;  // null: it was not offered
};
// Checks the fields of a response with status 101 (RFC 6455 4.1). An error: the connection must be closed.
DeflateResponse check_response(std::span<const Field> fields, const Offer& offer) noexcept;

}  // namespace tern::http::ws
