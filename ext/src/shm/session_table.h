// Every client connection of the server, in memory that all its processes share: who owns it and what getClientInfo()
// tells about it. Owners are generations of worker processes: numbers that the master gives and never gives twice.
// Lock-free, and a process may be killed at any instruction: a slot belongs to whoever won one compare-and-swap, and
// the master sweeps up after the dead with release_all().
//
// A session id says slot and generation; ids start at 1, grow with every connection and never come back. An owner may
// keep the SessionSlot pointer until it releases or transfers the session; anyone else asks read() for a copy.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/result.h"

namespace tern::shm {

// Fixed from the moment a connection is accepted, or from its PROXY header.
struct SessionOrigin {
    std::array<uint8_t, 16> ip{};  // network order; 4 bytes of it for AF_INET, none for AF_UNIX
    int64_t connect_time_us = 0;   // wall clock
    uint16_t family = 0;           // AF_*
    uint16_t remote_port = 0;
    uint16_t server_port = 0;
    uint16_t listener = 0;  // index of the listening port
    uint8_t secure = 0;     // 1: who came to the balancer by TLS
};

// The owner writes, with relaxed order; times are wall clock microseconds.
struct SessionSlot {
    SessionOrigin origin;
    std::atomic<int64_t> last_recv_time_us;
    std::atomic<int64_t> last_send_time_us;
    std::atomic<int64_t> last_dispatch_time_us;
    std::atomic<int64_t> uid;
    std::atomic<int32_t> worker_id;
    std::atomic<int32_t> socket_fd;  // in the owner's process
    std::atomic<uint32_t> send_queued_bytes;
    std::atomic<uint8_t> websocket_status;
    std::atomic<uint8_t> raw_state;  // see TcpConnection
};
static_assert(sizeof(SessionSlot) <= 96);

// A consistent copy.
struct SessionInfo {
    SessionOrigin origin;
    int64_t last_recv_time_us = 0;
    int64_t last_send_time_us = 0;
    int64_t last_dispatch_time_us = 0;
    int64_t uid = 0;
    uint32_t owner = 0;
    int32_t worker_id = -1;
    int32_t socket_fd = -1;
    uint32_t send_queued_bytes = 0;
    uint8_t websocket_status = 0;
};

class SessionTable {
public:
    // Bytes of zeroed, 64-byte aligned memory that a table of that many slots needs.
    static size_t bytes_for(uint32_t capacity) noexcept;
    static constexpr uint32_t kMaxCapacity = 1u << 24;
    static constexpr uint32_t kMaxOwner = (1u << 31) - 1;

    SessionTable() = default;
    // A view; `memory` outlives it and starts zeroed. Views of one memory in many processes are one table.
    SessionTable(void* memory, uint32_t capacity) noexcept;

    // Error::queue_full when every slot is taken. The session can be found once this returns.
    Result<int64_t> allocate(uint32_t owner, int32_t worker_id, const SessionOrigin& origin) noexcept;
    // session_not_exist: closed, or not (any more) owned by `owner`.
    Error release(int64_t id, uint32_t owner) noexcept;
    Error transfer(int64_t id, uint32_t from, uint32_t to, int32_t to_worker_id) noexcept;
    // Frees all that a dead process owned, also what it was about to allocate; returns how many sessions.
    uint32_t release_all(uint32_t owner) noexcept;

    // Null when closed or not owned by `owner`.
    SessionSlot* find(int64_t id, uint32_t owner) noexcept;
    Result<SessionInfo> read(int64_t id) const noexcept;
    // 0 when there is no such session.
    uint32_t owner_of(int64_t id) const noexcept;

    // Fills `ids` with sessions behind `after` (0: from the start) in the table's own order and returns how many; fewer
    // than asked for is the end. `after` may have closed since: sessions open all the while are listed exactly once.
    size_t list(int64_t after, std::span<int64_t> ids) const noexcept;

    uint32_t capacity() const noexcept { return capacity_; }

private:
    struct Header;
    struct Place {
        uint32_t slot = 0;
        uint32_t generation = 0;  // 0: an id that never was
    };

    Place place_of(int64_t id) const noexcept;
    int64_t id_of(uint32_t slot, uint32_t generation) const noexcept;
    bool claim(uint32_t slot, uint32_t owner, uint32_t& generation) noexcept;
    uint32_t touched() const noexcept;

    Header* header_ = nullptr;
    std::atomic<uint64_t>* states_ = nullptr;
    SessionSlot* slots_ = nullptr;
    uint32_t capacity_ = 0;
};

}  // namespace tern::shm
