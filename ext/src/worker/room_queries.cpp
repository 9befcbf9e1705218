#include "worker/room_queries.h"

#include <algorithm>
#include <utility>

namespace tern::worker {

namespace {

struct ReplyHead {
    uint64_t query = 0;
    uint64_t number = 0;
    uint32_t generation = 0;  // of the process that replies
    Error error = Error::ok;
    bool last = true;
};

constexpr size_t kMostInReply = proc::Inboxes::kMaxPayload - sizeof(ReplyHead);
static_assert(kMostInReply % sizeof(int64_t) == 0);  // replies of several workers may interleave

constexpr bool is_of_all(RoomQueryKind kind) noexcept {
    return kind == RoomQueryKind::count || kind == RoomQueryKind::members;
}

}  // namespace

struct RoomQueries::QueryHead {
    uint64_t id = 0;
    int64_t session = 0;
    uint32_t from = 0;  // generation
    uint16_t set = 0;
    RoomQueryKind kind = RoomQueryKind::count;
};

void RoomQueries::answer_here(const QueryHead& head, Bytes room, RoomReply& reply) {
    serve::Rooms& rooms = broadcasts_.rooms(head.set);
    switch (head.kind) {
        case RoomQueryKind::join: reply.error = rooms.join(head.session, room); break;
        case RoomQueryKind::leave:
            if (room.empty()) {
                rooms.forget(head.session);
            } else {
                reply.error = rooms.leave(head.session, room);
            }
            break;
        case RoomQueryKind::rooms:
            for (Bytes name : rooms.rooms_of(head.session)) {
                const char size = static_cast<char>(name.size());
                reply.data.append(Bytes(&size, 1));
                reply.data.append(name);
            }
            break;
        case RoomQueryKind::count: reply.number += rooms.count(room); break;
        case RoomQueryKind::members:
            for (int64_t id : rooms.members(room)) {
                reply.data.append(Bytes(reinterpret_cast<const char*>(&id), sizeof id));
            }
            break;
    }
}

bool RoomQueries::concerns(uint32_t slot, const RoomQuery& query) const noexcept {
    const proc::SharedState& state = messenger_.state();
    const uint32_t generation = state.slot(slot).generation.load(std::memory_order_relaxed);
    if (generation == 0 || slot == messenger_.slot()) return false;
    if (is_of_all(query.kind)) return broadcasts_.may_have(slot, query.set, query.room);
    return state.sessions().owner_of(query.session) == generation;
}

bool RoomQueries::concerns_others(const RoomQuery& query) const noexcept {
    for (uint32_t slot = 0; slot < messenger_.state().slot_count(); ++slot) {
        if (concerns(slot, query)) return true;
    }
    return false;
}

void RoomQueries::query_others(const RoomQuery& query, RoomReply& reply) {
    const QueryHead head{reply.id, query.session, messenger_.generation(), query.set, query.kind};
    for (uint32_t slot = 0; slot < messenger_.state().slot_count(); ++slot) {
        if (!concerns(slot, query)) continue;
        const uint32_t generation = messenger_.state().slot(slot).generation.load(std::memory_order_relaxed);
        const Error error = messenger_.send(slot, proc::MessageKind::room_query, bytes_of(head), query.room);
        if (error == Error::ok) {
            reply.awaited.push_back(generation);
        } else {
            reply.error = error;
        }
    }
}

RoomReply& RoomQueries::query(const RoomQuery& query) {
    auto& reply = *new RoomReply;
    replies_.push_back(reply);
    reply.id = ++last_id_;
    const uint32_t own = messenger_.generation();
    const uint32_t owner = is_of_all(query.kind) ? own : messenger_.state().sessions().owner_of(query.session);
    const bool is_of_others = concerns_others(query);
    if (owner == own) {
        answer_here({reply.id, query.session, own, query.set, query.kind}, query.room, reply);
    } else if (!is_of_others) {
        reply.error = Error::session_not_exist;
    }
    if (is_of_others) query_others(query, reply);
    return reply;
}

void RoomQueries::send_reply(const QueryHead& head, const RoomReply& reply) noexcept {
    const int slot = messenger_.state().slot_of(head.from);
    if (slot < 0) return;
    ReplyHead reply_head{head.id, reply.number, messenger_.generation(), reply.error, false};
    Bytes left = reply.data.view();
    while (!reply_head.last) {
        const Bytes piece = left.substr(0, kMostInReply);
        left.remove_prefix(piece.size());
        reply_head.last = left.empty();
        // When the requester's inbox is full, the reply is dropped and the requester times out.
        if (messenger_.send(static_cast<uint32_t>(slot), proc::MessageKind::room_reply, bytes_of(reply_head), piece) !=
            Error::ok) {
            return;
        }
        reply_head.number = 0;
    }
}

void RoomQueries::receive_query(Bytes payload) {
    QueryHead head;
    if (!take_head(payload, head) || head.set >= broadcasts_.sets()) return;
    RoomReply reply;
    answer_here(head, payload, reply);
    send_reply(head, reply);
}

void RoomQueries::call_if_complete(RoomReply& reply) {
    if (!reply.complete() || reply.on_complete == nullptr) return;
    std::exchange(reply.on_complete, nullptr)(reply.waiter);
}

void RoomQueries::receive_reply(Bytes payload) {
    ReplyHead head;
    if (!take_head(payload, head)) return;
    for (RoomReply* one = replies_.front(); one != nullptr; one = replies_.next(*one)) {
        if (one->id != head.query) continue;
        one->number += head.number;
        one->data.append(payload);
        if (head.error != Error::ok) one->error = head.error;
        if (head.last) std::erase(one->awaited, head.generation);
        return call_if_complete(*one);
    }
}

void RoomQueries::drop_dead() {
    for (RoomReply* one = replies_.front(); one != nullptr;) {
        const size_t before = one->awaited.size();
        std::erase_if(one->awaited, [&](uint32_t generation) { return messenger_.state().slot_of(generation) < 0; });
        if (before != 0 && one->complete() && one->on_complete != nullptr) {
            call_if_complete(*one);
            one = replies_.front();  // on_complete() may have freed any of them
            continue;
        }
        one = replies_.next(*one);
    }
}

}  // namespace tern::worker
