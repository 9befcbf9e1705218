// Rows of fixed columns by key, in memory that one process maps and its children inherit. All rows can be used,
// whatever the keys are. Each call is atomic for all processes. Readers take no lock: a visible row never changes,
// except for a single number; a changed copy replaces it. Writers lock one stripe of the table. A process may be killed
// at any instruction: the next writer of that stripe repairs it (docs/internals.md).
#pragma once

#include <atomic>
#include <memory>
#include <span>
#include <vector>

#include "base/error.h"
#include "base/result.h"
#include "shm/key_hash.h"
#include "shm/mapping.h"
#include "shm/row_layout.h"

namespace tern::shm {

class Table {
public:
    static constexpr size_t kMostKeyBytes = 63;
    static constexpr uint32_t kMostRows = 1u << 30;

    Table() = default;
    Table(const Table&) = delete;
    Table& operator=(const Table&) = delete;

    // Call it once. `layout` must be finished.
    Error create(uint32_t rows, RowLayout layout);

    // For all processes: from now on destroyed() is true in each of them.
    void destroy() noexcept;
    bool destroyed() const noexcept;

    const RowLayout& layout() const noexcept { return layout_; }
    uint32_t size() const noexcept { return rows_; }
    size_t memory_bytes() const noexcept { return memory_.size(); }
    char* memory() const noexcept { return memory_.data(); }

    // Keys have 1 to kMostKeyBytes bytes of any value.
    bool exists(Bytes key) noexcept;
    // A copy of the row in the format of layout(), valid until the next call; null: there is none.
    const char* get(Bytes key) noexcept;
    // The same, but only this column is copied.
    const char* get(Bytes key, uint32_t column) noexcept;
    // Each change is of another column. Other columns keep their values; in a new row they are zero. no_memory: there
    // are size() rows already.
    Error set(Bytes key, const Change* changes, size_t count) noexcept;
    // Adds to a number, which is zero in a new row; integers wrap around. Errors as for set().
    Result<int64_t> add(Bytes key, uint32_t column, int64_t by) noexcept;
    Result<double> add(Bytes key, uint32_t column, double by) noexcept;
    bool erase(Bytes key) noexcept;  // false: there was none

    // What a row must be like for a write: `present` with the values of these columns.
    struct Condition {
        bool present = true;
        std::span<const Change> values;
    };
    // As set(). False: the row is not like that, and nothing was changed.
    Result<bool> set_if(Bytes key, const Condition& condition, const Change* changes, size_t count) noexcept;
    bool erase_if(Bytes key, std::span<const Change> values) noexcept;
    // get(), and the row is erased.
    const char* take(Bytes key) noexcept;
    const char* take(Bytes key, uint32_t column) noexcept;

    uint32_t count() const noexcept;

    struct Stats {
        uint64_t inserts = 0, updates = 0, deletes = 0;
        uint64_t conflicts = 0;  // inserts into a bucket that was not empty
        uint32_t longest = 0;    // the longest chain of rows that an insert has found
    };
    Stats stats() const noexcept;

    // For iterating over all rows: each bucket has few, those at one instant. A row that is in the table all the time
    // is always in the same bucket.
    struct Entry {
        Bytes key;
        const char* row;
    };
    uint32_t next_bucket(uint32_t from) const noexcept;  // one that is not empty; buckets(): none
    uint32_t buckets() const noexcept { return bucket_mask_ + 1; }
    size_t entry_bytes() const noexcept { return 1 + kMostKeyBytes + layout_.bytes(); }
    void read_bucket(uint32_t bucket, std::vector<char>& entries);  // each has entry_bytes()
    Entry entry(const std::vector<char>& entries, size_t index) const noexcept;

    // Whether the table is consistent, and how many rows were lost by killed writers: they are recovered when needed.
    // For tests; waits for all writers.
    struct Audit {
        bool sound = false;
        uint32_t lost = 0;
    };
    Audit audit() noexcept;

private:
    struct Header;
    struct Stripe;
    struct Row;
    struct Spot;
    struct Found;
    class Held;
    class HeldAll;
    class Marks;

    Row* row_at(uint32_t index) const noexcept;
    std::atomic<uint32_t>& bucket_at(uint32_t bucket) const noexcept;
    Stripe& stripe_of(uint32_t bucket) const noexcept;
    Spot spot_of(Bytes key) const noexcept;
    Found find(const Spot& spot, Bytes key, uint32_t most_steps) const noexcept;
    template <class Copy>
    bool read(Bytes key, Copy copy) noexcept;
    template <class Write>
    Error write(Bytes key, Write write) noexcept;
    template <class Number>
    Result<Number> add_number(Bytes key, uint32_t column, Number by) noexcept;

    bool copy_chain(uint32_t bucket, uint32_t most, std::vector<char>& entries) const;

    template <class Look>
    bool erase_after(Bytes key, Look look) noexcept;
    bool has_all(const char* row, std::span<const Change> values) const noexcept;
    Error put(const Spot& spot, const Found& found, Bytes key, const Change* changes, size_t count) noexcept;
    Error insert(const Spot& spot, Bytes key, uint32_t found_steps, const Change* changes, size_t count) noexcept;
    void replace(const Spot& spot, const Found& found, const Change* changes, size_t count) noexcept;
    void set_number(const Spot& spot, const Found& found, uint32_t column, uint64_t bits) noexcept;

    uint32_t take_row() noexcept;  // 0: none is free
    void give_back(uint32_t index) noexcept;

    void repair(Stripe& stripe) noexcept;
    bool has_lost_rows() const noexcept;
    bool reclaim() noexcept;  // true: rows were recovered
    bool mark_chain(uint32_t bucket, Marks& marks) const noexcept;
    bool keys_belong(uint32_t bucket) const noexcept;

    RowLayout layout_;
    KeyHash hash_;
    Mapping memory_;
    Header* header_ = nullptr;  // in the mapping
    Stripe* stripes_ = nullptr;
    std::atomic<uint32_t>* buckets_ = nullptr;
    char* pool_ = nullptr;
    size_t row_bytes_ = 0;
    uint32_t rows_ = 0;
    uint32_t bucket_mask_ = 0;
    uint32_t stripe_mask_ = 0;
    std::unique_ptr<char[]> copy_;  // the result of get()
};

}  // namespace tern::shm
