// All client connections of the server, in memory that its processes share: their owners and the data for
// getClientInfo(). Owners are generations of worker processes, numbers that the master uses only once. The table is
// lock-free, and a process may be killed at any instruction: a compare-and-swap assigns a slot to its owner, and the
// master frees the slots of dead processes with release_all().
//
// A session id encodes slot and generation. Ids start at `first_id`, grow with every connection and are never reused.
// An owner may keep the SessionSlot pointer until it releases or transfers the session; others use read(), which
// copies.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/result.h"

namespace tern::shm {

// Constant after a connection is accepted, or after its PROXY header.
struct SessionOrigin {
    std::array<uint8_t, 16> ip{};  // network order; 4 bytes of it for AF_INET, none for AF_UNIX
    int64_t connect_time_us = 0;   // wall clock
    uint16_t family = 0;           // AF_*
    uint16_t remote_port = 0;
    uint16_t server_port = 0;
    uint16_t listener = 0;  // index of the listening port
    uint8_t secure = 0;     // 1: the client used TLS to the balancer
};

// Only the owner writes, with relaxed order. Times are wall clock microseconds.
struct SessionSlot {
    SessionOrigin origin;
    std::atomic<int64_t> last_recv_time_us;
    std::atomic<int64_t> last_send_time_us;
    std::atomic<int64_t> uid;
    std::atomic<int32_t> worker_id;
    std::atomic<int32_t> socket_fd;  // in the process of the owner
    std::atomic<uint32_t> send_queued_bytes;
    std::atomic<uint8_t> websocket_status;
    std::atomic<uint8_t> raw_state;  // see TcpConnection
    std::atomic<uint8_t> protocol;   // a Protocol, once socket_fd is set
};
static_assert(sizeof(SessionSlot) <= 96);

// A consistent copy.
struct SessionInfo {
    SessionOrigin origin;
    int64_t last_recv_time_us = 0;
    int64_t last_send_time_us = 0;
    int64_t uid = 0;
    uint32_t owner = 0;
    int32_t worker_id = -1;
    int32_t socket_fd = -1;
    uint32_t send_queued_bytes = 0;
    uint8_t websocket_status = 0;
    uint8_t protocol = 0;
};

class SessionTable {
public:
    // The size of the memory for a table with `capacity` slots; it must be zeroed and aligned to 64 bytes.
    static size_t bytes_for(uint32_t capacity) noexcept;
    static constexpr uint32_t kMaxCapacity = 1u << 24;
    static constexpr uint32_t kMaxOwner = (1u << 31) - 1;

    SessionTable() = default;
    // A view of `memory`, which outlives it and starts zeroed. All views of one memory are the same table.
    SessionTable(void* memory, uint32_t capacity, int64_t first_id = 1) noexcept;

    // queue_full: every slot is taken. The session can be found as soon as this returns.
    Result<int64_t> allocate(uint32_t owner, int32_t worker_id, const SessionOrigin& origin) noexcept;
    // session_not_exist: it is closed, or `owner` does not own it (any more).
    Error release(int64_t id, uint32_t owner) noexcept;
    Error transfer(int64_t id, uint32_t from, uint32_t to, int32_t to_worker_id) noexcept;
    // Frees all slots of a dead process, even those that it was allocating. Returns the number of sessions.
    uint32_t release_all(uint32_t owner) noexcept;

    // Null: it is closed, or `owner` does not own it.
    SessionSlot* find(int64_t id, uint32_t owner) noexcept;
    Result<SessionInfo> read(int64_t id) const noexcept;
    // 0: there is no such session.
    uint32_t owner_of(int64_t id) const noexcept;

    // Fills `ids` with sessions after `after` (0: from the start), in the table's own order, and returns their number;
    // fewer than requested: the end. `after` may have closed since. A session that is open all the time is listed
    // exactly once.
    size_t list(int64_t after, std::span<int64_t> ids) const noexcept;

    uint32_t capacity() const noexcept { return capacity_; }

private:
    struct Header;
    struct Place {
        uint32_t slot = 0;
        uint32_t generation = 0;  // 0: the id never existed
    };

    Place place_of(int64_t id) const noexcept;
    int64_t id_of(uint32_t slot, uint32_t generation) const noexcept;
    bool claim(uint32_t slot, uint32_t owner, uint32_t& generation) noexcept;
    uint32_t touched() const noexcept;

    Header* header_ = nullptr;
    std::atomic<uint64_t>* states_ = nullptr;
    SessionSlot* slots_ = nullptr;
    uint32_t capacity_ = 0;
    int64_t first_id_ = 1;
};

}  // namespace tern::shm
