// Counts the memory that a worker uses for unsent answers of HTTP/2, whose clients' windows are closed or sockets full.
// Files that are sent from disk do not count. Above a limit it drops the answer that made no progress for the longest
// time. A worker has one, in its Context.
#pragma once

#include <cstdint>

#include "base/list.h"

namespace tern::serve {

// An answer with its own count, which must be 0 when it is destroyed.
class UnsentAnswer : public ListHook {
public:
    // Drops its bytes, sets its count to 0 and lets its client know. Runs no code of the program.
    virtual void drop_unsent() noexcept = 0;
    uint64_t unsent() const noexcept { return unsent_; }

protected:
    ~UnsentAnswer() = default;

private:
    friend class UnsentAnswers;
    uint64_t unsent_ = 0;
};

class UnsentAnswers {
public:
    // `bytes` of the response wait now: more than before, or fewer, as some were sent.
    void set(UnsentAnswer& answer, uint64_t bytes) noexcept {
        const bool was_taken = bytes <= answer.unsent_;
        bytes_ += bytes - answer.unsent_;
        answer.unsent_ = bytes;
        if (bytes == 0) return answer.unlink();
        if (was_taken || !answer.linked()) by_progress_.push_back(answer);
    }
    // Drops answers until the sum is within `limit`, the slowest first. The last one stays, however large it is.
    // Returns the number of dropped answers.
    uint64_t keep_within(uint64_t limit) noexcept {
        uint64_t dropped = 0;
        while (bytes_ > limit && by_progress_.front() != by_progress_.back()) {
            UnsentAnswer& slowest = *by_progress_.front();
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
    List<UnsentAnswer> by_progress_;  // the one with the latest progress is last
};

}  // namespace tern::serve
