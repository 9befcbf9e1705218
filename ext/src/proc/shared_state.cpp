#include "proc/shared_state.h"

#include <sys/mman.h>

namespace tern::proc {

namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr uint32_t kSpareSlots = 2;
constexpr int kTotalsTries = 64;

void add_counts(shm::Totals& sum, const shm::WorkerCounters& counters) noexcept { counters.add_to(sum); }
void add_counts(shm::HttpTotals& sum, const shm::WorkerCounters& counters) noexcept { counters.http.add_to(sum); }
void add_counts(shm::DatabaseTotals& sum, const shm::WorkerCounters& counters) noexcept {
    counters.database.add_to(sum);
}

}  // namespace

struct alignas(64) SharedState::Header {
    std::atomic<uint32_t> version{0};  // odd while the master moves counts
    std::array<shm::Counter, kRestarts> restarts;
    std::atomic<uint32_t> used_slots{0};
    std::atomic<uint64_t> reload_count{0};
    std::atomic<int64_t> last_reload_s{0};
    std::atomic<bool> shutting_down{false};
    std::atomic<uint64_t> upgrade{0};  // state, count and pid: 8, 24 and 32 bits
    shm::Counter admin_refusals;
    StartFailure start_failure;
    LogLosses log_losses;
    LogLosses slow_log_losses;
    shm::WorkerCounters departed;
};

Error SharedState::create(const Roster& roster, uint32_t max_connection, int64_t first_session_id) noexcept {
    TERN_CHECK(header_ == nullptr);
    if (roster.total() == 0 || roster.total() > (1u << 16)) return Error::invalid_params;
    if (max_connection == 0 || max_connection > shm::SessionTable::kMaxCapacity) return Error::invalid_params;
    uint32_t slots = roster.total() * 2 + kSpareSlots;
    size_t counters_bytes = size_t{slots} * sizeof(shm::WorkerCounters);
    size_t bytes = sizeof(Header) + counters_bytes + shm::SessionTable::bytes_for(max_connection);
    // NORESERVE: the table has the size of the highest load, and most of it is never touched.
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return last_error();
    char* start = static_cast<char*>(memory);
    header_ = new (start) Header;
    counters_ = reinterpret_cast<shm::WorkerCounters*>(start + sizeof(Header));
    for (uint32_t i = 0; i < slots; ++i) new (&counters_[i]) shm::WorkerCounters;
    sessions_ = shm::SessionTable(start + sizeof(Header) + counters_bytes, max_connection, first_session_id);
    bytes_ = bytes;
    roster_ = roster;
    slots_ = slots;
    return Error::ok;
}

SharedState::~SharedState() {
    if (header_ != nullptr) munmap(header_, bytes_);
}

uint32_t SharedState::used_slots() const noexcept { return header_->used_slots.load(kRelaxed); }

shm::WorkerCounters& SharedState::slot(uint32_t index) noexcept {
    TERN_CHECK(index < slots_);
    return counters_[index];
}

const shm::WorkerCounters& SharedState::slot(uint32_t index) const noexcept {
    TERN_CHECK(index < slots_);
    return counters_[index];
}

