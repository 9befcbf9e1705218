#include <algorithm>
#include <bit>

#include "shm/table_parts.h"

namespace tern::shm {

namespace {

constexpr uint64_t kOneChange = uint64_t{1} << 32;

uint32_t top_of(uint64_t free) noexcept { return static_cast<uint32_t>(free); }

uint64_t with_top(uint64_t free, uint32_t top) noexcept { return ((free >> 32 << 32) + kOneChange) | top; }

}  // namespace

// For the holder of a stripe: if it is killed before the row is linked, the next holder repairs that.
uint32_t Table::take_row() noexcept {
    uint64_t free = header_->free.load(std::memory_order_acquire);
    while (top_of(free) != 0) {
        const uint32_t top = top_of(free);
        const uint32_t next = row_at(top)->next.load(std::memory_order_relaxed);
        if (header_->free.compare_exchange_weak(free, with_top(free, next), std::memory_order_acquire)) return top;
    }
    uint32_t fresh = header_->used.load(std::memory_order_relaxed);
    do {
        if (fresh > rows_ + stripe_mask_ + 1) return 0;
    } while (!header_->used.compare_exchange_weak(fresh, fresh + 1, std::memory_order_relaxed));
    return fresh;
}

void Table::give_back(uint32_t index) noexcept {
    uint64_t free = header_->free.load(std::memory_order_relaxed);
    do {
        row_at(index)->next.store(top_of(free), std::memory_order_relaxed);
    } while (!header_->free.compare_exchange_weak(free, with_top(free, index), std::memory_order_release));
}

// Finds the row under the stripe's lock. A full table may have rows that were lost by dead processes, so it tries
// reclaim().
template <class Write>
Error Table::write(Bytes key, Write write) noexcept {
    const Spot spot = spot_of(key);
    for (;;) {
        {
            const Held held(*this, spot.stripe);
            const Error error = write(spot, find(spot, key, UINT32_MAX));
            if (error != Error::no_memory) return error;
        }
        if (!reclaim()) return Error::no_memory;
    }
}

Error Table::insert(const Spot& spot, Bytes key, uint32_t found_steps, const Change* changes, size_t count) noexcept {
    const uint32_t index = take_row();
    if (index == 0) return Error::no_memory;
    Row* row = row_at(index);
    std::atomic<uint32_t>& bucket = bucket_at(spot.bucket);
    row->next.store(bucket.load(std::memory_order_relaxed), std::memory_order_relaxed);
    row->tag = spot.tag;
    row->key_bytes = static_cast<uint8_t>(key.size());
    std::memcpy(row->key_text, key.data(), key.size());
    layout_.clear(row->data());
    for (size_t i = 0; i < count; ++i) layout_.apply(changes[i], row->data());
    bucket.store(index, std::memory_order_release);
    Stripe& stripe = spot.stripe;
    Stripe::increase(stripe.rows, 1);
    ++stripe.inserts;
    stripe.conflicts += found_steps != 0 ? 1 : 0;
    stripe.longest = std::max(stripe.longest, found_steps + 1);
    return Error::ok;
}

// Replaces the row by a changed copy. One store links it, and the replaced row becomes the stripe's spare.
void Table::replace(const Spot& spot, const Found& found, const Change* changes, size_t count) noexcept {
    Stripe& stripe = spot.stripe;
    const uint32_t copy = stripe.spare.load(std::memory_order_relaxed);
    Row* row = row_at(copy);
    row->next.store(found.row->next.load(std::memory_order_relaxed), std::memory_order_relaxed);
    row->tag = found.row->tag;
    row->key_bytes = found.row->key_bytes;
    std::memcpy(row->key_text, found.row->key_text, row->key_bytes);
    layout_.copy(found.row->data(), row->data());
    for (size_t i = 0; i < count; ++i) layout_.apply(changes[i], row->data());
    stripe.replaced.store(found.index, std::memory_order_release);
    found.link->store(copy, std::memory_order_release);
    stripe.bump();
    stripe.spare.store(found.index, std::memory_order_release);
    ++stripe.updates;
}

// Changes the row in place: readers see the old or the new number, and read again if other data changed.
void Table::set_number(const Spot& spot, const Found& found, uint32_t column, uint64_t bits) noexcept {
    RowLayout::store(found.row->data() + layout_.columns()[column].offset, bits);
    spot.stripe.bump();
    ++spot.stripe.updates;
}

Error Table::set(Bytes key, const Change* changes, size_t count) noexcept {
    TERN_CHECK(key.size() <= kMostKeyBytes);
    return write(key, [&](const Spot& spot, const Found& found) {
        if (found.row == nullptr) return insert(spot, key, found.steps, changes, count);
        if (count == 1 && layout_.columns()[changes->column].type != ColumnType::text) {
            set_number(spot, found, changes->column, changes->bits);
        } else if (count != 0) {
            replace(spot, found, changes, count);
        }
        return Error::ok;
    });
}

template <class Number>
Result<Number> Table::add_number(Bytes key, uint32_t column, Number by) noexcept {
    TERN_CHECK(key.size() <= kMostKeyBytes);
    Number sum = by;
    const Error error = write(key, [&](const Spot& spot, const Found& found) {
        if (found.row == nullptr) {
            const Change change{column, std::bit_cast<uint64_t>(by), {}};
            return insert(spot, key, found.steps, &change, 1);
        }
        sum = std::bit_cast<Number>(RowLayout::load(found.row->data() + layout_.columns()[column].offset)) + by;
        set_number(spot, found, column, std::bit_cast<uint64_t>(sum));
        return Error::ok;
    });
    if (error != Error::ok) return error;
    return sum;
}

Result<int64_t> Table::add(Bytes key, uint32_t column, int64_t by) noexcept {
    TERN_CHECK(layout_.columns()[column].type == ColumnType::integer);
    const Result<uint64_t> sum = add_number(key, column, static_cast<uint64_t>(by));  // wraps around
    if (!sum) return sum.error();
    return static_cast<int64_t>(sum.value());
}

Result<double> Table::add(Bytes key, uint32_t column, double by) noexcept {
    TERN_CHECK(layout_.columns()[column].type == ColumnType::real);
    return add_number(key, column, by);
}

bool Table::erase(Bytes key) noexcept {
    const Spot spot = spot_of(key);
    const Held held(*this, spot.stripe);
    const Found found = find(spot, key, UINT32_MAX);
    if (found.row == nullptr) return false;
    found.link->store(found.row->next.load(std::memory_order_relaxed), std::memory_order_release);
    spot.stripe.bump();
    Stripe::increase(spot.stripe.rows, UINT32_MAX);
    ++spot.stripe.deletes;
    give_back(found.index);
    return true;
}

}  // namespace tern::shm
