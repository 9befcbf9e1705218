// Which coroutine is in a call of a client extension with which connection. An entry lasts as long as the call. One
// that a fatal error has left behind names a coroutine that has ended, and does not count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tern::php {

class ConnectionUsers {
public:
    static constexpr int64_t kNone = -1;

    // The id of the coroutine; kNone: no call is under way.
    int64_t user(const void* connection) const noexcept {
        return count_ == 0 ? kNone : entries_[find(connection)].user;
    }
    // Replaces the user.
    void begin(const void* connection, int64_t user) {
        if ((count_ + 1) * 2 > entries_.size()) grow();
        Entry& entry = entries_[find(connection)];
        if (entry.connection == nullptr) ++count_;
        entry = {connection, user};
    }
    // Without effect if there is no entry.
    void end(const void* connection) noexcept {
        if (count_ == 0) return;
        const size_t at = find(connection);
        if (entries_[at].connection == nullptr) return;
        entries_[at] = {};
        --count_;
        close_gap(at);
    }

private:
    struct Entry {
        const void* connection = nullptr;
        int64_t user = kNone;
    };

    // The place of the entry, or the free place for it.
    size_t find(const void* connection) const noexcept {
        size_t at = home(connection);
        while (entries_[at].connection != nullptr && entries_[at].connection != connection) at = next(at);
        return at;
    }
    size_t next(size_t at) const noexcept { return (at + 1) & (entries_.size() - 1); }
    // Addresses are multiples of 16.
    size_t home(const void* connection) const noexcept {
        constexpr uint64_t kGoldenRatio = 0x9e3779b97f4a7c15;
        return (reinterpret_cast<uintptr_t>(connection) * kGoldenRatio >> 32) & (entries_.size() - 1);
    }
    // Entries that follow a free place must not be cut off from their home.
    void close_gap(size_t gap) noexcept {
        const size_t mask = entries_.size() - 1;
        for (size_t at = next(gap); entries_[at].connection != nullptr; at = next(at)) {
            const size_t distance = (at - home(entries_[at].connection)) & mask;
            if (distance < ((at - gap) & mask)) continue;
            entries_[gap] = entries_[at];
            entries_[at] = {};
            gap = at;
        }
    }
    void grow() {
        constexpr size_t kFirst = 64;
        std::vector<Entry> before(entries_.empty() ? kFirst : entries_.size() * 2);
        before.swap(entries_);
        for (const Entry& one : before) {
            if (one.connection != nullptr) entries_[find(one.connection)] = one;
        }
    }

    std::vector<Entry> entries_;  // a power of two, at most half of it in use
    size_t count_ = 0;
};

}  // namespace tern::php
