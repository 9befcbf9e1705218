// Which worker is replaced next. A rolling reload replaces all of them one by one; a worker to recycle comes first.
// This class only keeps the queue: the master starts the replacement and reports the result. One replacement is under
// way at a time. A reload requested during a reload is remembered once.
#pragma once

#include <cstdint>
#include <deque>

#include "proc/control_channel.h"

namespace tern::proc {

class Reload {
public:
    struct Step {
        int worker_id = -1;
        DrainReason reason = DrainReason::none;
    };
    enum class Request { started, remembered };
    enum class Finish { none, complete, given_up };

    // Requests `count` workers from `first` on, now, whenever one that has failed is to be tried again.
    Request request_all(uint32_t first, uint32_t count) noexcept;
    // Requesting a worker again before its turn changes nothing.
    void request_one(int worker_id, DrainReason reason) noexcept;
    // Undoes request_one(), unless the step is under way.
    void withdraw(int worker_id) noexcept;
    void cancel() noexcept;

    // Null when there is nothing to do now.
    const Step* next(int64_t now_ms) const noexcept;
    // The step of next() is under way from here to succeeded() or failed().
    void begin() noexcept { under_way_ = true; }
    DrainReason reason_under_way() const noexcept { return under_way_ ? queue_.front().reason : DrainReason::none; }
    void succeeded() noexcept;
    // Ends a rolling reload: the old workers stay. A recycled worker is tried again after `delay_ms`.
    void failed(int64_t now_ms, int64_t delay_ms) noexcept;

    // Call it when nothing can be started now. next() is null until then.
    void postpone(int64_t until_ms) noexcept { not_before_ms_ = until_ms; }

    bool rolling() const noexcept { return rolling_left_ > 0; }
    bool under_way() const noexcept { return under_way_; }
    // Returns the result once after a rolling reload has ended; otherwise `none`. The step that failed ends it as
    // `given_up`.
    Finish take_finished() noexcept;
    // True once, when a remembered request waits and no reload is under way: then call request_all() again.
    bool take_remembered() noexcept;
    // When next() may have a step that it has not now; INT64_MAX: no time is known.
    int64_t not_before_ms() const noexcept;

private:
    void finish_rolling(Finish how) noexcept;

    std::deque<Step> queue_;
    int64_t not_before_ms_ = 0;
    uint32_t rolling_left_ = 0;  // steps of the rolling reload; 0: there is none
    Finish finished_ = Finish::none;
    bool remembered_ = false;
    bool under_way_ = false;
};

}  // namespace tern::proc
