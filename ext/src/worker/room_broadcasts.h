// Messages for rooms (Tern\WebSocket\Rooms) between the workers of a server. A worker knows the rooms of its own
// sessions only. A broadcast goes once to each worker that may have receivers, and each worker sends it to its own.
// A server has a number of room sets, one for each object of that class.
#pragma once

#include <memory>
#include <vector>

#include "serve/ws/rooms.h"
#include "shm/mapping.h"
#include "worker/messenger.h"

namespace tern::worker {

// Shared memory in which each worker publishes hints about the rooms of its sessions.
class RoomHintTable {
public:
    Error create(uint32_t slots, size_t sets) noexcept;
    serve::RoomHints::Slots of(uint32_t slot, size_t set) const noexcept;

private:
    shm::Mapping mapping_;
    size_t sets_ = 0;
};

struct RoomsMessage {
    uint16_t set = 0;
    bool to_all = false;  // also to sessions that are in no room
    Bytes room;
    serve::RoomMessage message;
};

class RoomBroadcasts {
public:
    // The size of the room name, the exceptions and the payload together.
    static constexpr size_t kMostMessage = proc::Inboxes::kMaxPayload - 64;

    // All outlive it.
    RoomBroadcasts(Messenger& messenger, const RoomHintTable& hints, serve::Context& context,
                   const std::vector<serve::RoomOptions>& sets);
    RoomBroadcasts(const RoomBroadcasts&) = delete;
    RoomBroadcasts& operator=(const RoomBroadcasts&) = delete;

    size_t sets() const noexcept { return sets_.size(); }
    serve::Rooms& rooms(size_t set) noexcept { return *sets_[set]; }
    // Whether the process in that slot may have sessions in the room.
    bool may_have(uint32_t slot, uint16_t set, Bytes room) const noexcept;

    // Sends one message to each worker that may have receivers, or only to the workers of `again`. Returns the
    // generations of those whose inbox was full: the caller must send to them again. There is no other error: see
    // kMostMessage.
    const std::vector<uint32_t>& send_to_others(const RoomsMessage& message, const std::vector<uint32_t>* again);
    // Sends to the sessions of this worker. May run PHP code.
    void send_here(const RoomsMessage& message);
    // Handles a broadcast from another worker.
    void receive(Bytes payload);

private:
    bool has_sessions(uint32_t slot) const noexcept;

    Messenger& messenger_;
    const RoomHintTable& hints_;
    std::vector<std::unique_ptr<serve::Rooms>> sets_;
    std::vector<uint32_t> full_;
    Buffer message_;
};

}  // namespace tern::worker
