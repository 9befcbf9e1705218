#include "worker/remote_sends.h"

#include "worker/rig.h"

using namespace tern;
using namespace tern::worker;
using namespace tern::worker::test;

namespace {

struct SendsRig {
    Shared shared;
    Process sender{shared, 0, 0, 5};
    Process receiver{shared, 1, 1, 6};
    int rooms = 0;
    RemoteSends sends{sender.messenger, [](void* self) { ++static_cast<SendsRig*>(self)->rooms; }, this};
    const int64_t session = receiver.open_session();

    // What arrived for sessions, without the head.
    std::string take_all() {
        std::string all;
        for (;;) {
            const Result<proc::Message> message = shared.inboxes.receive(1, receiver.room);
            if (!message.ok()) return all;
            if (message.value().head.kind != proc::MessageKind::send_to_session) continue;
            all += message.value().payload.substr(sizeof(int64_t));
        }
    }
};

}  // namespace

TEST_CASE("remote sends: what finds no room waits, in order, until this process is woken") {
    SendsRig rig;
    rig.sender.sleep();
    rig.receiver.fill();
    CHECK(rig.sends.send(rig.session, "one ") == Error::ok);
    CHECK(rig.sends.send(rig.session, "two ") == Error::ok);
    CHECK_FALSE(rig.sends.empty());
    CHECK_FALSE(rig.sender.woken());
    CHECK(rig.take_all().empty());
    REQUIRE(rig.sender.woken());
    CHECK(rig.sends.send(rig.session, "three") == Error::ok);  // behind those that wait
    rig.sends.send_waiting();
    CHECK(rig.sends.empty());
    CHECK(rig.take_all() == "one two three");
}

TEST_CASE("remote sends: bytes that are larger than the inbox go in parts") {
    SendsRig rig;
    const std::string large(3 << 20, 'x');
    CHECK(rig.sends.send(rig.session, large) == Error::ok);
    std::string got;
    while (!rig.sends.empty()) {
        rig.sender.sleep();
        got += rig.take_all();
        REQUIRE(rig.sender.woken());
        rig.sends.send_waiting();
    }
    got += rig.take_all();
    CHECK(got == large);
}

TEST_CASE("remote sends: too much is refused, and there is word when half of it has gone") {
    SendsRig rig;
    rig.receiver.fill();
    const std::string part(RemoteSends::kMostWaiting / 4, 'x');
    for (int n = 0; n < 4; ++n) CHECK(rig.sends.send(rig.session, part) == Error::ok);
    CHECK(rig.sends.send(rig.session, "x") == Error::server_pipe_buffer_full);
    while (rig.rooms == 0) {
        rig.take_all();
        rig.sends.send_waiting();
    }
    CHECK_FALSE(rig.sends.empty());
    CHECK(rig.sends.send(rig.session, "x") == Error::ok);
}

TEST_CASE("remote sends: nothing waits for a session that has ended") {
    SendsRig rig;
    rig.receiver.fill();
    CHECK(rig.sends.send(rig.session, "lost") == Error::ok);
    rig.shared.state.vacate(1);
    rig.shared.state.sessions().release_all(6);
    rig.sends.send_waiting();
    CHECK(rig.sends.empty());
    CHECK(rig.sends.send(rig.session, "lost") == Error::session_not_exist);
}
