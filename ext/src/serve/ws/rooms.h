// The WebSockets of a worker in rooms, and messages to all members of a room. A session leaves its rooms when it ends.
// The worker owns it; nothing here waits.
#pragma once

#include <atomic>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "serve/ws/ws_options.h"
#include "serve/ws/ws_session.h"

namespace tern::serve {

// A hint for senders in other processes: counts of a worker's rooms by the hash of the name. A count above 0 may be due
// to another room with the same hash.
class RoomHints {
public:
    static constexpr size_t kSlots = 1024;
    using Slots = std::span<std::atomic<uint32_t>, kSlots>;

    static size_t slot_of(Bytes room) noexcept { return std::hash<Bytes>{}(room) % kSlots; }
};

struct RoomMessage {
    http::ws::Opcode opcode = http::ws::Opcode::text;  // or binary
    bool compress = false;                             // for clients that support it
    Bytes payload;
    std::span<const int64_t> except;  // sorted: sessions that must not get it
};

class Rooms final : public WsWatcher {
public:
    static constexpr size_t kMaxName = 255;

    // All outlive it. Only this worker writes the hints.
    Rooms(Context& context, const RoomOptions& options, RoomHints::Slots hints) noexcept;
    Rooms(const Rooms&) = delete;
    Rooms& operator=(const Rooms&) = delete;

    // Also ok when it is in the room already. name_too_long: empty, or above kMaxName; websocket_unconnected: no open
    // WebSocket of this worker; queue_full: a limit of the options.
    Error join(int64_t session, Bytes room);
    // session_not_exist: it is not in the room.
    Error leave(int64_t session, Bytes room) noexcept;
    // Leaves all rooms.
    void forget(int64_t session) noexcept;
    void on_ended(int64_t session) noexcept override { forget(session); }

    size_t count(Bytes room) const noexcept;
    std::vector<int64_t> members(Bytes room) const;
    // The views are valid until the session joins or leaves a room.
    std::vector<Bytes> rooms_of(int64_t session) const;

    // Frames and compresses the message once for all. A client that is too far behind misses it or is closed, and is
    // counted.
    void send(Bytes room, const RoomMessage& message);
    // Sends to every WebSocket of the worker, in a room or not.
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
    std::unordered_map<Bytes, std::unique_ptr<Room>> rooms_;  // keys point to the names in the rooms
    std::unordered_map<int64_t, std::vector<Room*>> of_sessions_;
};

}  // namespace tern::serve
