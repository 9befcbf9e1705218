#include "loop/loop.h"

#include <array>
#include <doctest/doctest.h>
#include <functional>
#include <string>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

#include "loop/test_clock.h"

using tern::Error;
using tern::loop::Deferred;
using tern::loop::EventHandler;
using tern::loop::Events;
using tern::loop::Loop;
using tern::loop::read_test_clock;
using tern::loop::test_now_ms;
using tern::loop::test_step_ms;
using tern::loop::Timer;
using tern::loop::Trigger;

namespace {

class Pair {
public:
    Pair() { REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fds_.data()) == 0); }
    ~Pair() {
        close(fds_[0]);
        close(fds_[1]);
    }
    int ours() const { return fds_[0]; }
    void peer_writes() { REQUIRE(write(fds_[1], "x", 1) == 1); }
    void peer_stops() { REQUIRE(shutdown(fds_[1], SHUT_WR) == 0); }
    void read_one() {
        char byte;
        REQUIRE(read(fds_[0], &byte, 1) == 1);
    }

private:
    std::array<int, 2> fds_{};
};

struct Recorder final : EventHandler {
    std::vector<Events> seen;
    std::function<void(Events)> action;
    void on_events(Events events) override {
        seen.push_back(events);
        if (action) action(events);
    }
};

struct Later {
    explicit Later(std::function<void()> its_action) : action(std::move(its_action)) {}
    std::function<void()> action;
    Deferred deferred{[](void* self) { static_cast<Later*>(self)->action(); }, this};
};

void turn(Loop& loop) { REQUIRE(loop.turn(0) == Error::ok); }

}  // namespace

TEST_CASE("loop: an edge is told once, a level as long as it lasts") {
    Loop loop;
    REQUIRE(loop.open() == Error::ok);
    Pair edge_pair;
    Pair level_pair;
    Recorder edge;
    Recorder level;
    REQUIRE(loop.watch(edge_pair.ours(), tern::loop::kReadable, Trigger::edge, edge) == Error::ok);
    REQUIRE(loop.watch(level_pair.ours(), tern::loop::kReadable, Trigger::level, level) == Error::ok);
    edge_pair.peer_writes();
    level_pair.peer_writes();
    turn(loop);
    turn(loop);
    CHECK(edge.seen == std::vector<Events>{tern::loop::kReadable});
    CHECK(level.seen.size() == 2);
    edge_pair.peer_writes();
    level_pair.read_one();
    turn(loop);
    CHECK(edge.seen.size() == 2);
    CHECK(level.seen.size() == 2);
}

TEST_CASE("loop: the end of the peer's direction and a hang-up are told apart") {
    Loop loop;
    REQUIRE(loop.open() == Error::ok);
    Pair half;
    Recorder recorder;
    Events wanted = tern::loop::kReadable | tern::loop::kPeerClosed;
    REQUIRE(loop.watch(half.ours(), wanted, Trigger::edge, recorder) == Error::ok);
    half.peer_stops();
    turn(loop);
    REQUIRE(recorder.seen.size() == 1);
    CHECK(recorder.seen[0] == (tern::loop::kReadable | tern::loop::kPeerClosed));
    REQUIRE(shutdown(half.ours(), SHUT_WR) == 0);
    turn(loop);
    REQUIRE(recorder.seen.size() == 2);
    CHECK((recorder.seen[1] & tern::loop::kBroken) != 0);
}

TEST_CASE("loop: a handler removed by another one of the same batch hears nothing") {
    Loop loop;
    REQUIRE(loop.open() == Error::ok);
    Pair pairs[2];
    Recorder recorders[2];
    for (int i = 0; i < 2; ++i) {
        recorders[i].action = [&, i](Events) { loop.unwatch(pairs[1 - i].ours(), recorders[1 - i]); };
        REQUIRE(loop.watch(pairs[i].ours(), tern::loop::kReadable, Trigger::level, recorders[i]) == Error::ok);
        pairs[i].peer_writes();
    }
    turn(loop);
    turn(loop);
    CHECK((recorders[0].seen.empty() || recorders[1].seen.empty()));
    CHECK(recorders[0].seen.size() + recorders[1].seen.size() == 2);
}

TEST_CASE("loop: a turn inside a callback loses no edge of the batch it interrupts") {
    Loop loop;
    REQUIRE(loop.open() == Error::ok);
    Pair pairs[3];
    Recorder recorders[3];
    for (int i = 0; i < 3; ++i) {
        recorders[i].action = [&](Events) { turn(loop); };
        REQUIRE(loop.watch(pairs[i].ours(), tern::loop::kReadable, Trigger::edge, recorders[i]) == Error::ok);
        pairs[i].peer_writes();
    }
    turn(loop);
    for (const Recorder& recorder : recorders) CHECK(recorder.seen.size() == 1);
}

TEST_CASE("loop: deferred things run at the end of the turn, once, in order") {
    Loop loop;
    REQUIRE(loop.open() == Error::ok);
    std::string order;
    Later first([&] { order += 'a'; });
    Later second([&] { order += 'b'; });
    loop.defer(first.deferred);
    loop.defer(second.deferred);
    loop.defer(second.deferred);
    CHECK(first.deferred.pending());
    turn(loop);
    CHECK(order == "ab");
    CHECK(!first.deferred.pending());
    turn(loop);
    CHECK(order == "ab");
}

