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
    static constexpr size_t kKilled = kClosed + kClosedReasons;
    static constexpr size_t kQueries = kKilled + 1;  // by serve::QueryOperation
    static constexpr size_t kQueryOperations = 5;    // the same
    static constexpr size_t kQueryMicros = kQueries + kQueryOperations;
    static constexpr size_t kFailedQueries = kQueryMicros + kQueryOperations;
    static constexpr size_t kSlowQueries = kFailedQueries + 1;
    static constexpr size_t kNPlus1 = kSlowQueries + 1;
    static constexpr size_t kSharedQueries = kNPlus1 + 1;
    static constexpr size_t kRecalled = kSharedQueries + 1;
    static constexpr size_t kCount = kRecalled + 1;
    static constexpr size_t kPins = 13;  // reasons, by php::Pin; the same
};

using DatabaseTotals = std::array<uint64_t, DatabaseCells::kCount>;
using DatabasePins = std::array<uint64_t, DatabaseCells::kPins>;

class DatabaseCounters {
public:
    void publish(const DatabaseTotals& totals, const DatabasePins& pins) noexcept {
        for (size_t i = 0; i < cells_.size(); ++i) cells_[i].set(totals[i]);
        for (size_t i = 0; i < pins_.size(); ++i) pins_[i].set(pins[i]);
    }
    // Connections that objects keep between requests.
    uint64_t pinned() const noexcept {
        uint64_t sum = 0;
        for (const Counter& pin : pins_) sum += pin.get();
        return sum;
    }
    uint64_t pinned(size_t reason) const noexcept { return pins_[reason].get(); }
    void add_to(DatabaseTotals& sum) const noexcept {
        for (size_t i = 0; i < cells_.size(); ++i) sum[i] += cells_[i].get();
    }
    void absorb(const DatabaseCounters& gone) noexcept {
        for (size_t i = 0; i < cells_.size(); ++i) cells_[i].add(gone.cells_[i].get());
    }
    void reset() noexcept {
        for (Counter& cell : cells_) cell.set(0);
        for (Counter& pin : pins_) pin.set(0);
    }

private:
    std::array<Counter, DatabaseCells::kCount> cells_;
    std::array<Counter, DatabaseCells::kPins> pins_;
};

}  // namespace tern::shm
