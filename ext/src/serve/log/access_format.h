// Formats a request as a line of the access log: `combined`, `json`, or a format with directives like those of Apache's
// mod_log_config.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "base/buffer.h"
#include "protocol/http/head.h"
#include "serve/telemetry/request_account.h"
#include "shm/session_table.h"

namespace tern::serve {

// The views are valid during the call that they are passed to.
struct AccessEntry {
    const http::RequestHead* head = nullptr;  // null: the input was no request, or an incomplete one
    Bytes first_line;                         // of that input
    const shm::SessionOrigin* client = nullptr;
    const shm::SessionOrigin* peer = nullptr;      // differs from the client behind a trusted proxy
    std::span<const std::string> response_fields;  // in the order of AccessFormat::response_names()
    int status = 0;
    uint64_t body_bytes = 0;      // of the response
    uint64_t sent_bytes = 0;      // with its head and framing
    uint64_t received_bytes = 0;  // head and body of the request
    int64_t received_us = 0;      // wall clock
    int64_t duration_us = 0;
    int worker_id = 0;
    const RequestAccount* account = nullptr;  // null: none was kept
    bool aborted = false;                     // the connection ended before the response did
    bool keep_alive = false;                  // and may serve another request
};

class AccessFormat {
public:
    // What is wrong with a format, worded for php::Option: "be ..."; null: nothing.
    static const char* complaint(Bytes format) noexcept;

    // Only for a format without complaint(). Keeps the pid of the process that creates it.
    explicit AccessFormat(Bytes format);

    // Writes one line with its line end.
    void write(Buffer& out, const AccessEntry& entry) noexcept;
    // The name in each %{Name}o, in lower case.
    const std::vector<std::string>& response_names() const noexcept { return response_names_; }
    // True: the format needs the account.
    bool wants_account() const noexcept { return wants_account_; }

private:
    struct Piece {
        char directive = 0;  // 0: literal text; 'a' with an argument is the peer's address
        std::string text;    // the literal text, or the argument in lower case
        size_t index = 0;    // of %{Name}o in response_names()
    };

    void compile(Bytes format);
    void write_piece(Buffer& out, const Piece& piece, const AccessEntry& entry) noexcept;
    void write_json(Buffer& out, const AccessEntry& entry) noexcept;
    void write_json_request(Buffer& out, const http::RequestHead* head) noexcept;
    Bytes bracketed_time(int64_t wall_us) noexcept;
    Bytes iso_time(int64_t wall_us) noexcept;
    void read_time(int64_t wall_us) noexcept;

    std::vector<Piece> pieces_;  // empty: json
    std::vector<std::string> response_names_;
    bool wants_account_ = false;
    int pid_;
    int64_t second_ = -1;  // the time of the two texts
    size_t bracketed_size_ = 0;
    size_t iso_size_ = 0;
    std::array<char, 48> bracketed_{};
    std::array<char, 48> iso_{};
};

}  // namespace tern::serve
