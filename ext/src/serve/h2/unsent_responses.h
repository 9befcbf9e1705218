// Counts the memory that a worker uses for unsent responses of HTTP/2, whose clients' windows are closed or sockets
// full. Files that are sent from disk do not count. Above a limit it drops the response that made no progress for the
// longest time. A worker has one, in its Context.
#pragma once

#include <cstdint>

#include "base/list.h"

namespace tern::serve {

// A response with its own count, which must be 0 when it is destroyed.
class UnsentResponse : public ListHook {
public:
    // Drops its bytes, sets its count to 0 and lets its client know. Runs no code of the program.
    virtual void drop_unsent() noexcept = 0;
    uint64_t unsent() const noexcept { return unsent_; }

protected:
    ~UnsentResponse() = default;

private:
    friend class UnsentResponses;
    uint64_t unsent_ = 0;
};

class UnsentResponses {
public:
    // `bytes` of the response wait now: more than before, or fewer, as some were sent.
    void set(UnsentResponse& response, uint64_t bytes) noexcept {
        const bool was_taken = bytes <= response.unsent_;
        bytes_ += bytes - response.unsent_;
        response.unsent_ = bytes;
        if (bytes == 0) return response.unlink();
        if (was_taken || !response.linked()) by_progress_.push_back(response);
    }
    // Drops responses until the sum is within `limit`, the slowest first. The last one stays, however large it is.
    // Returns the number of dropped responses.
    uint64_t keep_within(uint64_t limit) noexcept {
        uint64_t dropped = 0;
        while (bytes_ > limit && by_progress_.front() != by_progress_.back()) {
            UnsentResponse& slowest = *by_progress_.front();
            slowest.drop_unsent();
            ++dropped;
        }
        return dropped;
    }
    uint64_t bytes() const noexcept { return bytes_; }
    // For the log: true at most once in kLogEveryMs.
    bool is_time_to_log(int64_t now_ms) noexcept {
        if (now_ms < log_at_ms_) return false;
        log_at_ms_ = now_ms + kLogEveryMs;
        return true;
    }

    static constexpr int64_t kLogEveryMs = 5'000;

private:
    uint64_t bytes_ = 0;
    int64_t log_at_ms_ = 0;
    List<UnsentResponse> by_progress_;  // the one with the latest progress is last
};

}  // namespace tern::serve
