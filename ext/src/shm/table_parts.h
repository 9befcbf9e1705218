// The parts of a table, for table*.cpp only. Rows are identified by an index from 1; 0: no row. So zeroed memory is an
// empty table.
#pragma once

#include "base/check.h"
#include "shm/robust_lock.h"
#include "shm/table.h"

namespace tern::shm {

// In shared memory, like the next three.
struct Table::Header {
    // A stack of freed rows: its top, and in the upper bits a change count, so that a top that was taken and freed
    // again is not mistaken for the same.
    alignas(64) std::atomic<uint64_t> free;
    alignas(64) std::atomic<uint32_t> used;  // rows from here on were never used
    alignas(64) std::atomic<uint32_t> destroyed;
    std::atomic<uint32_t> lost;  // a writer was killed: some rows may be neither linked nor free
};

// A stripe has a fixed number of buckets.
struct alignas(64) Table::Stripe {
    RobustLock lock;
    std::atomic<uint64_t> version;   // grows before a visible row is reused
    std::atomic<uint32_t> spare;     // a row for the copy that replaces the next row
    std::atomic<uint32_t> replaced;  // becomes the spare when the copy is linked
    std::atomic<uint32_t> rows;
    uint32_t longest;
    uint64_t inserts, updates, deletes, conflicts;

    static void increase(std::atomic<uint32_t>& count, uint32_t by) noexcept {
        count.store(count.load(std::memory_order_relaxed) + by, std::memory_order_relaxed);
    }
    // Makes earlier readers read again. They see later changes only together with this one.
    void bump() noexcept {
        version.store(version.load(std::memory_order_relaxed) + 1, std::memory_order_release);
        std::atomic_thread_fence(std::memory_order_release);
    }
};

struct Table::Row {
    std::atomic<uint32_t> next;
    uint32_t tag;  // bits of the hash that the bucket does not determine
    uint8_t key_bytes;
    char key_text[kMostKeyBytes];

    char* data() noexcept { return reinterpret_cast<char*>(this + 1); }
    Bytes key() const noexcept { return {key_text, key_bytes < sizeof key_text ? key_bytes : sizeof key_text}; }
    bool has(Bytes other) const noexcept {
        return key_bytes == other.size() && std::memcmp(key_text, other.data(), other.size()) == 0;
    }
};

struct Table::Spot {
    uint32_t bucket, tag;
    Stripe& stripe;
};

struct Table::Found {
    std::atomic<uint32_t>* link = nullptr;  // to the row: in the bucket or in the row before
    Row* row = nullptr;
    uint32_t index = 0;
    uint32_t steps = 0;
};

// A locked stripe, repaired if necessary.
class Table::Held {
public:
    Held(Table& table, Stripe& stripe) noexcept : stripe_(stripe) {
        if (stripe.lock.lock() == Taken::from_dead) table.repair(stripe);
    }
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    ~Held() { stripe_.lock.unlock(); }

private:
    Stripe& stripe_;
};

inline Table::Row* Table::row_at(uint32_t index) const noexcept {
    return reinterpret_cast<Row*>(pool_ + (index - 1) * row_bytes_);
}

inline std::atomic<uint32_t>& Table::bucket_at(uint32_t bucket) const noexcept { return buckets_[bucket]; }

inline Table::Stripe& Table::stripe_of(uint32_t bucket) const noexcept { return stripes_[bucket & stripe_mask_]; }

inline Table::Spot Table::spot_of(Bytes key) const noexcept {
    const uint64_t hash = hash_(key);
    const auto bucket = static_cast<uint32_t>(hash) & bucket_mask_;
    return {bucket, static_cast<uint32_t>(hash >> 32), stripe_of(bucket)};
}

// For the holder of the stripe the result is exact. Other readers may follow reused rows, so they limit their steps and
// check the version afterwards.
inline Table::Found Table::find(const Spot& spot, Bytes key, uint32_t most_steps) const noexcept {
    Found found{.link = &bucket_at(spot.bucket)};
    for (; found.steps < most_steps; ++found.steps) {
        const uint32_t index = found.link->load(std::memory_order_acquire);
        if (index == 0) return found;
        Row* row = row_at(index);
        if (row->tag == spot.tag && row->has(key)) {
            found.row = row;
            found.index = index;
            return found;
        }
        found.link = &row->next;
    }
    return found;
}

}  // namespace tern::shm
