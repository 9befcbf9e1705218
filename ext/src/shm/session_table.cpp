#include "shm/session_table.h"

#include <cstring>

namespace tern::shm {

// The memory: the header; one state word per slot (dense, so scans read 8 bytes per slot); the slots.
struct alignas(64) SessionTable::Header {
    std::atomic<uint64_t> cursor;   // where the search for the next allocation starts
    std::atomic<uint32_t> touched;  // slots from here on were never used
};

namespace {

constexpr auto kUnordered = std::memory_order_relaxed;
constexpr auto kAcquire = std::memory_order_acquire;

// state: published (1 bit), owner (31 bits, 0 = free), generation (32 bits, 0 = never used)
constexpr uint64_t kPublished = 1ull << 63;

constexpr uint64_t make_state(uint32_t owner, uint32_t generation) noexcept {
    return static_cast<uint64_t>(owner) << 32 | generation;
}
constexpr uint32_t owner_in(uint64_t state) noexcept { return static_cast<uint32_t>(state >> 32) & 0x7fff'ffff; }
constexpr uint32_t generation_in(uint64_t state) noexcept { return static_cast<uint32_t>(state); }

constexpr size_t round_up_to_line(size_t bytes) noexcept { return (bytes + 63) & ~size_t{63}; }
constexpr size_t states_bytes(uint32_t capacity) noexcept {
    return round_up_to_line(size_t{capacity} * sizeof(std::atomic<uint64_t>));
}

void fill(SessionSlot& slot, int32_t worker_id, const SessionOrigin& origin) noexcept {
    slot.origin = origin;
    slot.last_recv_time_us.store(origin.connect_time_us, kUnordered);
    slot.last_send_time_us.store(0, kUnordered);
    slot.uid.store(0, kUnordered);
    slot.worker_id.store(worker_id, kUnordered);
    slot.socket_fd.store(-1, kUnordered);
    slot.send_queued_bytes.store(0, kUnordered);
    slot.websocket_status.store(0, kUnordered);
    slot.raw_state.store(0, kUnordered);
    slot.protocol.store(0, kUnordered);
}

SessionInfo copy(const SessionSlot& slot) noexcept {
    SessionInfo info;
    info.origin = slot.origin;
    info.last_recv_time_us = slot.last_recv_time_us.load(kUnordered);
    info.last_send_time_us = slot.last_send_time_us.load(kUnordered);
    info.uid = slot.uid.load(kUnordered);
    info.worker_id = slot.worker_id.load(kUnordered);
    info.socket_fd = slot.socket_fd.load(kUnordered);
    info.send_queued_bytes = slot.send_queued_bytes.load(kUnordered);
    info.websocket_status = slot.websocket_status.load(kUnordered);
    info.protocol = slot.protocol.load(kUnordered);
    return info;
}

}  // namespace

size_t SessionTable::bytes_for(uint32_t capacity) noexcept {
    return sizeof(Header) + states_bytes(capacity) + round_up_to_line(size_t{capacity} * sizeof(SessionSlot));
}

SessionTable::SessionTable(void* memory, uint32_t capacity, int64_t first_id) noexcept
    : capacity_(capacity), first_id_(first_id) {
    TERN_CHECK(capacity > 0 && capacity <= kMaxCapacity);
    char* start = static_cast<char*>(memory);
    header_ = reinterpret_cast<Header*>(start);
    states_ = reinterpret_cast<std::atomic<uint64_t>*>(start + sizeof(Header));
    slots_ = reinterpret_cast<SessionSlot*>(start + sizeof(Header) + states_bytes(capacity));
}

int64_t SessionTable::id_of(uint32_t slot, uint32_t generation) const noexcept {
    return (static_cast<int64_t>(generation) - 1) * capacity_ + slot + first_id_;
}

// No published state has generation 0, so it needs no special case below.
SessionTable::Place SessionTable::place_of(int64_t id) const noexcept {
    if (id < first_id_) return {};
    const uint64_t index = static_cast<uint64_t>(id - first_id_);
    uint64_t turn = index / capacity_ + 1;
    if (turn > UINT32_MAX) return {};
    return {static_cast<uint32_t>(index % capacity_), static_cast<uint32_t>(turn)};
}

uint32_t SessionTable::touched() const noexcept { return header_->touched.load(kAcquire); }

bool SessionTable::claim(uint32_t slot, uint32_t owner, uint32_t& generation) noexcept {
    uint64_t seen = states_[slot].load(kUnordered);
    if (owner_in(seen) != 0) return false;
    // Done before the claim: a scan must not miss a slot whose owner died directly after taking it.
    uint32_t known = header_->touched.load(kUnordered);
    while (known <= slot && !header_->touched.compare_exchange_weak(known, slot + 1)) {}
    generation = generation_in(seen) == UINT32_MAX ? 1 : generation_in(seen) + 1;
    return states_[slot].compare_exchange_strong(seen, make_state(owner, generation));
}

Result<int64_t> SessionTable::allocate(uint32_t owner, int32_t worker_id, const SessionOrigin& origin) noexcept {
    TERN_CHECK(owner != 0 && owner <= kMaxOwner);
    uint64_t start = header_->cursor.fetch_add(1, kUnordered);
    for (uint32_t step = 0; step < capacity_; ++step) {
        uint32_t slot = static_cast<uint32_t>((start + step) % capacity_);
        uint32_t generation = 0;
        if (!claim(slot, owner, generation)) continue;
        if (step != 0) header_->cursor.fetch_add(step, kUnordered);
        std::atomic_thread_fence(std::memory_order_release);  // readers of the last session see the claim first
        fill(slots_[slot], worker_id, origin);
        states_[slot].store(kPublished | make_state(owner, generation), std::memory_order_release);
        return id_of(slot, generation);
    }
    return Error::queue_full;
}

Error SessionTable::release(int64_t id, uint32_t owner) noexcept {
    Place place = place_of(id);
    uint64_t expected = kPublished | make_state(owner, place.generation);
    uint64_t free_again = make_state(0, place.generation);
    return states_[place.slot].compare_exchange_strong(expected, free_again) ? Error::ok : Error::session_not_exist;
}

Error SessionTable::transfer(int64_t id, uint32_t from, uint32_t to, int32_t to_worker_id) noexcept {
    SessionSlot* slot = find(id, from);
    if (slot == nullptr) return Error::session_not_exist;
    Place place = place_of(id);
    slot->worker_id.store(to_worker_id, kUnordered);
    slot->socket_fd.store(-1, kUnordered);
    uint64_t expected = kPublished | make_state(from, place.generation);
    uint64_t moved = kPublished | make_state(to, place.generation);
    return states_[place.slot].compare_exchange_strong(expected, moved) ? Error::ok : Error::session_not_exist;
}

uint32_t SessionTable::release_all(uint32_t owner) noexcept {
    uint32_t released = 0;
    uint32_t end = touched();
    for (uint32_t slot = 0; slot < end; ++slot) {
        uint64_t seen = states_[slot].load(kUnordered);
        if (owner_in(seen) != owner) continue;
        if (states_[slot].compare_exchange_strong(seen, make_state(0, generation_in(seen)))) ++released;
    }
    return released;
}

SessionSlot* SessionTable::find(int64_t id, uint32_t owner) noexcept {
    Place place = place_of(id);
    uint64_t wanted = kPublished | make_state(owner, place.generation);
    return states_[place.slot].load(kAcquire) == wanted ? &slots_[place.slot] : nullptr;
}

uint32_t SessionTable::owner_of(int64_t id) const noexcept {
    Place place = place_of(id);
    uint64_t state = states_[place.slot].load(kAcquire);
    bool alive = (state & kPublished) != 0 && generation_in(state) == place.generation;
    return alive ? owner_in(state) : 0;
}

Result<SessionInfo> SessionTable::read(int64_t id) const noexcept {
    uint32_t owner = owner_of(id);
    if (owner == 0) return Error::session_not_exist;
    SessionInfo info = copy(slots_[place_of(id).slot]);
    info.owner = owner;
    // A new user of the slot claims it before it writes: if the generation is still the same, the copy is of one
    // session.
    std::atomic_thread_fence(kAcquire);
    if (owner_of(id) == 0) return Error::session_not_exist;
    return info;
}

size_t SessionTable::list(int64_t after, std::span<int64_t> ids) const noexcept {
    uint32_t end = touched();
    uint32_t first = after <= 0 ? 0 : place_of(after).slot + 1;
    size_t count = 0;
    for (uint32_t slot = first; slot < end && count < ids.size(); ++slot) {
        uint64_t state = states_[slot].load(kAcquire);
        if ((state & kPublished) != 0) ids[count++] = id_of(slot, generation_in(state));
    }
    return count;
}

}  // namespace tern::shm
