// A queue of small trivial values in one block of memory. The block grows as needed; otherwise values never move. An
// empty queue has no memory, and that of a long queue is freed when it becomes empty.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <type_traits>

#include "base/check.h"

namespace tern {

template <class T>
class Ring {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    Ring() noexcept = default;
    Ring(const Ring&) = delete;
    Ring& operator=(const Ring&) = delete;
    ~Ring() { std::free(slots_); }

    bool empty() const noexcept { return size_ == 0; }
    size_t size() const noexcept { return size_; }
    // The number of values that fit before it grows.
    size_t room() const noexcept { return room_; }

    // 0 is the front. Valid until the next change.
    const T& operator[](size_t index) const noexcept { return slots_[(first_ + index) & (room_ - 1)]; }

    void push_back(const T& value) noexcept {
        if (size_ == room_) grow();
        slots_[(first_ + size_) & (room_ - 1)] = value;
        ++size_;
    }

    // It must not be empty.
    T pop_front() noexcept {
        TERN_CHECK(size_ > 0);
        T value = slots_[first_];
        first_ = (first_ + 1) & (room_ - 1);
        --size_;
        if (size_ == 0 && room_ > kKeptWhenEmpty) give_back();
        return value;
    }

    static constexpr size_t kKeptWhenEmpty = 256;

private:
    static constexpr size_t kFirstRoom = 4;

    void grow() noexcept {
        const size_t wider = room_ == 0 ? kFirstRoom : room_ * 2;
        auto* slots = static_cast<T*>(std::malloc(wider * sizeof(T)));
        TERN_CHECK(slots != nullptr);
        const size_t at_the_end = room_ - first_;  // the ring is full, so the rest begins at 0
        if (room_ > 0) {
            std::memcpy(slots, slots_ + first_, at_the_end * sizeof(T));
            std::memcpy(slots + at_the_end, slots_, first_ * sizeof(T));
        }
        std::free(slots_);
        slots_ = slots;
        first_ = 0;
        room_ = wider;
    }

    void give_back() noexcept {
        std::free(slots_);
        slots_ = nullptr;
        first_ = 0;
        room_ = 0;
    }

    T* slots_ = nullptr;
    size_t room_ = 0;  // a power of two, or 0
    size_t first_ = 0;
    size_t size_ = 0;
};

}  // namespace tern
