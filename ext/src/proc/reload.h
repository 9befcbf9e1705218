// Which worker is replaced next: a rolling reload goes through all of them one by one, a recycled worker jumps the
// queue. Pure bookkeeping: the master starts the replacement and reports how it went. One replacement is under way at a
// time; a reload asked for during a reload is remembered once.
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

    // `count` workers from `first` on.
    Request request_all(uint32_t first, uint32_t count) noexcept;
    // Once is enough: asking again before its turn came changes nothing.
    void request_one(int worker_id, DrainReason reason) noexcept;
    void cancel() noexcept;

    // Null when there is nothing to do now.
    const Step* next(int64_t now_ms) noexcept;
    // The step of next() is under way from here to succeeded() or failed().
    void begin() noexcept { under_way_ = true; }
    DrainReason reason_under_way() const noexcept { return under_way_ ? queue_.front().reason : DrainReason::none; }
    void succeeded() noexcept;
    // A rolling reload ends here: the old workers go on. A recycled worker is tried again after `delay_ms`.
    void failed(int64_t now_ms, int64_t delay_ms) noexcept;

    // Nothing could be started now; next() is null until then.
    void postpone(int64_t until_ms) noexcept { not_before_ms_ = until_ms; }

    bool rolling() const noexcept { return rolling_; }
    bool under_way() const noexcept { return under_way_; }
    // Not `none` once after the last step of a rolling reload, which is the one that failed when it was given up.
    Finish take_finished() noexcept;
    // True once when a remembered request waits and nothing is rolling: call request_all() again.
    bool take_remembered() noexcept;
    // When next() may have something that it has not now; INT64_MAX: not by time.
    int64_t not_before_ms() const noexcept;

private:
    void finish_rolling(Finish how) noexcept;

    std::deque<Step> queue_;
    int64_t not_before_ms_ = 0;
    uint32_t rolling_left_ = 0;
    bool rolling_ = false;
    Finish finished_ = Finish::none;
    bool remembered_ = false;
    bool under_way_ = false;
};

}  // namespace tern::proc
