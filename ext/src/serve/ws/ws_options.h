// What a port allows its WebSockets and grants them. Every limit is an option of the same name in docs/options.md.
#pragma once

#include <string>
#include <vector>

#include "protocol/http/ws/handshake.h"
#include "protocol/http/ws/message.h"

namespace tern::serve {

// Among the allowed origins: the one that the request itself went to.
inline constexpr Bytes kSameOrigin = "same-origin";

struct WsOptions {
    http::ws::MessageLimits message;  // 1009

    // permessage-deflate
    bool compression = false;
    http::ws::DeflatePolicy deflate;
    int compression_level = 1;         // 1 to 9
    int compression_memory = 8;        // 1 to 9
    size_t compression_least = 64;     // smaller payloads are sent as they are
    std::string subprotocols;          // comma separated; the first that the client offers is chosen
    std::vector<std::string> origins;  // 403: a handshake with another Origin; empty: any may

    uint64_t queue_bytes = 6 << 20;     // queued for the client, beyond which push() refuses
    uint64_t drained_bytes = 1 << 20;   // below which who was refused is told
    uint32_t handled_messages = 64;     // being handled at a time, beyond which nothing more is read
    uint64_t handled_bytes = 8 << 20;   // and of these
    int64_t ping_interval_ms = 30'000;  // of silence, until we ask; 0: never
    int64_t pong_timeout_ms = 30'000;   // and the connection counts as lost
    int64_t idle_timeout_ms = 0;        // without a message in either direction: 1001; 0: never
    int64_t close_timeout_ms = 5'000;   // for the client's half of the closing handshake
    int64_t send_timeout_ms = 60'000;   // how long the program waits for room in the queue; 0: as long as it takes
    int64_t drain_delay_ms = 0;         // how long a worker that leaves lets them go on: then 1001
    bool tells_close = false;           // the program sees these frames itself, and
    bool tells_ping = false;            // answers a ping in our place
    bool tells_pong = false;

    http::ws::DeflaterOptions deflater(int window_bits) const noexcept {
        return {compression_level, compression_memory, window_bits};
    }
};

}  // namespace tern::serve
