#include "serve/ws/rooms.h"

#include <algorithm>
#include <list>

namespace tern::serve {

namespace {

// Ports may compress differently, so there is one frame for each combination of settings; usually that is one.
class Frames {
public:
    Frames(const RoomMessage& message, http::ws::CodecPool& pool) noexcept : message_(message), pool_(pool) {}

    SharedFrame& frame_for(const WsSession& session) {
        for (One& one : all_) {
            if (one.options == &session.options()) return one.frame;
        }
        return all_.emplace_back(message_, session.options(), pool_).frame;
    }

private:
    struct One {
        One(const RoomMessage& message, const WsOptions& of, http::ws::CodecPool& pool) noexcept
            : options(&of), frame(message.opcode, message.payload, message.compress, of, pool) {}
        const WsOptions* options;
        SharedFrame frame;
    };
    const RoomMessage& message_;
    http::ws::CodecPool& pool_;
    std::list<One> all_;
};

}  // namespace

Rooms::Rooms(Context& context, const RoomOptions& options, RoomHints::Slots hints) noexcept
    : context_(context), options_(options), hints_(hints) {
    for (std::atomic<uint32_t>& hint : hints_) hint.store(0, std::memory_order_relaxed);
    context_.websockets.watchers.push_back(this);
}

Rooms::Room* Rooms::find(Bytes room) const noexcept {
    auto found = rooms_.find(room);
    return found == rooms_.end() ? nullptr : found->second.get();
}

Error Rooms::join(int64_t session, Bytes room) {
    if (room.empty() || room.size() > kMaxName) return Error::name_too_long;
    const WsSession* socket = context_.websockets.find(session);
    if (socket == nullptr || socket->state() != WsSession::State::open) return Error::websocket_unconnected;
    std::vector<Room*>& joined = of_sessions_[session];
    Room* place = find(room);
    if (place != nullptr && place->sessions.contains(session)) return Error::ok;
    const bool is_full = place != nullptr && place->sessions.size() >= options_.sessions_per_room;
    if (is_full || joined.size() >= options_.rooms_per_session) {
        if (joined.empty()) of_sessions_.erase(session);
        return Error::queue_full;
    }
    if (place == nullptr) {
        auto fresh = std::make_unique<Room>();
        fresh->name = room;
        place = fresh.get();
        rooms_.emplace(Bytes(place->name), std::move(fresh));
        hints_[RoomHints::slot_of(room)].fetch_add(1);
    }
    place->sessions.insert(session);
    joined.push_back(place);
    return Error::ok;
}

void Rooms::remove(Room& room, int64_t session) noexcept {
    room.sessions.erase(session);
    if (!room.sessions.empty()) return;
    hints_[RoomHints::slot_of(room.name)].fetch_sub(1);
    rooms_.erase(rooms_.find(room.name));
}

Error Rooms::leave(int64_t session, Bytes room) noexcept {
    Room* place = find(room);
    if (place == nullptr || !place->sessions.contains(session)) return Error::session_not_exist;
    auto joined = of_sessions_.find(session);
    std::erase(joined->second, place);
    if (joined->second.empty()) of_sessions_.erase(joined);
    remove(*place, session);
    return Error::ok;
}

void Rooms::forget(int64_t session) noexcept {
    auto joined = of_sessions_.find(session);
    if (joined == of_sessions_.end()) return;
    for (Room* room : joined->second) remove(*room, session);
    of_sessions_.erase(joined);
}

size_t Rooms::count(Bytes room) const noexcept {
    const Room* place = find(room);
    return place == nullptr ? 0 : place->sessions.size();
}

std::vector<int64_t> Rooms::members(Bytes room) const {
    const Room* place = find(room);
    if (place == nullptr) return {};
    return {place->sessions.begin(), place->sessions.end()};
}

std::vector<Bytes> Rooms::rooms_of(int64_t session) const {
    std::vector<Bytes> names;
    auto joined = of_sessions_.find(session);
    if (joined == of_sessions_.end()) return names;
    for (const Room* room : joined->second) names.emplace_back(room->name);
    return names;
}

void Rooms::send(Bytes room, const RoomMessage& message) {
    if (const Room* place = find(room); place != nullptr) send_to(members(place->name), message);
}

void Rooms::send_to_all(const RoomMessage& message) { send_to(context_.websockets.ids(), message); }

// Sending to one session may end any other, and change the rooms.
void Rooms::send_to(const std::vector<int64_t>& sessions, const RoomMessage& message) {
    Frames frames(message, context_.websockets.codecs);
    for (const int64_t id : sessions) {
        if (std::binary_search(message.except.begin(), message.except.end(), id)) continue;
        WsSession* session = context_.websockets.find(id);
        if (session == nullptr) continue;
        (void)session->push_frame(frames.frame_for(*session), {options_.queue_bytes, options_.close_when_full});
    }
}

}  // namespace tern::serve
