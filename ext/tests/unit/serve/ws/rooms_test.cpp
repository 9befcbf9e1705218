#include "serve/ws/rooms.h"

#include <algorithm>
#include <doctest/doctest.h>

#include "serve/ws/ws_rig.h"

using namespace tern;
using namespace tern::serve;
using namespace tern::serve::test;

namespace {

// Rooms outlive the sessions, as in a worker.
struct RoomsRig {
    std::array<std::atomic<uint32_t>, RoomHints::kSlots> hints{};
    WsRig rig;
    Rooms rooms;

    explicit RoomsRig(const RoomOptions& options = {}, const RigOptions& rig_options = {})
        : rig({}, rig_options), rooms(rig.context, options, hints) {}
    ~RoomsRig() { rig.context.websockets.watchers.clear(); }

    uint32_t hint(Bytes room) const { return hints[RoomHints::slot_of(room)].load(); }
    void say(Bytes room, Bytes text, std::vector<int64_t> except = {}) {
        rooms.send(room, {Opcode::text, false, text, except});
        rig.turn();
    }
};

}  // namespace

TEST_CASE("rooms: sessions join, leave, and are gone when they end") {
    RoomsRig test;
    Client one = test.rig.open();
    const int64_t first = test.rig.last_session;
    Client two = test.rig.open();
    const int64_t second = test.rig.last_session;
    CHECK(test.rooms.join(first, "a") == Error::ok);
    CHECK(test.rooms.join(first, "a") == Error::ok);
    CHECK(test.rooms.join(first, "b") == Error::ok);
    CHECK(test.rooms.join(second, "a") == Error::ok);
    CHECK(test.rooms.count("a") == 2);
    CHECK(test.rooms.count("c") == 0);
    CHECK(test.rooms.rooms_of(first) == std::vector<Bytes>{"a", "b"});
    CHECK(test.hint("a") == 1);
    CHECK(test.rooms.leave(second, "b") == Error::session_not_exist);
    CHECK(test.rooms.leave(first, "b") == Error::ok);
    CHECK(test.hint("b") == 0);
    test.rig.context.websockets.find(first)->close_at_once(1000, {});
    CHECK(test.rooms.members("a") == std::vector<int64_t>{second});
    CHECK(test.rooms.rooms_of(first).empty());
    CHECK(test.rooms.join(first, "a") == Error::websocket_unconnected);
    test.rooms.forget(second);
    CHECK(test.rooms.count("a") == 0);
    CHECK(test.hint("a") == 0);
}

TEST_CASE("rooms: names, rooms of a session and sessions of a room are limited") {
    RoomsRig test({.rooms_per_session = 2, .sessions_per_room = 1});
    Client one = test.rig.open();
    const int64_t first = test.rig.last_session;
    Client two = test.rig.open();
    const int64_t second = test.rig.last_session;
    CHECK(test.rooms.join(first, "") == Error::name_too_long);
    CHECK(test.rooms.join(first, std::string(256, 'x')) == Error::name_too_long);
    CHECK(test.rooms.join(first, std::string(255, 'x')) == Error::ok);
    CHECK(test.rooms.join(first, "b") == Error::ok);
    CHECK(test.rooms.join(first, "c") == Error::queue_full);
    CHECK(test.rooms.join(second, "b") == Error::queue_full);
    CHECK(test.rooms.join(second + 1, "d") == Error::websocket_unconnected);
    CHECK(test.rooms.join(first, "b") == Error::ok);
    CHECK(test.rooms.leave(first, "b") == Error::ok);
    CHECK(test.rooms.join(second, "b") == Error::ok);
}

TEST_CASE("rooms: a message goes to those who are there, except for some") {
    RoomsRig test;
    Client one = test.rig.open();
    const int64_t first = test.rig.last_session;
    Client two = test.rig.open();
    const int64_t second = test.rig.last_session;
    Client three = test.rig.open();
    for (const int64_t id : {first, second}) CHECK(test.rooms.join(id, "a") == Error::ok);
    test.say("a", "to both");
    test.say("a", "to second", {first});
    test.say("b", "to nobody");
    test.rooms.send_to_all({Opcode::text, false, "to all", {}});
    test.rig.turn();
    CHECK(test.rig.heard(one) == "text(to both) text(to all)");
    CHECK(test.rig.heard(two) == "text(to both) text(to second) text(to all)");
    CHECK(test.rig.heard(three) == "text(to all)");
}

TEST_CASE("rooms: a burst within a turn is lost to nobody who reads") {
    RoomsRig test({.queue_bytes = 20'000});
    Client one = test.rig.open();
    CHECK(test.rooms.join(test.rig.last_session, "a") == Error::ok);
    const std::string text(10'000, 'x');
    for (int i = 0; i < 5; ++i) test.rooms.send("a", {Opcode::text, false, text, {}});
    test.rig.turn();
    CHECK(test.rig.heard(one) == "text(10000) text(10000) text(10000) text(10000) text(10000)");
    CHECK(test.rig.counters.websocket_dropped.get() == 0);
}

// A program may do anything when a connection ends, which sending can bring about.
TEST_CASE("rooms: those that are cut off, and what they bring about, do not disturb a message on its way") {
    RigOptions rig_options;
    rig_options.send_buffer = 4096;
    RoomsRig test({.queue_bytes = 20'000, .close_when_full = true}, rig_options);
    std::vector<Client> clients;
    std::vector<int64_t> ids;
    for (int i = 0; i < 5; ++i) {
        clients.push_back(test.rig.open());
        ids.push_back(test.rig.last_session);
    }
    for (const int64_t id : ids) CHECK(test.rooms.join(id, "a") == Error::ok);
    test.rig.program.closed = [&](WsSession&) {
        for (const int64_t id : ids) test.rooms.forget(id);
        for (const int64_t id : test.rig.context.websockets.ids()) {
            if (WsSession* other = test.rig.context.websockets.find(id)) other->close_at_once(1001, {});
        }
    };
    for (int i = 0; i < 1000 && test.rig.context.websockets.count() != 0; ++i) test.say("a", std::string(10'000, 'x'));
    CHECK(test.rig.context.websockets.count() == 0);
    CHECK(test.rooms.count("a") == 0);
    CHECK(test.rig.counters.websocket_dropped.get() == 1);
}