SharedState::UpgradeNote SharedState::upgrade() const noexcept {
    const uint64_t note = header_->upgrade.load(kRelaxed);
    const auto pid = static_cast<pid_t>(note & UINT32_MAX);
    return {static_cast<uint32_t>(note >> 56), static_cast<uint32_t>(note >> 32) & 0xff'ffff, pid};
}

void SharedState::note_upgrade(const UpgradeNote& note) noexcept {
    const uint64_t state = static_cast<uint64_t>(note.state) << 56;
    const uint64_t count = static_cast<uint64_t>(note.count & 0xff'ffff) << 32;
    header_->upgrade.store(state | count | static_cast<uint32_t>(note.pid), kRelaxed);
}

bool SharedState::shutting_down() const noexcept { return header_->shutting_down.load(kRelaxed); }

void SharedState::note_shutdown() noexcept { header_->shutting_down.store(true, kRelaxed); }

int SharedState::current_slot(int32_t worker_id) const noexcept {
    int best = -1;
    uint32_t newest = 0;
    bool best_stays = false;
    for (uint32_t i = 0; i < slots_; ++i) {
        const shm::WorkerCounters& slot = counters_[i];
        uint32_t generation = slot.generation.load(std::memory_order_acquire);
        if (generation == 0 || slot.worker_id.load(kRelaxed) != worker_id) continue;
        shm::WorkerStatus status = slot.status.load(kRelaxed);
        // A process that is not ready yet comes last: the one that it replaces serves until then.
        bool stays = status == shm::WorkerStatus::idle || status == shm::WorkerStatus::busy;
        if (best >= 0 && (best_stays > stays || (best_stays == stays && newest > generation))) continue;
        best = static_cast<int>(i);
        newest = generation;
        best_stays = stays;
    }
    return best;
}

int SharedState::slot_of(uint32_t generation) const noexcept {
    if (generation == 0) return -1;
    for (uint32_t i = 0; i < slots_; ++i) {
        if (counters_[i].generation.load(kRelaxed) == generation) return static_cast<int>(i);
    }
    return -1;
}

template <class Sum>
Sum SharedState::sum() const noexcept {
    Sum sum{};
    add_counts(sum, header_->departed);
    for (uint32_t i = 0; i < slots_; ++i) add_counts(sum, counters_[i]);
    return sum;
}

template <class Sum>
Sum SharedState::consistent_sum() const noexcept {
    Sum totals;
    // If the master was killed while the version was odd, it stays odd: then the sum may be inexact.
    for (int n = 0; n < kTotalsTries; ++n) {
        uint32_t before = header_->version.load(std::memory_order_acquire);
        totals = sum<Sum>();
        std::atomic_thread_fence(std::memory_order_acquire);
        if (before % 2 == 0 && header_->version.load(kRelaxed) == before) break;
    }
    return totals;
}

shm::Totals SharedState::totals() const noexcept { return consistent_sum<shm::Totals>(); }

shm::HttpTotals SharedState::http_totals() const noexcept { return consistent_sum<shm::HttpTotals>(); }

shm::DatabaseTotals SharedState::database_totals() const noexcept { return consistent_sum<shm::DatabaseTotals>(); }

shm::Counter& SharedState::restarts(Restart why) noexcept { return header_->restarts[static_cast<size_t>(why)]; }

const shm::Counter& SharedState::restarts(Restart why) const noexcept {
    return header_->restarts[static_cast<size_t>(why)];
}

shm::Counter& SharedState::admin_refusals() const noexcept { return header_->admin_refusals; }

StartFailure& SharedState::start_failure() const noexcept { return header_->start_failure; }

LogLosses& SharedState::log_losses() const noexcept { return header_->log_losses; }

LogLosses& SharedState::slow_log_losses() const noexcept { return header_->slow_log_losses; }

uint64_t SharedState::lost_log_lines() const noexcept {
    return header_->log_losses.lines.load(kRelaxed) + header_->slow_log_losses.lines.load(kRelaxed);
}

SharedState::Reloads SharedState::reloads() const noexcept {
    return {header_->reload_count.load(kRelaxed), header_->last_reload_s.load(kRelaxed)};
}

void SharedState::count_reload(int64_t now_s) noexcept {
    header_->last_reload_s.store(now_s, kRelaxed);
    header_->reload_count.fetch_add(1, kRelaxed);
}

void SharedState::occupy(uint32_t index, int32_t worker_id, uint32_t generation) noexcept {
    shm::WorkerCounters& place = slot(index);
    TERN_CHECK(place.generation.load(kRelaxed) == 0);
    TERN_CHECK(generation != 0);
    if (index >= used_slots()) header_->used_slots.store(index + 1, kRelaxed);
    place.worker_id.store(worker_id, kRelaxed);
    place.generation.store(generation, std::memory_order_release);
}

void SharedState::set_pid(uint32_t index, pid_t pid) noexcept { slot(index).pid.store(pid, kRelaxed); }

void SharedState::vacate(uint32_t index) noexcept {
    shm::WorkerCounters& place = slot(index);
    uint32_t version = header_->version.load(kRelaxed);
    header_->version.store(version + 1, kRelaxed);
    std::atomic_thread_fence(std::memory_order_release);
    header_->departed.absorb(place);
    place.reset();
    header_->version.store(version + 2, std::memory_order_release);
    place.worker_id.store(-1, kRelaxed);
    place.pid.store(0, kRelaxed);
    place.generation.store(0, std::memory_order_release);
}

}  // namespace tern::proc
