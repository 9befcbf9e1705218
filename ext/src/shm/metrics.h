// Metrics of a program, shared by its processes: families by name, and in each family a series for every set of label
// values. The object is made before the processes are forked and maps the same memory at the same address in all of
// them, so what one process adds later is there for all. Nothing is ever removed, so pointers stay valid, and values
// change by atomic operations. Only adding takes a lock, which survives the death of its owner.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>

#include "base/bytes.h"
#include "base/error.h"
#include "shm/key_hash.h"
#include "shm/mapping.h"

namespace tern::shm {

enum class MetricKind : uint8_t { counter, gauge, histogram };

// A position in the memory; 0: none.
using MetricOffset = uint32_t;

struct MetricText {
    MetricOffset at;
    uint32_t bytes;
};

// One set of label values. Its cells follow, then the values: see Metrics::values().
struct MetricSeries {
    uint64_t hash;
    MetricOffset family;
    std::atomic<MetricOffset> next;  // in the family
    uint32_t key_bytes;
    uint32_t cell_count;

    std::atomic<uint64_t>* cells() noexcept { return reinterpret_cast<std::atomic<uint64_t>*>(this + 1); }
    const std::atomic<uint64_t>* cells() const noexcept {
        return reinterpret_cast<const std::atomic<uint64_t>*>(this + 1);
    }
    Bytes key() const noexcept { return Bytes(reinterpret_cast<const char*>(cells() + cell_count), key_bytes); }
};

struct MetricFamily {
    MetricKind kind;
    uint8_t label_count;
    uint16_t bound_count;  // of a histogram, without the last bucket, which has the rest
    MetricText name;       // a counter's without "_total"
    MetricText help;
    MetricOffset labels;              // an array of MetricText
    MetricOffset bounds;              // an array of double
    MetricOffset next;                // next family
    std::atomic<MetricOffset> first;  // first series
    MetricOffset last;                // last series; for the owner of the lock
};

class Metrics {
public:
    static constexpr size_t kBytes = size_t{8} << 20;
    static constexpr uint32_t kSlots = 1u << 16;
    static constexpr uint32_t kMostSeries = kSlots / 4 * 3;
    static constexpr uint32_t kMostFamilies = 1000;
    static constexpr size_t kMostLabels = 16;
    static constexpr size_t kMostBounds = 100;
    static constexpr size_t kLongestKey = 1024;

    Metrics() = default;
    Metrics(const Metrics&) = delete;
    Metrics& operator=(const Metrics&) = delete;

    Error create() noexcept;

    struct Declaration {
        MetricKind kind;
        Bytes name;
        Bytes help;
        std::span<const Bytes> labels;
        std::span<const double> bounds;  // ascending
    };
    struct Declared {
        enum class State : uint8_t { ok, full, differs, clashes } state;
        MetricFamily* family;  // clashes: the other family
    };
    // Finds an equal earlier declaration. differs: the name exists with another kind, other labels or bounds. clashes:
    // a sample would have the same name as one of another family.
    Declared declare(const Declaration& wanted) noexcept;

    // `key` has the values: append_value() for each label. Adds a missing series. Null: there is no room; that is
    // counted.
    MetricSeries* series(MetricFamily& family, Bytes key) noexcept;
    // Null: the series does not exist yet.
    MetricSeries* find(const MetricFamily& family, Bytes key) const noexcept;
    // The number of updates that were lost for lack of room.
    uint64_t lost() const noexcept;
    uint32_t series_count() const noexcept;

    // For iterating, in the order of creation.
    const MetricFamily* first_family() const noexcept;
    const MetricFamily* next(const MetricFamily& family) const noexcept;
    const MetricSeries* first_series(const MetricFamily& family) const noexcept;
    const MetricSeries* next(const MetricSeries& series) const noexcept;
    Bytes text(MetricText text) const noexcept { return Bytes(memory_.data() + text.at, text.bytes); }
    std::span<const MetricText> labels(const MetricFamily& family) const noexcept;
    std::span<const double> bounds(const MetricFamily& family) const noexcept;

    static constexpr size_t kValueHead = 2;  // bytes in a key before each value
    static void append_value(char*& at, Bytes value) noexcept;
    // Takes the next value from a key.
    static Bytes take_value(Bytes& key) noexcept;

    static double read(const std::atomic<uint64_t>& cell) noexcept;
    static void write(std::atomic<uint64_t>& cell, double value) noexcept;
    static void add(std::atomic<uint64_t>& cell, double value) noexcept;
    // For a histogram: its cells are the counts of the buckets, then the sum.
    void observe(const MetricFamily& family, MetricSeries& series, double value) const noexcept;

private:
    struct Header;
    class Guard;
    template <class Type>
    Type* at(MetricOffset offset) const noexcept {
        return reinterpret_cast<Type*>(memory_.data() + offset);
    }
    MetricOffset offset_of(const void* place) const noexcept {
        return static_cast<MetricOffset>(static_cast<const char*>(place) - memory_.data());
    }
    uint64_t hash_of(const MetricFamily& family, Bytes key) const noexcept;
    MetricOffset take(size_t bytes) noexcept;
    MetricText keep(Bytes text) noexcept;
    Declared find_family(const Declaration& wanted) const noexcept;
    bool same(const MetricFamily& family, const Declaration& wanted) const noexcept;
    bool clash(const MetricFamily& family, const Declaration& wanted) const noexcept;
    MetricFamily* make_family(const Declaration& wanted) noexcept;
    MetricSeries* make_series(MetricFamily& family, Bytes key, uint64_t hash) noexcept;
    void repair() noexcept;
    std::atomic<MetricOffset>* slot_of(const MetricFamily& family, Bytes key, uint64_t hash) const noexcept;

    Mapping memory_;
    Header* header_ = nullptr;
    KeyHash hash_;
};

}  // namespace tern::shm