TEST_CASE("loop: deferred by a deferred waits for the next turn; withdrawn does not run") {
    Loop loop;
    REQUIRE(loop.open() == Error::ok);
    int runs = 0;
    Later victim([&] { runs += 100; });
    Later self([] {});
    self.action = [&] {
        ++runs;
        victim.deferred.withdraw();
        if (runs < 3) loop.defer(self.deferred);
    };
    loop.defer(self.deferred);
    loop.defer(victim.deferred);
    turn(loop);
    CHECK(runs == 1);
    REQUIRE(loop.turn(-1) == Error::ok);  // something is deferred: this must not wait
    CHECK(runs == 2);
    {
        Later gone([&] { runs += 100; });
        loop.defer(gone.deferred);
    }
    turn(loop);
    CHECK(runs == 3);
}

TEST_CASE("loop: a wait without a limit ends when a timer fires, not when it moves down in the wheel") {
    Loop loop;
    REQUIRE(loop.open() == Error::ok);
    int fired = 0;
    Timer timer([](void* count) { ++*static_cast<int*>(count); }, &fired);
    loop.start_timer(timer, 70);  // more than one turn of the wheel's lowest level
    REQUIRE(loop.turn(-1) == Error::ok);
    CHECK(fired == 1);
}

TEST_CASE("loop: after do_not_wait() the next turn does not wait, later ones do") {
    Loop loop;
    REQUIRE(loop.open() == Error::ok);
    int fired = 0;
    Timer timer([](void* count) { ++*static_cast<int*>(count); }, &fired);
    loop.start_timer(timer, 50);
    loop.do_not_wait();
    REQUIRE(loop.turn(-1) == Error::ok);
    CHECK(fired == 0);
    REQUIRE(loop.turn(-1) == Error::ok);
    CHECK(fired == 1);
}

TEST_CASE("loop: a turn knows how long the one before worked, without its wait") {
    test_now_ms = 1000;
    Loop loop(read_test_clock);
    REQUIRE(loop.open() == Error::ok);
    Pair pair;
    Recorder recorder;
    recorder.action = [&](Events) { test_now_ms += 70; };
    REQUIRE(loop.watch(pair.ours(), tern::loop::kReadable, Trigger::edge, recorder) == Error::ok);
    turn(loop);
    pair.peer_writes();
    turn(loop);
    CHECK(loop.last_turn_us() == 0);
    CHECK(loop.fresh_us() == 1'070'000);
    turn(loop);
    CHECK(loop.last_turn_us() == 70'000);
    CHECK(loop.now_us() == 1'070'000);
    turn(loop);
    CHECK(loop.last_turn_us() == 0);
}

TEST_CASE("loop: handlers see the time after the wait, and their timers count from it") {
    test_now_ms = 1000;
    Loop loop(read_test_clock);
    REQUIRE(loop.open() == Error::ok);
    Pair pair;
    Recorder recorder;
    int fired = 0;
    Timer timer([](void* count) { ++*static_cast<int*>(count); }, &fired);
    int64_t seen_ms = 0;
    recorder.action = [&](Events) {
        seen_ms = loop.now_ms();
        loop.start_timer(timer, 20);
    };
    REQUIRE(loop.watch(pair.ours(), tern::loop::kReadable, Trigger::edge, recorder) == Error::ok);
    pair.peer_writes();
    test_step_ms = 60'000;  // the wait takes a minute
    turn(loop);
    test_step_ms = 0;
    CHECK(seen_ms == 61'000);
    CHECK(fired == 0);
    test_now_ms = 61'019;
    turn(loop);
    CHECK(fired == 0);
    test_now_ms = 61'020;
    turn(loop);
    CHECK(fired == 1);
}

TEST_CASE("loop: run() goes on until stop(), and finishes the turn") {
    Loop loop;
    REQUIRE(loop.open() == Error::ok);
    int turns = 0;
    Later again([] {});
    again.action = [&] {
        loop.defer(again.deferred);
        if (++turns == 5) loop.stop();
    };
    loop.defer(again.deferred);
    CHECK(loop.run() == Error::ok);
    CHECK(turns == 5);
    again.deferred.withdraw();
}

TEST_CASE("loop: a watch may wait for something else later") {
    Loop loop;
    REQUIRE(loop.open() == Error::ok);
    Pair pair;
    Recorder recorder;
    CHECK(loop.rewatch(pair.ours(), tern::loop::kReadable, Trigger::level, recorder) == Error(ENOENT));
    REQUIRE(loop.watch(pair.ours(), tern::loop::kReadable, Trigger::level, recorder) == Error::ok);
    turn(loop);
    CHECK(recorder.seen.empty());
    REQUIRE(loop.rewatch(pair.ours(), tern::loop::kWritable, Trigger::level, recorder) == Error::ok);
    pair.peer_writes();
    turn(loop);
    CHECK(recorder.seen == std::vector<Events>{tern::loop::kWritable});
}

TEST_CASE("loop: hooks are called before each turn waits and when it is over") {
    Loop loop;
    REQUIRE(loop.open() == Error::ok);
    std::string order;
    Later later([&] { order += 'd'; });
    struct Start {
        Loop& loop;
        Later& later;
        std::string& order;
    } start{loop, later, order};
    loop.at_turn_start({[](void* owner) {
                            auto* self = static_cast<Start*>(owner);
                            self->order += '<';
                            self->loop.defer(self->later.deferred);
                        },
                        &start});
    loop.at_turn_end({[](void* owner) { *static_cast<std::string*>(owner) += '>'; }, &order});
    REQUIRE(loop.turn(-1) == Error::ok);  // what the hook deferred keeps it from waiting
    loop.at_turn_start({});
    turn(loop);
    CHECK(order == "<d>>");
    CHECK(loop.turns() == 2);
}
