// UnsentAnswers is the account of the memory that a worker holds for answers of HTTP/2 that clients have not taken yet,
// because their windows are closed or their sockets full. Files that are sent from disk do not count. Beyond a limit
// the answer of which nothing was taken for the longest time is dropped. One for a worker, in its Context.
#pragma once

#include <cstdint>

#include "base/list.h"

namespace tern::serve {

// An answer with its own account, which is at 0 when it is destroyed.
class UnsentAnswer : public ListHook {
public:
    // Gives its bytes up, sets its account to 0 and has its client told. No code of the program runs within.
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
    // It holds that much now: more is waiting, or some was taken.
    void set(UnsentAnswer& answer, uint64_t bytes) noexcept {
        const bool was_taken = bytes <= answer.unsent_;
        bytes_ += bytes - answer.unsent_;
        answer.unsent_ = bytes;
        if (bytes == 0) return answer.unlink();
        if (was_taken || !answer.linked()) by_progress_.push_back(answer);
    }
    // Drops answers until `limit` holds, the slowest first. The last one stays, however large. How many were dropped.
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
    // For the log: not more than once in kTellEveryMs.
    bool is_time_to_tell(int64_t now_ms) noexcept {
        if (now_ms < tell_at_ms_) return false;
        tell_at_ms_ = now_ms + kTellEveryMs;
        return true;
    }

    static constexpr int64_t kTellEveryMs = 5'000;

private:
    uint64_t bytes_ = 0;
    int64_t tell_at_ms_ = 0;
    List<UnsentAnswer> by_progress_;  // who took something last is last
};

}  // namespace tern::serve
