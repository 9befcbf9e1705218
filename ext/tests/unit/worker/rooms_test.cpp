// Broadcasts and queries between workers. What a worker does with those of its own sessions is in serve/ws/rooms_test.
#include "worker/rig.h"
#include "worker/room_queries.h"

using namespace tern;
using namespace tern::worker;
using namespace tern::worker::test;

namespace {

const std::vector<serve::RoomOptions> kOneSet(1);

struct RoomMember : Process {
    loop::Loop loop;
    serve::Context context{loop, shared.log, shared.state.slot(slot()), shared.state.sessions()};
    RoomBroadcasts broadcasts;
    RoomQueries queries;

    RoomMember(Shared& its_shared, const RoomHintTable& hints, int id, uint32_t slot, uint32_t generation)
        : Process(its_shared, id, slot, generation),
          broadcasts(messenger, hints, context, kOneSet),
          queries(messenger, broadcasts) {
        context.generation = generation;
        context.worker_id = id;
    }
    ~RoomMember() { context.websockets.watchers.clear(); }

    // Handles what is in the inbox. How many messages.
    int receive() {
        int count = 0;
        for (;; ++count) {
            const Result<proc::Message> message = shared.inboxes.receive(slot(), room);
            if (!message.ok()) return count;
            const Bytes payload = message.value().payload;
            switch (message.value().head.kind) {
                case proc::MessageKind::broadcast: broadcasts.receive(payload); break;
                case proc::MessageKind::room_query: queries.receive_query(payload); break;
                case proc::MessageKind::room_reply: queries.receive_reply(payload); break;
                default: break;
            }
        }
    }
};

struct RoomsRig {
    Shared shared{{.events = 3}};
    RoomHintTable hints;
    int completed = 0;

    RoomsRig() { REQUIRE(hints.create(shared.state.slot_count(), 1) == Error::ok); }
    void hint(uint32_t slot, Bytes room) { hints.of(slot, 0)[serve::RoomHints::slot_of(room)].store(1); }
    void watch(RoomReply& reply) {
        reply.waiter = this;
        reply.on_complete = [](void* self) { ++static_cast<RoomsRig*>(self)->completed; };
    }
};

RoomsMessage to_all(Bytes payload) {
    RoomsMessage message;
    message.to_all = true;
    message.message.payload = payload;
    return message;
}

}  // namespace

TEST_CASE("broadcasts: go to every other worker, and the one with a full inbox is told by its generation") {
    RoomsRig rig;
    RoomMember sender(rig.shared, rig.hints, 0, 0, 5);
    RoomMember full(rig.shared, rig.hints, 1, 1, 6);
    RoomMember open(rig.shared, rig.hints, 2, 2, 7);
    full.fill();
    const RoomsMessage message = to_all("hello");
    CHECK(sender.broadcasts.send_to_others(message, nullptr) == std::vector<uint32_t>{6});
    CHECK(open.receive() == 1);
    full.empty();
    const std::vector<uint32_t> again{6};
    CHECK(sender.broadcasts.send_to_others(message, &again).empty());
    CHECK(full.receive() == 1);
    CHECK(open.receive() == 0);
    CHECK(sender.receive() == 0);
}

TEST_CASE("broadcasts: a message for a room goes only where somebody may be in it") {
    RoomsRig rig;
    RoomMember sender(rig.shared, rig.hints, 0, 0, 5);
    RoomMember in(rig.shared, rig.hints, 1, 1, 6);
    RoomMember out(rig.shared, rig.hints, 2, 2, 7);
    rig.hint(1, "lobby");
    RoomsMessage message;
    message.room = "lobby";
    message.message.payload = "hello";
    CHECK(sender.broadcasts.send_to_others(message, nullptr).empty());
    CHECK(in.receive() == 1);
    CHECK(out.receive() == 0);
}

TEST_CASE("broadcasts: the successor in a slot has never had these sessions") {
    RoomsRig rig;
    RoomMember sender(rig.shared, rig.hints, 0, 0, 5);
    {
        RoomMember old(rig.shared, rig.hints, 1, 1, 6);
        CHECK(sender.broadcasts.send_to_others(to_all("hello"), nullptr).empty());
    }
    rig.shared.state.vacate(1);
    RoomMember fresh(rig.shared, rig.hints, 1, 1, 8);
    CHECK(fresh.receive() == 1);  // read, and dropped
    const int64_t session = fresh.open_session();
    CHECK(rig.shared.state.sessions().owner_of(session) == 8);
}

