#include "serve/input_budget.h"

#include <algorithm>
#include <cinttypes>
#include <cstddef>

// glibc keeps free memory in its heap until it is asked for it. Other C libraries return it by themselves.
extern "C" int malloc_trim(size_t keep) __attribute__((weak));

namespace tern::serve {

InputBudget::InputBudget(loop::Loop& loop, Log& log, shm::Counter& dropped) noexcept
    : loop_(loop),
      log_(log),
      return_([](void* self) { static_cast<InputBudget*>(self)->return_memory(); }, this),
      dropped_(dropped) {}

bool InputBudget::set(UnfinishedInput& input, uint64_t bytes) noexcept {
    count(input, bytes);
    while (limit_ > 0 && bytes_ > limit_ && oldest_first_.front() != oldest_first_.back()) drop_oldest();
    return bytes == 0 || input.linked();
}

void InputBudget::count(UnfinishedInput& input, uint64_t bytes) noexcept {
    bytes_ += bytes - input.bytes_;
    input.bytes_ = bytes;
    if (bytes == 0) {
        input.unlink();
    } else if (!input.linked()) {
        oldest_first_.push_back(input);
    }
    most_ = std::max(most_, bytes_);
    const bool fell = most_ >= kMuch && bytes_ <= most_ / 4;
    if (fell && !return_.pending()) loop_.start_timer(return_, kReturnAfterMs);
}

void InputBudget::return_memory() noexcept {
    most_ = bytes_;
    if (malloc_trim != nullptr) (void)malloc_trim(0);
}

void InputBudget::drop_oldest() noexcept {
    dropped_.increment();
    oldest_first_.front()->drop_input();
    if (loop_.now_ms() < log_at_ms_) return;
    log_at_ms_ = loop_.now_ms() + kLogEveryMs;
    log_.print(
        LogLevel::warning,
        "worker_input_buffer_size is reached: the oldest unfinished bodies, messages and packets are dropped, or "
        "moved to files (%" PRIu64 " so far)",
        dropped_.get());
}

}  // namespace tern::serve
