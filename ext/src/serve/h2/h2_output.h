// The unsent output of one stream of HTTP/2: the body of its response, which becomes DATA frames as the client's
// windows and the socket allow, and the trailers after it. Its memory is counted in the account of the connection.
#pragma once

#include <string>
#include <vector>

#include "protocol/http/h2/session.h"
#include "serve/h2/unsent_responses.h"
#include "serve/limits.h"
#include "serve/part_queue.h"

namespace tern::serve {

// The unsent output of all streams of one connection. The owner implements drop_unsent().
class H2SendAccount : public UnsentResponse {
public:
    H2SendAccount(UnsentResponses& all, const Limits& limits) noexcept : all_(all), limits_(limits) {}

    // Bytes that are in no frame yet, including those of files.
    uint64_t queued() const noexcept { return queued_; }
    // True: more than http2_connection_buffer_size waits for this client, in several responses. Its requests wait then.
    bool is_full() const noexcept {
        const uint64_t most = limits_.http2_connection_buffer_bytes;
        return dropped_ || (most > 0 && holding_ > 1 && unsent() > most);
    }
    // True: its responses were dropped, and it takes no more.
    bool dropped() const noexcept { return dropped_; }
    // The number of responses that use memory.
    uint64_t holding() const noexcept { return holding_; }

protected:
    ~H2SendAccount() = default;
    void mark_dropped() noexcept { dropped_ = true; }

private:
    friend class H2Output;
    // For a stream: its queue has changed.
    void move_queued(uint64_t before, uint64_t now) noexcept { queued_ += now - before; }
    void move_memory(uint64_t before, uint64_t now) noexcept {
        if (before == 0 && now > 0) ++holding_;
        if (before > 0 && now == 0) --holding_;
        all_.set(*this, unsent() + now - before);
    }
    void keep_within_limit() noexcept;

    UnsentResponses& all_;
    const Limits& limits_;
    uint64_t queued_ = 0;
    uint64_t holding_ = 0;
    bool dropped_ = false;
};

class H2Output {
public:
    explicit H2Output(H2SendAccount& account) noexcept : account_(account) {}
    H2Output(const H2Output&) = delete;
    H2Output& operator=(const H2Output&) = delete;
    ~H2Output() { clear(); }

    // Not after the account was dropped. It may drop responses of other connections.
    void push(BodyPart&& part, int64_t now_ms) noexcept;
    void add_trailer(Bytes name, Bytes value) noexcept { trailers_.emplace_back(name, value); }
    const std::vector<std::pair<std::string, std::string>>& trailers() const noexcept { return trailers_; }
    // The output is complete.
    void finish() noexcept { finished_ = true; }
    bool finished() const noexcept { return finished_; }
    uint64_t queued() const noexcept { return parts_.size(); }

    // For the session: see http::h2::StreamEvents. False: a file has become shorter.
    http::h2::Pull pull(size_t most) const noexcept;
    bool put(Buffer& out, size_t count, int64_t now_ms) noexcept;
    // The client receives some of it, or is about to.
    void note_progress(int64_t now_ms) noexcept { moved_at_ms_ = now_ms; }
    int64_t moved_at_ms() const noexcept { return moved_at_ms_; }

    void clear() noexcept {
        if (parts_.size() > 0 || memory_ > 0) clear_parts();
    }
    // The same, and makes sure that the sent part does not look complete.
    void drop() noexcept {
        clear();
        finished_ = false;
    }

private:
    void note(uint64_t queued_before) noexcept;
    void clear_parts() noexcept;

    H2SendAccount& account_;
    PartQueue parts_;
    std::vector<std::pair<std::string, std::string>> trailers_;
    int64_t moved_at_ms_ = 0;  // when the client last received some of it
    uint64_t memory_ = 0;      // the memory counted in the account
    bool finished_ = false;
};

}  // namespace tern::serve
