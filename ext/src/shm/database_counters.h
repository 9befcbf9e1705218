// What a worker publishes of the connections to databases that its requests share.
#pragma once

#include <array>
#include <cstdint>

#include "shm/counter.h"

namespace tern::shm {

struct DatabaseCells {
    static constexpr size_t kMade = 0;
    static constexpr size_t kReused = 1;
    static constexpr size_t kWaits = 2;
    static constexpr size_t kTimeouts = 3;
    static constexpr size_t kClosed = 4;          // by pool::Closed
    static constexpr size_t kClosedReasons = 13;  // php/server/telemetry checks that they are equal
    static constexpr size_t kCount = kClosed + kClosedReasons;
};

using DatabaseTotals = std::array<uint64_t, DatabaseCells::kCount>;

class DatabaseCounters {
public:
    void publish(const DatabaseTotals& totals, uint64_t pinned) noexcept {
        for (size_t i = 0; i < cells_.size(); ++i) cells_[i].set(totals[i]);
        pinned_.set(pinned);
    }
    // Connections whose object has outlived its request.
    uint64_t pinned() const noexcept { return pinned_.get(); }
    void add_to(DatabaseTotals& sum) const noexcept {
        for (size_t i = 0; i < cells_.size(); ++i) sum[i] += cells_[i].get();
    }
    void absorb(const DatabaseCounters& gone) noexcept {
        for (size_t i = 0; i < cells_.size(); ++i) cells_[i].add(gone.cells_[i].get());
    }
    void reset() noexcept {
        for (Counter& cell : cells_) cell.set(0);
        pinned_.set(0);
    }

private:
    std::array<Counter, DatabaseCells::kCount> cells_;
    Counter pinned_;
};

}  // namespace tern::shm
