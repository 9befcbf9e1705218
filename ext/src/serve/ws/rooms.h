// Which WebSockets of a worker are in which rooms, and messages for all that are in one. A session leaves its rooms
// when it ends. Owned by the worker; nothing here waits.
#pragma once

#include <atomic>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "serve/ws/room_options.h"
#include "serve/ws/ws_session.h"

namespace tern::serve {

// Where a room may have sessions, for senders in other processes: counts of the rooms of a worker, by their names'
// hash. More than 0 may be another room's.
class RoomHints {
public:
    static constexpr size_t kSlots = 1024;
    using Slots = std::span<std::atomic<uint32_t>, kSlots>;

    static size_t slot_of(Bytes room) noexcept { return std::hash<Bytes>{}(room) % kSlots; }
};

struct RoomMessage {
    http::ws::Opcode opcode = http::ws::Opcode::text;  // or binary
    bool compress = false;                             // for clients that know how
    Bytes payload;
    std::span<const int64_t> except;  // sorted: sessions that do not get it
};

class Rooms final : public WsWatcher {
public:
    static constexpr size_t kMaxName = 255;

    // All outlive it; the hints are written by this worker alone.
    Rooms(Context& context, const RoomOptions& options, RoomHints::Slots hints) noexcept;
    Rooms(const Rooms&) = delete;
    Rooms& operator=(const Rooms&) = delete;

    // Also ok when it is there already. name_too_long: empty, or above kMaxName; websocket_unconnected: no open
    // WebSocket of this worker; queue_full: a limit of the options.
    Error join(int64_t session, Bytes room);
    // session_not_exist: it was not there.
    Error leave(int64_t session, Bytes room) noexcept;
    // Leaves all.
    void forget(int64_t session) noexcept;
    void on_ended(int64_t session) noexcept override { forget(session); }

    size_t count(Bytes room) const noexcept;
    std::vector<int64_t> members(Bytes room) const;
    // Alive until the session joins or leaves.
    std::vector<Bytes> rooms_of(int64_t session) const;

    // Framed once, and compressed once, for all. Who is too far behind misses it or is cut off, and is counted.
    void send(Bytes room, const RoomMessage& message);
    // To every WebSocket of the worker, in rooms or not.
    void send_to_all(const RoomMessage& message);

private:
    struct Room {
        std::string name;
        std::unordered_set<int64_t> sessions;
    };

    void send_to(const std::vector<int64_t>& sessions, const RoomMessage& message);
    void remove(Room& room, int64_t session) noexcept;
    Room* find(Bytes room) const noexcept;

    Context& context_;
    const RoomOptions options_;
    RoomHints::Slots hints_;
    std::unordered_map<Bytes, std::unique_ptr<Room>> rooms_;  // by names of their own
    std::unordered_map<int64_t, std::vector<Room*>> of_sessions_;
};

}  // namespace tern::serve
