#include "worker/room_broadcasts.h"

#include <algorithm>

namespace tern::worker {

namespace {

struct BroadcastHead {
    uint32_t generation = 0;  // of the receiver: its successor in the slot has none of these sessions
    uint16_t set = 0;
    uint16_t except = 0;
    uint8_t room_size = 0;
    uint8_t opcode = 0;
    bool to_all = false;
    bool compress = false;
};

BroadcastHead head_of(const RoomsMessage& message) noexcept {
    BroadcastHead head;
    head.set = message.set;
    head.except = static_cast<uint16_t>(message.message.except.size());
    head.room_size = static_cast<uint8_t>(message.room.size());
    head.opcode = static_cast<uint8_t>(message.message.opcode);
    head.to_all = message.to_all;
    head.compress = message.message.compress;
    return head;
}

Bytes bytes_of_ids(std::span<const int64_t> ids) noexcept {
    return {reinterpret_cast<const char*>(ids.data()), ids.size_bytes()};
}

}  // namespace

Error RoomHintTable::create(uint32_t slots, size_t sets) noexcept {
    sets_ = sets;
    if (sets == 0) return Error::ok;
    return mapping_.create(slots * sets * serve::RoomHints::kSlots * sizeof(std::atomic<uint32_t>));
}

serve::RoomHints::Slots RoomHintTable::of(uint32_t slot, size_t set) const noexcept {
    constexpr size_t kSlots = serve::RoomHints::kSlots;
    auto* all = reinterpret_cast<std::atomic<uint32_t>*>(mapping_.data());
    return serve::RoomHints::Slots(all + (slot * sets_ + set) * kSlots, kSlots);
}

RoomBroadcasts::RoomBroadcasts(Messenger& messenger, const RoomHintTable& hints, serve::Context& context,
                               const std::vector<serve::RoomOptions>& sets)
    : messenger_(messenger), hints_(hints) {
    for (size_t i = 0; i < sets.size(); ++i) {
        sets_.push_back(std::make_unique<serve::Rooms>(context, sets[i], hints.of(messenger.slot(), i)));
    }
}

bool RoomBroadcasts::may_have(uint32_t slot, uint16_t set, Bytes room) const noexcept {
    return hints_.of(slot, set)[serve::RoomHints::slot_of(room)].load() != 0;
}

bool RoomBroadcasts::has_sessions(uint32_t slot) const noexcept {
    const proc::SharedState& state = messenger_.state();
    const int32_t worker_id = state.slot(slot).worker_id.load(std::memory_order_relaxed);
    return state.roster().role_of(worker_id) == proc::WorkerRole::event;
}

const std::vector<uint32_t>& RoomBroadcasts::send_to_others(const RoomsMessage& message,
                                                            const std::vector<uint32_t>* again) {
    full_.clear();
    message_.clear();
    message_.append(message.room);
    message_.append(bytes_of_ids(message.message.except));
    BroadcastHead head = head_of(message);
    for (uint32_t slot = 0; slot < messenger_.state().slot_count(); ++slot) {
        head.generation = messenger_.state().slot(slot).generation.load(std::memory_order_acquire);
        if (head.generation == 0 || slot == messenger_.slot() || !has_sessions(slot)) continue;
        if (again != nullptr && std::find(again->begin(), again->end(), head.generation) == again->end()) continue;
        if (!message.to_all && !may_have(slot, message.set, message.room)) continue;
        const Error error = messenger_.send(slot, proc::MessageKind::broadcast, bytes_of(head), message_.view(),
                                            message.message.payload);
        if (error != Error::ok) full_.push_back(head.generation);
    }
    return full_;
}

void RoomBroadcasts::send_here(const RoomsMessage& message) {
    serve::Rooms& rooms = *sets_[message.set];
    if (message.to_all) {
        rooms.send_to_all(message.message);
    } else {
        rooms.send(message.room, message.message);
    }
}

void RoomBroadcasts::receive(Bytes payload) {
    BroadcastHead head;
    if (!take_head(payload, head) || head.generation != messenger_.generation() || head.set >= sets_.size()) return;
    const size_t except_size = head.except * sizeof(int64_t);
    if (payload.size() < head.room_size + except_size) return;
    RoomsMessage message{head.set, head.to_all, payload.substr(0, head.room_size), {}};
    payload.remove_prefix(head.room_size);
    std::vector<int64_t> except(head.except);
    if (head.except != 0) std::memcpy(except.data(), payload.data(), except_size);
    payload.remove_prefix(except_size);
    message.message = {static_cast<http::ws::Opcode>(head.opcode), head.compress, payload, except};
    send_here(message);
}

}  // namespace tern::worker
