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

// What every worker knows of where the rooms of the others are. In shared memory.
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
    bool to_all = false;  // whether they are in rooms or not
    Bytes room;
    serve::RoomMessage message;
};

class RoomBroadcasts {
public:
    // Of room, exceptions and payload together.
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

    // To the workers that may have receivers, a message each; or only to those of `again`. Returns the generations of
    // those whose inbox was full: they are to be tried again. Nothing else fails: see kMostMessage.
    const std::vector<uint32_t>& send_to_others(const RoomsMessage& message, const std::vector<uint32_t>* again);
    // To our own sessions. May run PHP code.
    void send_here(const RoomsMessage& message);
    // What another worker sent.
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
