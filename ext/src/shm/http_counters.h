// A worker's counters of answered HTTP requests: their number by method and status class, and their durations. They are
// one array of cells, so that sums are loops.
#pragma once

#include <array>
#include <bit>

#include "base/bytes.h"
#include "shm/counter.h"

namespace tern::shm {

// "other": all other methods, and requests that were refused before their head was complete.
inline constexpr std::array<Bytes, 10> kMethods = {"GET",     "HEAD",    "POST",  "PUT",   "DELETE",
                                                   "CONNECT", "OPTIONS", "TRACE", "PATCH", "other"};
// "aborted": the connection ended before there was a status.
inline constexpr std::array<Bytes, 6> kStatusClasses = {"1xx", "2xx", "3xx", "4xx", "5xx", "aborted"};

constexpr size_t method_index(Bytes method) noexcept {
    if (method.size() == 3 && method[0] == 'G' && method[1] == 'E' && method[2] == 'T') return 0;  // most are
    for (size_t i = 1; i + 1 < kMethods.size(); ++i) {
        if (method == kMethods[i]) return i;
    }
    return kMethods.size() - 1;
}

constexpr size_t status_class_index(int status) noexcept {
    return status >= 100 && status < 600 ? static_cast<size_t>(status / 100 - 1) : kStatusClasses.size() - 1;
}

// The buckets of durations: nine for each power of ten, so a value read from them is at most half too large.
struct DurationBuckets {
    // The upper limits of the buckets in microseconds; one more bucket has the rest.
    static constexpr auto kBounds = [] {
        constexpr uint32_t kSteps[] = {10, 15, 20, 25, 30, 40, 50, 60, 80};
        std::array<uint32_t, 6 * 9 + 5> bounds{};
        size_t count = 0;
        for (uint32_t power = 1; power <= 100'000; power *= 10) {
            for (uint32_t step : kSteps) bounds[count++] = step * power;
        }
        for (uint32_t seconds : {10, 15, 20, 30, 60}) bounds[count++] = seconds * 1'000'000;
        return bounds;
    }();
    static constexpr size_t kCount = kBounds.size() + 1;

    static constexpr size_t of(uint64_t us) noexcept {
        if (us > kBounds.back()) return kBounds.size();
        size_t bucket = kFirst[static_cast<size_t>(std::bit_width(us))];
        while (us > kBounds[bucket]) ++bucket;
        return bucket;
    }

private:
    // Where the search begins, by the number of bits.
    static constexpr auto kFirst = [] {
        std::array<uint8_t, std::bit_width(kBounds.back()) + 1> first{};
        for (size_t bits = 1; bits < first.size(); ++bits) {
            uint8_t bucket = 0;
            while (kBounds[bucket] < uint64_t{1} << (bits - 1)) ++bucket;
            first[bits] = bucket;
        }
        return first;
    }();
};

struct HttpCells {
    static constexpr size_t kRequests = 0;  // by method, then by class of status
    static constexpr size_t kDurations = kMethods.size() * kStatusClasses.size();
    static constexpr size_t kDurationSum = kDurations + DurationBuckets::kCount;  // microseconds
    static constexpr size_t kCount = kDurationSum + 1;

    static constexpr size_t request(size_t method, size_t status_class) noexcept {
        return kRequests + method * kStatusClasses.size() + status_class;
    }
};

// A sum, in the order of HttpCells.
using HttpTotals = std::array<uint64_t, HttpCells::kCount>;

class HttpCounters {
public:
    void count(Bytes method, int status, int64_t duration_us) noexcept {
        const uint64_t us = duration_us > 0 ? static_cast<uint64_t>(duration_us) : 0;
        cells_[HttpCells::request(method_index(method), status_class_index(status))].increment();
        cells_[HttpCells::kDurations + DurationBuckets::of(us)].increment();
        cells_[HttpCells::kDurationSum].add(us);
    }
    void add_to(HttpTotals& sum) const noexcept {
        for (size_t i = 0; i < cells_.size(); ++i) sum[i] += cells_[i].get();
    }
    void absorb(const HttpCounters& gone) noexcept {
        for (size_t i = 0; i < cells_.size(); ++i) cells_[i].add(gone.cells_[i].get());
    }
    void reset() noexcept {
        for (Counter& cell : cells_) cell.set(0);
    }

private:
    std::array<Counter, HttpCells::kCount> cells_;
};

}  // namespace tern::shm
