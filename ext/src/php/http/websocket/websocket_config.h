// The options of WebSocket ports, as plain data.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tern::php {

struct WebSocketConfig {
    bool open_protocol = false;
    std::string subprotocol;
    bool compression = false;
    bool mask = false;  // accepted
    bool close_frame = false;
    bool ping_frame = false;
    bool pong_frame = false;

    std::vector<std::string> allowed_origins;
    int64_t compression_level = 1;
    int64_t compression_min_length = 0;
    bool compression_context = false;
    int64_t compression_window_bits = 15;
    int64_t max_fragments = 65'536;
    int64_t queue_size = 0;  // 0: socket_buffer_size
    int64_t max_handled = 64;
    int64_t max_handled_size = 8 << 20;
    int64_t ping_interval_ms = 30'000;  // 0: off
    int64_t pong_timeout_ms = 30'000;
    int64_t idle_timeout_ms = 0;  // 0: off
    int64_t close_timeout_ms = 5'000;
    int64_t leave_time_ms = 0;
};

}  // namespace tern::php