TEST_CASE("broadcasts: the largest one goes") {
    RoomsRig rig;
    RoomMember sender(rig.shared, rig.hints, 0, 0, 5);
    RoomMember receiver(rig.shared, rig.hints, 1, 1, 6);
    const std::string most(RoomBroadcasts::kMostMessage, 'x');
    CHECK(sender.broadcasts.send_to_others(to_all(most), nullptr).empty());
    CHECK(receiver.receive() == 1);
}

TEST_CASE("queries: the reply is complete when all have replied") {
    RoomsRig rig;
    RoomMember asking(rig.shared, rig.hints, 0, 0, 5);
    RoomMember one(rig.shared, rig.hints, 1, 1, 6);
    RoomMember two(rig.shared, rig.hints, 2, 2, 7);
    rig.hint(1, "lobby");
    rig.hint(2, "lobby");
    const RoomQuery query{.kind = RoomQueryKind::count, .room = "lobby"};
    CHECK(asking.queries.concerns_others(query));
    RoomReply& reply = asking.queries.query(query);
    rig.watch(reply);
    CHECK_FALSE(reply.complete());
    CHECK(one.receive() == 1);
    CHECK(asking.receive() == 1);
    CHECK(rig.completed == 0);
    CHECK(two.receive() == 1);
    CHECK(asking.receive() == 1);
    CHECK(rig.completed == 1);
    CHECK(reply.complete());
    CHECK(reply.error == Error::ok);
    asking.queries.release(reply);
}

TEST_CASE("queries: without others the reply is complete at once") {
    RoomsRig rig;
    RoomMember asking(rig.shared, rig.hints, 0, 0, 5);
    const RoomQuery query{.kind = RoomQueryKind::members, .room = "lobby"};
    CHECK_FALSE(asking.queries.concerns_others(query));
    RoomReply& reply = asking.queries.query(query);
    CHECK(reply.complete());
    asking.queries.release(reply);
    RoomReply& unknown = asking.queries.query({.kind = RoomQueryKind::join, .session = 12345, .room = "lobby"});
    CHECK(unknown.error == Error::session_not_exist);
    asking.queries.release(unknown);
}

TEST_CASE("queries: a process that died is waited for no longer") {
    RoomsRig rig;
    RoomMember asking(rig.shared, rig.hints, 0, 0, 5);
    {
        RoomMember dead(rig.shared, rig.hints, 1, 1, 6);
        rig.hint(1, "lobby");
    }
    rig.hint(1, "lobby");
    RoomReply& reply = asking.queries.query({.kind = RoomQueryKind::count, .room = "lobby"});
    rig.watch(reply);
    asking.queries.drop_dead();
    CHECK(rig.completed == 0);
    rig.shared.state.vacate(1);
    asking.queries.drop_dead();
    CHECK(rig.completed == 1);
    CHECK(reply.error == Error::ok);
    asking.queries.release(reply);
}

TEST_CASE("queries: a full inbox is an error of the reply") {
    RoomsRig rig;
    RoomMember asking(rig.shared, rig.hints, 0, 0, 5);
    RoomMember full(rig.shared, rig.hints, 1, 1, 6);
    const int64_t session = full.open_session();
    full.fill();
    RoomReply& reply = asking.queries.query({.kind = RoomQueryKind::join, .session = session, .room = "lobby"});
    CHECK(reply.complete());
    CHECK(reply.error == Error::server_pipe_buffer_full);
    asking.queries.release(reply);
}

TEST_CASE("queries: the worker of a session replies with its error") {
    RoomsRig rig;
    RoomMember asking(rig.shared, rig.hints, 0, 0, 5);
    RoomMember owner(rig.shared, rig.hints, 1, 1, 6);
    const int64_t session = owner.open_session();  // no WebSocket
    RoomReply& reply = asking.queries.query({.kind = RoomQueryKind::join, .session = session, .room = "lobby"});
    CHECK(owner.receive() == 1);
    CHECK(asking.receive() == 1);
    CHECK(reply.complete());
    CHECK(reply.error == Error::websocket_unconnected);
    asking.queries.release(reply);
}
