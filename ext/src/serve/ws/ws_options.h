// The options that a port sets for its WebSockets. Each is an option of the same name in docs/options.md.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "protocol/http/ws/handshake.h"
#include "protocol/http/ws/message.h"

namespace tern::serve {

// In the list of allowed origins: the origin that the request was sent to.
inline constexpr Bytes kSameOrigin = "same-origin";

struct WsOptions {
    http::ws::MessageLimits message;  // 1009

    // permessage-deflate
    bool compression = false;
    http::ws::DeflatePolicy deflate{.server_context_takeover = false, .client_context_takeover = false};
    int compression_level = 1;         // 1 to 9
    int compression_memory = 8;        // 1 to 9
    size_t compression_least = 0;      // smaller payloads are sent as they are
    std::string subprotocols;          // comma separated; the first that the client offers is chosen
    std::vector<std::string> origins;  // a handshake with another Origin gets 403; empty: any is allowed

    uint64_t queue_bytes = 6 << 20;     // queued for the client, beyond which push() refuses
    uint64_t drained_bytes = 1 << 20;   // queued bytes below which a refused sender is notified
    uint32_t handled_messages = 64;     // messages being handled at a time, beyond which no more input is read
    uint64_t handled_bytes = 8 << 20;   // the same in bytes
    int64_t ping_interval_ms = 30'000;  // the client is silent for so long until a ping is sent; 0: never
    int64_t pong_timeout_ms = 30'000;   // the time for the pong, after which the connection counts as lost
    int64_t idle_timeout_ms = 0;        // without a message in either direction: 1001; 0: never
    int64_t close_timeout_ms = 5'000;   // the time for the client's part of the closing handshake
    int64_t send_timeout_ms = 60'000;   // how long the program waits for room in the queue; 0: no limit
    int64_t drain_delay_ms = 0;         // how long a worker that leaves keeps them open; then 1001
    bool passes_close = false;          // the program gets close frames itself
    bool passes_ping = false;           // the program gets pings and answers them
    bool passes_pong = false;

    http::ws::DeflaterOptions deflater(int window_bits) const noexcept {
        return {compression_level, compression_memory, window_bits};
    }
};

// The limits of a set of rooms.
struct RoomOptions {
    uint64_t queue_bytes = 1 << 20;  // queued for one client, beyond which it misses messages
    bool close_when_full = false;    // such a client is closed instead
    uint32_t rooms_per_session = 100;
    uint32_t sessions_per_room = 100'000;  // in one worker
};

}  // namespace tern::serve
