#include "proc/reload.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace tern::proc {

Reload::Request Reload::request_all(uint32_t first, uint32_t count) noexcept {
    if (rolling()) {
        remembered_ = true;
        return Request::remembered;
    }
    rolling_left_ = count;
    not_before_ms_ = 0;
    for (uint32_t i = 0; i < count; ++i) {
        queue_.push_back({static_cast<int>(first + i), DrainReason::reload});
    }
    return Request::started;
}

void Reload::request_one(int worker_id, DrainReason reason) noexcept {
    auto same = [&](const Step& step) { return step.worker_id == worker_id; };
    if (std::any_of(queue_.begin(), queue_.end(), same)) return;
    // The front is under way, so this comes after it.
    queue_.insert(under_way_ ? queue_.begin() + 1 : queue_.begin(), {worker_id, reason});
}

void Reload::withdraw(int worker_id) noexcept {
    const auto same = [&](const Step& step) { return step.worker_id == worker_id; };
    queue_.erase(std::remove_if(queue_.begin() + (under_way_ ? 1 : 0), queue_.end(), same), queue_.end());
}

void Reload::cancel() noexcept {
    queue_.clear();
    under_way_ = false;
    remembered_ = false;
    if (rolling()) finish_rolling(Finish::given_up);
}

const Reload::Step* Reload::next(int64_t now_ms) const noexcept {
    bool waiting = under_way_ || queue_.empty() || now_ms < not_before_ms_;
    return waiting ? nullptr : &queue_.front();
}

void Reload::finish_rolling(Finish how) noexcept {
    rolling_left_ = 0;
    finished_ = how;
}

void Reload::succeeded() noexcept {
    if (queue_.empty()) return;
    const bool of_rolling = queue_.front().reason == DrainReason::reload;
    queue_.pop_front();
    under_way_ = false;
    not_before_ms_ = 0;
    if (of_rolling && --rolling_left_ == 0) finish_rolling(Finish::complete);
}

void Reload::failed(int64_t now_ms, int64_t delay_ms) noexcept {
    if (queue_.empty()) return;
    Step step = queue_.front();
    under_way_ = false;
    not_before_ms_ = now_ms + delay_ms;
    if (step.reason != DrainReason::reload) return;
    std::erase_if(queue_, [](const Step& queued) { return queued.reason == DrainReason::reload; });
    finish_rolling(Finish::given_up);
}

Reload::Finish Reload::take_finished() noexcept { return std::exchange(finished_, Finish::none); }

bool Reload::take_remembered() noexcept { return !rolling() && std::exchange(remembered_, false); }

int64_t Reload::not_before_ms() const noexcept {
    return under_way_ || queue_.empty() ? std::numeric_limits<int64_t>::max() : not_before_ms_;
}

}  // namespace tern::proc
