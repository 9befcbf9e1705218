// The limits that a port sets for its clients. Each is an option of the same name in docs/options.md.
#pragma once

#include <string>

#include "protocol/http/head.h"
#include "protocol/http/multipart.h"

namespace tern::serve {

struct Limits {
    http::HeadLimits head;            // 414, 431
    http::MultipartLimits multipart;  // 413
    uint64_t files = 1000;            // 413: in a multipart body
    uint64_t part_bytes = 0;          // 413: for one part of it; 0: as large as the body
    uint64_t body_bytes = 2 << 20;    // 413: any body
    uint64_t upload_bytes = 0;        // 413: for a multipart or streaming body, if it is more than body_bytes
    uint64_t form_bytes = 0;          // a larger form reaches the program without fields and files; 0: no limit
    uint64_t file_bytes = 0;          // a larger file of a form is dropped, with an error of its own; 0: no limit
    uint64_t body_memory_bytes = 256 << 10;  // a larger body goes to a file
    int64_t header_timeout_ms = 20'000;      // 408: from the first byte of a head to its last
    int64_t body_timeout_ms = 30'000;        // 408: while the client of an unfinished body sends nothing
    uint64_t body_min_rate = 0;              // 408: bytes per second on average, after body_timeout_ms; 0: any
    uint64_t keep_alive_requests = 0;        // the connection ends after this many requests; 0: no limit
    int64_t keep_alive_timeout_ms = 75'000;  // idle connections are closed; 0: each one after its first response
    int64_t send_timeout_ms = 60'000;        // a client that receives nothing for so long is dropped; 0: never
    uint64_t high_watermark = 6 << 20;       // queued bytes at which write() waits
    uint64_t low_watermark = 0;              // queued bytes at which write() continues
    uint64_t http2_connection_buffer_bytes = 16 << 20;  // unsent responses beyond which requests wait; 0: no limit
    uint64_t http2_worker_buffer_bytes = 128 << 20;     // beyond it the slowest responses are dropped; 0: no limit
    bool decode_bodies = false;                         // 400, 413, 415: bodies with a Content-Encoding are decoded
    bool parse_multipart = true;  // multipart/form-data goes to fields and files, not to the raw body
    std::string upload_dir = "/tmp";
};

}  // namespace tern::serve
