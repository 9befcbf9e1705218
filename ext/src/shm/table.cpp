#include "shm/table.h"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <unistd.h>

#include "shm/table_parts.h"

namespace tern::shm {

namespace {

constexpr uint32_t kMostStripes = 256;
constexpr uint32_t kRowsPerStripe = 16;  // each stripe has one row more than requested
constexpr int kTries = 16;               // then a reader disturbed by writers locks the stripe
constexpr uint32_t kMostSteps = 64;      // of a reader: no valid chain is that long
constexpr size_t kRowHead = 2 * sizeof(uint32_t) + 1 + Table::kMostKeyBytes;

size_t rounded_up(size_t bytes, size_t unit) noexcept { return (bytes + unit - 1) / unit * unit; }

}  // namespace

Error Table::create(uint32_t rows, RowLayout layout) {
    static_assert(sizeof(Row) == kRowHead);
    static_assert(sizeof(Stripe) == 64);
    TERN_CHECK(header_ == nullptr);
    if (rows == 0 || rows > kMostRows) return Error::invalid_params;
    if (!hash_.seed()) return Error::system_call_fail;
    const uint32_t stripes = std::min(kMostStripes, std::bit_floor(std::max(rows / kRowsPerStripe, 1u)));
    const uint32_t buckets = std::bit_ceil(rows + rows / 4);
    const size_t before_rows = rounded_up(sizeof(Header) + stripes * sizeof(Stripe) + buckets * sizeof(uint32_t), 64);
    const size_t row_bytes = sizeof(Row) + layout.bytes();
    const size_t bytes =
        rounded_up(before_rows + (size_t{rows} + stripes) * row_bytes, static_cast<size_t>(getpagesize()));
    if (Error error = memory_.create(bytes); error != Error::ok) return error;
    char* base = memory_.data();
    header_ = reinterpret_cast<Header*>(base);
    stripes_ = reinterpret_cast<Stripe*>(base + sizeof(Header));
    buckets_ = reinterpret_cast<std::atomic<uint32_t>*>(base + sizeof(Header) + stripes * sizeof(Stripe));
    pool_ = base + before_rows;
    row_bytes_ = row_bytes;
    rows_ = rows;
    bucket_mask_ = buckets - 1;
    stripe_mask_ = stripes - 1;
    for (uint32_t i = 0; i < stripes; ++i) stripes_[i].spare.store(i + 1);
    header_->used.store(stripes + 1);
    copy_ = std::make_unique<char[]>(layout.bytes());
    layout_ = std::move(layout);
    return Error::ok;
}

void Table::destroy() noexcept { header_->destroyed.store(1); }

bool Table::destroyed() const noexcept { return header_->destroyed.load(std::memory_order_relaxed) != 0; }

// The result of `copy` is valid only if no row was reused meanwhile.
template <class Copy>
bool Table::read(Bytes key, Copy copy) noexcept {
    const Spot spot = spot_of(key);
    for (int i = 0; i < kTries; ++i) {
        const uint64_t version = spot.stripe.version.load(std::memory_order_acquire);
        const Found found = find(spot, key, kMostSteps);
        if (found.row != nullptr) copy(found.row->data());
        std::atomic_thread_fence(std::memory_order_acquire);
        const bool undisturbed = version == spot.stripe.version.load(std::memory_order_relaxed);
        if (undisturbed && found.steps < kMostSteps) return found.row != nullptr;
    }
    const Held held(*this, spot.stripe);
    const Found found = find(spot, key, UINT32_MAX);
    if (found.row != nullptr) copy(found.row->data());
    return found.row != nullptr;
}

bool Table::exists(Bytes key) noexcept {
    return read(key, [](const char*) {});
}

const char* Table::get(Bytes key) noexcept {
    const bool has = read(key, [this](const char* row) { layout_.copy(row, copy_.get()); });
    return has ? copy_.get() : nullptr;
}

const char* Table::get(Bytes key, uint32_t column) noexcept {
    const bool has = read(key, [this, column](const char* row) { layout_.copy_column(column, row, copy_.get()); });
    return has ? copy_.get() : nullptr;
}

uint32_t Table::count() const noexcept {
    uint32_t rows = 0;
    for (uint32_t i = 0; i <= stripe_mask_; ++i) rows += stripes_[i].rows.load(std::memory_order_relaxed);
    return rows;
}

Table::Stats Table::stats() const noexcept {
    Stats all;
    for (uint32_t i = 0; i <= stripe_mask_; ++i) {
        const Stripe& stripe = stripes_[i];
        all.inserts += stripe.inserts;
        all.updates += stripe.updates;
        all.deletes += stripe.deletes;
        all.conflicts += stripe.conflicts;
        all.longest = std::max(all.longest, stripe.longest);
    }
    return all;
}

uint32_t Table::next_bucket(uint32_t from) const noexcept {
    while (from <= bucket_mask_ && bucket_at(from).load(std::memory_order_relaxed) == 0) ++from;
    return from;
}

// False: there are more than `most` rows, so this is no valid chain.
bool Table::copy_chain(uint32_t bucket, uint32_t most, std::vector<char>& entries) const {
    entries.clear();
    for (uint32_t index = bucket_at(bucket).load(std::memory_order_acquire); index != 0; --most) {
        if (most == 0) return false;
        Row* row = row_at(index);
        const size_t at = entries.size();
        entries.resize(at + entry_bytes());
        std::memcpy(&entries[at], &row->key_bytes, 1 + kMostKeyBytes);
        layout_.copy(row->data(), &entries[at + 1 + kMostKeyBytes]);
        index = row->next.load(std::memory_order_acquire);
    }
    return true;
}

void Table::read_bucket(uint32_t bucket, std::vector<char>& entries) {
    Stripe& stripe = stripe_of(bucket);
    for (int i = 0; i < kTries; ++i) {
        const uint64_t version = stripe.version.load(std::memory_order_acquire);
        const bool is_chain = copy_chain(bucket, kMostSteps, entries);
        std::atomic_thread_fence(std::memory_order_acquire);
        if (is_chain && version == stripe.version.load(std::memory_order_relaxed)) return;
    }
    const Held held(*this, stripe);
    copy_chain(bucket, UINT32_MAX, entries);
}

Table::Entry Table::entry(const std::vector<char>& entries, size_t index) const noexcept {
    const char* at = entries.data() + index * entry_bytes();
    const auto key_bytes = static_cast<unsigned char>(at[0]);
    return {{at + 1, std::min<size_t>(key_bytes, kMostKeyBytes)}, at + 1 + kMostKeyBytes};
}

// --- Writing

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

// Replaces the row by a changed copy. One store links it, and the replaced row becomes the stripe's spare. Changes of
// all columns leave nothing to copy.
void Table::replace(const Spot& spot, const Found& found, const Change* changes, size_t count) noexcept {
    Stripe& stripe = spot.stripe;
    const uint32_t copy = stripe.spare.load(std::memory_order_relaxed);
    Row* row = row_at(copy);
    row->next.store(found.row->next.load(std::memory_order_relaxed), std::memory_order_relaxed);
    row->tag = found.row->tag;
    std::memcpy(&row->key_bytes, &found.row->key_bytes, 1 + kMostKeyBytes);  // a fixed size needs no call
    if (count < layout_.columns().size()) layout_.copy(found.row->data(), row->data());
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

inline Error Table::put(const Spot& spot, const Found& found, Bytes key, const Change* changes, size_t count) noexcept {
    if (found.row == nullptr) return insert(spot, key, found.steps, changes, count);
    if (count == 1 && layout_.columns()[changes->column].type != ColumnType::text) {
        set_number(spot, found, changes->column, changes->bits);
    } else if (count != 0) {
        replace(spot, found, changes, count);
    } else {
        ++spot.stripe.updates;
    }
    return Error::ok;
}

Error Table::set(Bytes key, const Change* changes, size_t count) noexcept {
    TERN_CHECK(key.size() <= kMostKeyBytes);
    return write(key, [&](const Spot& spot, const Found& found) { return put(spot, found, key, changes, count); });
}

bool Table::has_all(const char* row, std::span<const Change> values) const noexcept {
    return std::ranges::all_of(values, [&](const Change& one) { return layout_.has(one, row); });
}

Result<bool> Table::set_if(Bytes key, const Condition& condition, const Change* changes, size_t count) noexcept {
    TERN_CHECK(key.size() <= kMostKeyBytes);
    bool is_like_that = false;
    const Error error = write(key, [&](const Spot& spot, const Found& found) {
        is_like_that = (found.row != nullptr) == condition.present &&
                       (found.row == nullptr || has_all(found.row->data(), condition.values));
        return is_like_that ? put(spot, found, key, changes, count) : Error::ok;
    });
    if (error != Error::ok) return error;
    return is_like_that;
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

// False: `look` says that the row stays, or there is none.
template <class Look>
bool Table::erase_after(Bytes key, Look look) noexcept {
    const Spot spot = spot_of(key);
    const Held held(*this, spot.stripe);
    const Found found = find(spot, key, UINT32_MAX);
    if (found.row == nullptr || !look(found.row->data())) return false;
    found.link->store(found.row->next.load(std::memory_order_relaxed), std::memory_order_release);
    spot.stripe.bump();
    Stripe::increase(spot.stripe.rows, UINT32_MAX);
    ++spot.stripe.deletes;
    give_back(found.index);
    return true;
}

bool Table::erase(Bytes key) noexcept {
    return erase_after(key, [](const char*) { return true; });
}

bool Table::erase_if(Bytes key, std::span<const Change> values) noexcept {
    return erase_after(key, [&](const char* row) { return has_all(row, values); });
}

const char* Table::take(Bytes key) noexcept {
    const bool has = erase_after(key, [this](const char* row) {
        layout_.copy(row, copy_.get());
        return true;
    });
    return has ? copy_.get() : nullptr;
}

const char* Table::take(Bytes key, uint32_t column) noexcept {
    const bool has = erase_after(key, [this, column](const char* row) {
        layout_.copy_column(column, row, copy_.get());
        return true;
    });
    return has ? copy_.get() : nullptr;
}

}  // namespace tern::shm
