#include "serve/successor.h"

using namespace tern;
using namespace tern::serve;
using namespace tern::serve::test;

namespace {

const std::string kAskA = "GET /a HTTP/1.1\r\nHost: x\r\n\r\n";

// Another worker that may have connections between two requests.
class OtherWorker final : public Balancer {
public:
    Successor hands;
    void want(uint32_t moves) { moves_ = moves; }
    Error pass_on(const ConnectionInfo&, int) override { return Error::wrong_operation; }
    Error rebalance(const ConnectionInfo& info, int fd, Bytes unread) override {
        return hands.hand_over(info, fd, unread);
    }
};

struct RebalancedRig {
    OtherWorker other;
    Rig rig{options()};

    RigOptions options() {
        RigOptions made;
        made.port.rebalancer = &other;
        return made;
    }
};

}  // namespace

TEST_CASE("rebalance: a connection goes to another worker with its next request, and its client notices nothing") {
    RebalancedRig mine;
    Rig theirs;
    Client client = mine.rig.connect();
    CHECK(summary(mine.rig.ask(client, kAskA)) == "200 /a|");
    mine.other.want(1);
    client.send("GET /b HTTP/1.1\r\nHost: x\r\n\r\nGET /c HTTP/1.1\r\n");
    mine.rig.turn();
    REQUIRE(mine.other.hands.received.size() == 1);
    CHECK(mine.rig.port->empty());
    CHECK(mine.rig.handler.requests == 1);
    CHECK(mine.rig.handler.closes == 0);
    CHECK(mine.rig.counters.request_count.get() == 1);
    deliver(mine.rig, theirs, mine.other.hands);
    theirs.turn();
    CHECK(summary(client.take()) == "200 /b|");
    CHECK(summary(theirs.ask(client, "Host: x\r\n\r\n")) == "200 /c|");
    CHECK(theirs.handler.connects == 0);
}

TEST_CASE("rebalance: the body of a request that goes to another worker follows it") {
    RebalancedRig mine;
    Rig theirs;
    Client client = mine.rig.connect();
    CHECK(summary(mine.rig.ask(client, kAskA)) == "200 /a|");
    mine.other.want(1);
    client.send("POST /b HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\nabc");
    mine.rig.turn();
    theirs.handler.request = [](Exchange& exchange) { (void)answer(exchange, exchange.body.in_memory()); };
    deliver(mine.rig, theirs, mine.other.hands);
    CHECK(summary(theirs.ask(client, "def")) == "200 abcdef|");
}

TEST_CASE("rebalance: a connection stays with its first request, when bound, and when no other worker takes it") {
    RebalancedRig mine;
    mine.other.want(1);
    Client client = mine.rig.connect();
    CHECK(summary(mine.rig.ask(client, kAskA)) == "200 /a|");
    shm::SessionSlot* slot = mine.rig.sessions.find(mine.rig.last_session, Rig::kIncarnation);
    slot->uid.store(5);
    CHECK(summary(mine.rig.ask(client, kAskA)) == "200 /a|");
    slot->uid.store(0);
    mine.other.hands.outcome = Error::server_pipe_buffer_full;
    CHECK(summary(mine.rig.ask(client, kAskA)) == "200 /a|");
    CHECK(mine.other.hands.received.empty());
}

TEST_CASE("rebalance: a full worker passes on the requests of its connections") {
    RebalancedRig mine;
    Rig theirs;
    Client client = mine.rig.connect();
    CHECK(summary(mine.rig.ask(client, kAskA)) == "200 /a|");
    mine.rig.counters.application_num.set(1);
    mine.rig.counters.application_busy_num.set(1);
    client.send(kAskA);
    mine.rig.turn();
    mine.rig.counters.application_num.set(0);
    deliver(mine.rig, theirs, mine.other.hands);
    theirs.turn();
    CHECK(summary(client.take()) == "200 /a|");
}
