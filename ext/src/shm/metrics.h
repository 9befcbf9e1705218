// Metrics of a program, shared by its processes: families by name, and in each a series for every set of label values.
// The object is made before the processes are forked and maps the same memory at the same address in all of them; what
// is declared or first seen later by one is there for all. Nothing is ever taken out, so what is found may be kept, and
// values change by atomic operations. Only making something new takes a lock, which survives the death of its owner.
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

// Where something lies in the memory; 0: nothing.
using MetricOffset = uint32_t;

struct MetricText {
    MetricOffset at;
    uint32_t bytes;
};

// One set of label values. Cells follow it, then the values: see Metrics::values().
struct MetricSeries {
    uint64_t hash;
    MetricOffset family;
    std::atomic<MetricOffset> next;  // of the family
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
    uint16_t bound_count;  // of a histogram's buckets, without the last one, which has the rest
    MetricText name;       // a counter's without "_total"
    MetricText help;
    MetricOffset labels;              // MetricText each
    MetricOffset bounds;              // double each
    MetricOffset next;                // family
    std::atomic<MetricOffset> first;  // series
    MetricOffset last;                // for whoever has the lock
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
        MetricFamily* family;  // clashes: the other one
    };
    // What was declared before in the same way is found again. differs: it has this name, and is another kind or has
    // other labels or bounds. clashes: a sample of it would have the name of another one's.
    Declared declare(const Declaration& wanted) noexcept;

    // `key` is the values: append_value() for each label. Made where there is none. Null: no room; that is counted.
    MetricSeries* series(MetricFamily& family, Bytes key) noexcept;
    // Null: there is none yet.
    MetricSeries* find(const MetricFamily& family, Bytes key) const noexcept;
    // Updates that were lost since there was no room.
    uint64_t lost() const noexcept;
    uint32_t series_count() const noexcept;

    // To look at all: in the order in which they were made.
    const MetricFamily* first_family() const noexcept;
    const MetricFamily* next(const MetricFamily& family) const noexcept;
    const MetricSeries* first_series(const MetricFamily& family) const noexcept;
    const MetricSeries* next(const MetricSeries& series) const noexcept;
    Bytes text(MetricText text) const noexcept { return Bytes(memory_.data() + text.at, text.bytes); }
    std::span<const MetricText> labels(const MetricFamily& family) const noexcept;
    std::span<const double> bounds(const MetricFamily& family) const noexcept;

    static constexpr size_t kValueHead = 2;  // bytes of a key besides those of each value
    static void append_value(char*& at, Bytes value) noexcept;
    // Takes the next value from a key.
    static Bytes take_value(Bytes& key) noexcept;

    static double read(const std::atomic<uint64_t>& cell) noexcept;
    static void write(std::atomic<uint64_t>& cell, double value) noexcept;
    static void add(std::atomic<uint64_t>& cell, double value) noexcept;
    // Of a histogram: cells are the counts of each bucket, then the sum.
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
