// A hash table from addresses to small values, where most calls look at one place only. Entries move, so a pointer to a
// value is good until the next change of the table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace tern {

template <class Value>
class AddressMap {
public:
    bool empty() const noexcept { return count_ == 0; }
    // Null: there is none.
    Value* find(const void* address) noexcept {
        Entry& entry = entries_[place_of(address)];
        return entry.address == nullptr ? nullptr : &entry.value;
    }
    // Made as `initial` if there is none.
    [[gnu::always_inline]] Value& find_or_add(const void* address, Value initial) {
        if (count_ == most_) [[unlikely]]
            grow();
        Entry& entry = entries_[place_of(address)];
        if (entry.address == nullptr) {
            entry = {address, initial};
            ++count_;
        }
        return entry.value;
    }
    // Without effect if there is none.
    void erase(const void* address) noexcept {
        const size_t at = place_of(address);
        if (entries_[at].address == nullptr) return;
        entries_[at].address = nullptr;
        --count_;
        close_gap(at);
    }

private:
    static constexpr size_t kFirst = 64;

    struct Entry {
        const void* address;  // null: the place is free
        Value value;
    };

    // Where the entry is, or would be added.
    size_t place_of(const void* address) const noexcept {
        size_t at = home(address);
        while (entries_[at].address != nullptr && entries_[at].address != address) at = (at + 1) & mask_;
        return at;
    }
    size_t home(const void* address) const noexcept {
        constexpr uint64_t kGoldenRatio = 0x9e3779b97f4a7c15;
        return (reinterpret_cast<uintptr_t>(address) * kGoldenRatio >> 32) & mask_;
    }
    // Entries that follow a free place must not be cut off from their home.
    void close_gap(size_t gap) noexcept {
        for (size_t at = (gap + 1) & mask_; entries_[at].address != nullptr; at = (at + 1) & mask_) {
            const size_t distance = (at - home(entries_[at].address)) & mask_;
            if (distance < ((at - gap) & mask_)) continue;
            entries_[gap] = std::exchange(entries_[at], Entry{});
            gap = at;
        }
    }
    [[gnu::noinline]] void grow() {
        const size_t rooms = mask_ + 1;
        const auto before = std::exchange(entries_, std::make_unique<Entry[]>(rooms * 2));
        mask_ = rooms * 2 - 1;
        most_ = rooms;
        for (size_t i = 0; i < rooms; ++i) {
            if (before[i].address != nullptr) entries_[place_of(before[i].address)] = before[i];
        }
    }

    std::unique_ptr<Entry[]> entries_ = std::make_unique<Entry[]>(kFirst);
    size_t mask_ = kFirst - 1;
    size_t most_ = kFirst / 2;  // entries, so that half of the places are free
    size_t count_ = 0;
};

}  // namespace tern
