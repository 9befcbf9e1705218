#include "php/server/worker_rooms.h"

#include <algorithm>

#include "php/runtime/process_runtime.h"
#include "php/server/server_process.h"
#include "php/server/server_worker.h"

namespace tern::php {

namespace {

struct BroadcastHead {
    uint32_t incarnation = 0;  // of the receiver: its successor on the seat has never had these sessions
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

Bytes bytes_of(std::span<const int64_t> ids) noexcept {
    return {reinterpret_cast<const char*>(ids.data()), ids.size_bytes()};
}

}  // namespace

Error RoomHintTable::create(uint32_t seats, size_t sets) noexcept {
    sets_ = sets;
    if (sets == 0) return Error::ok;
    return mapping_.create(seats * sets * serve::RoomHints::kSlots * sizeof(std::atomic<uint32_t>));
}

serve::RoomHints::Slots RoomHintTable::of(uint32_t seat, size_t set) const noexcept {
    constexpr size_t kSlots = serve::RoomHints::kSlots;
    auto* all = reinterpret_cast<std::atomic<uint32_t>*>(mapping_.data());
    return serve::RoomHints::Slots(all + (seat * sets_ + set) * kSlots, kSlots);
}

WorkerRooms::WorkerRooms(ServerProcess& process, serve::Context& context, uint32_t seat)
    : process_(process), context_(context), seat_(seat) {
    const std::vector<serve::RoomOptions>& wanted = process.server().config->rooms;
    for (size_t i = 0; i < wanted.size(); ++i) {
        sets_.push_back(std::make_unique<serve::Rooms>(context, wanted[i], process.room_hints().of(seat, i)));
    }
}

bool WorkerRooms::may_have(uint32_t seat, uint16_t set, Bytes room) const noexcept {
    return process_.room_hints().of(seat, set)[serve::RoomHints::slot_of(room)].load() != 0;
}

bool WorkerRooms::has_sessions(uint32_t seat) const noexcept {
    const int32_t worker_id = process_.state().seat(seat).worker_id.load(std::memory_order_relaxed);
    return process_.state().roster().role_of(worker_id) == proc::WorkerRole::event;
}

Error WorkerRooms::put(uint32_t seat, proc::MessageKind kind, Bytes first, Bytes second, Bytes third) noexcept {
    proc::MessageHead head;
    head.kind = kind;
    head.from_worker = context_.worker_id;
    head.to_worker = process_.state().seat(seat).worker_id.load(std::memory_order_relaxed);
    return process_.inboxes().send(seat, head, first, second, third);
}

const std::vector<uint32_t>& WorkerRooms::send_abroad(const RoomsMessage& message, const std::vector<uint32_t>* again) {
    full_.clear();
    message_.clear();
    message_.append(message.room);
    message_.append(bytes_of(message.message.except));
    BroadcastHead head = head_of(message);
    for (uint32_t seat = 0; seat < process_.state().seat_count(); ++seat) {
        head.incarnation = process_.state().seat(seat).incarnation.load(std::memory_order_acquire);
        if (head.incarnation == 0 || seat == seat_ || !has_sessions(seat)) continue;
        if (again != nullptr && std::find(again->begin(), again->end(), head.incarnation) == again->end()) continue;
        if (!message.to_all && !may_have(seat, message.set, message.room)) continue;
        const Bytes first = bytes_of(head);
        const Error error = put(seat, proc::MessageKind::broadcast, first, message_.view(), message.message.payload);
        if (error != Error::ok) full_.push_back(head.incarnation);
    }
    return full_;
}

void WorkerRooms::send_here(const RoomsMessage& message) {
    serve::Rooms& rooms = *sets_[message.set];
    if (message.to_all) {
        rooms.send_to_all(message.message);
    } else {
        rooms.send(message.room, message.message);
    }
}

void WorkerRooms::take_broadcast(Bytes payload) {
    BroadcastHead head;
    if (!take_head(payload, head) || head.incarnation != context_.incarnation || head.set >= sets_.size()) return;
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

}  // namespace tern::php
