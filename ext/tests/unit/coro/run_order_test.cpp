#include "coro/run_order.h"

#include <atomic>
#include <doctest/doctest.h>
#include <string>
#include <sys/socket.h>
#include <unistd.h>

#include "coro/fd_wait.h"
#include "coro/offloaded.h"
#include "coro/strand.h"

using tern::Error;
using tern::coro::AwaitedJob;
using tern::coro::Deadline;
using tern::coro::FdInterest;
using tern::coro::FdOutcome;
using tern::coro::FdWaits;
using tern::coro::RunOrder;
using tern::coro::Strand;
using tern::coro::Wait;
using tern::coro::Wake;
using tern::loop::kReadable;
using tern::loop::kWritable;

namespace {

// A descriptor that a request waits for.
struct Source {
    Source() { REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) == 0); }
    ~Source() {
        close(ends[0]);
        close(ends[1]);
    }
    void answer() const { REQUIRE(write(ends[1], "x", 1) == 1); }
    int ends[2];
};

struct OrderStage : tern::coro::World {
    RunOrder& order = scheduler.order();
    FdWaits waits{scheduler};
    std::string log;

    void begin() {
        if (!order.enter()) CHECK(order.wait_for_start(Deadline::never()) == Wake::resumed);
    }
    FdOutcome wait(const Source& source, Deadline until = Deadline::never()) {
        const FdInterest interest{source.ends[0], kReadable};
        const FdOutcome outcome = waits.wait({&interest, 1}, until).outcome;
        char byte;
        (void)!read(source.ends[0], &byte, 1);
        return outcome;
    }
    // A request with the name n: starts, waits, ends.
    void request(char name, const Source& source) {
        begin();
        log += name;
        (void)wait(source);
        log += name;
    }
    void turn() { turn_at(tern::loop::test_now_ms); }
    void turns(int count) {
        while (count-- > 0) turn();
    }
};

class OrderedJob final : public AwaitedJob {
public:
    explicit OrderedJob(std::atomic<int>& alive) : alive_(alive) { ++alive_; }
    ~OrderedJob() override { --alive_; }

private:
    void work() noexcept override {}
    std::atomic<int>& alive_;
};

class LaterJob final : public tern::loop::Job {
public:
    explicit LaterJob(std::atomic<bool>& is_done) : is_done_(is_done) {}

private:
    void work() noexcept override { is_done_ = true; }
    void done() noexcept override { delete this; }
    std::atomic<bool>& is_done_;
};

}  // namespace

TEST_CASE("run_order: a request starts when the older ones wait, one after the other") {
    OrderStage stage;
    Source sources[3];
    Strand a(stage.scheduler, [&] { stage.request('a', sources[0]); });
    Strand b(stage.scheduler, [&] { stage.request('b', sources[1]); });
    Strand c(stage.scheduler, [&] { stage.request('c', sources[2]); });
    for (Strand* one : {&a, &b, &c}) stage.scheduler.start(*one);
    CHECK(stage.log == "a");  // the only one starts at once
    CHECK(b.waits_for() == Wait::start);
    CHECK(stage.loop.alive());
    stage.turns(4);  // sources that never answer hold up nothing
    CHECK(stage.log == "abc");
    for (const int i : {2, 0, 1}) sources[i].answer();
    stage.turns(3);
    CHECK(stage.log == "abcabc");  // they are ready in another order
    CHECK_FALSE(stage.loop.alive());
    Strand next(stage.scheduler, [&] { stage.request('n', sources[0]); });
    stage.scheduler.start(next);
    CHECK(stage.log == "abcabcn");
    sources[0].answer();
    stage.turn();
}

TEST_CASE("run_order: an older request that can run goes before one that has not started") {
    OrderStage stage;
    Source source;
    Strand a(stage.scheduler, [&] {
        stage.begin();
        for (const char* step : {"1", "2", "3"}) {
            stage.log += step;
            source.answer();  // the response is there when it waits
            CHECK(stage.wait(source) == FdOutcome::ready);
        }
    });
    Strand b(stage.scheduler, [&] {
        stage.begin();
        stage.log += "b";
    });
    stage.scheduler.start(a);
    stage.scheduler.start(b);
    while (!b.ended()) stage.turn();
    CHECK(stage.log == "123b");
}

TEST_CASE("run_order: a request that has run for its slice goes behind those that came meanwhile") {
    OrderStage stage;
    Source source;
    Strand a(stage.scheduler, [&] {
        stage.begin();
        for (int step = 0; step < 5; ++step) {
            stage.log += "a";
            tern::loop::test_now_ms += RunOrder::kLeastSliceUs / 1000 / 2;
            source.answer();
            CHECK(stage.wait(source) == FdOutcome::ready);
        }
    });
    Strand b(stage.scheduler, [&] {
        stage.begin();
        stage.log += "b";
    });
    stage.scheduler.start(a);  // the part before the first wait is not measured
    stage.scheduler.start(b);
    while (!a.ended()) stage.turn();
    CHECK(stage.log == "aaabaa");
}

TEST_CASE("run_order: a slice grows with what requests need") {
    OrderStage stage;
    Source source;
    auto run = [&](char name, int steps) {
        stage.begin();
        for (int step = 0; step < steps; ++step) {
            stage.log += name;
            source.answer();
            CHECK(stage.wait(source) == FdOutcome::ready);
            tern::loop::test_now_ms += RunOrder::kLeastSliceUs / 1000;
        }
    };
    for (int i = 0; i < 40; ++i) {
        Strand one(stage.scheduler, [&] { run('.', 1); });
        stage.scheduler.start(one);
        while (!one.ended()) stage.turn();
    }
    stage.log.clear();
    Strand a(stage.scheduler, [&] { run('a', 4); });
    Strand b(stage.scheduler, [&] {
        stage.begin();
        stage.log += "b";
    });
    stage.scheduler.start(a);
    stage.scheduler.start(b);
    while (!a.ended()) stage.turn();
    CHECK(stage.log == "aaaba");
}

TEST_CASE("run_order: one that need not wait learns that an older one may be able to run") {
    OrderStage stage;
    Source source;
    Strand a(stage.scheduler, [&] {
        stage.begin();
        (void)stage.wait(source);
        stage.log += "a";
        tern::loop::test_now_ms += 1;
        CHECK_FALSE(stage.order.delays_older());
    });
    Strand b(stage.scheduler, [&] {
        stage.begin();
        CHECK_FALSE(stage.order.delays_older());  // it has run for a moment only
        for (int step = 0; step < 3; ++step) {
            stage.log += "b";
            source.answer();
            tern::loop::test_now_ms += 1;
            CHECK(stage.order.delays_older() == !a.ended());
            if (!a.ended()) CHECK(stage.scheduler.end_slice() == Wake::resumed);
        }
    });
    stage.scheduler.start(a);
    stage.scheduler.start(b);
    while (!b.ended()) stage.turn();
    CHECK(stage.log == "babb");
}

TEST_CASE("run_order: coroutines that only compute pause in the order, too") {
    OrderStage stage;
    auto compute = [&](char name) {
        stage.begin();
        for (int step = 0; step < 4; ++step) {
            stage.log += name;
            tern::loop::test_now_ms += RunOrder::kLeastSliceUs / 1000 / 2;
            CHECK(stage.scheduler.end_slice() == Wake::resumed);
        }
    };
    Strand a(stage.scheduler, [&] { compute('a'); });
    Strand b(stage.scheduler, [&] { compute('b'); });
    stage.scheduler.start(a);
    stage.scheduler.start(b);
    while (!a.ended() || !b.ended()) stage.turn();
    CHECK(stage.log == "aaabbabb");
}

TEST_CASE("run_order: between two long runs the loop looks for events, short ones share a turn") {
    OrderStage stage;
    Source sources[3];
    int64_t run_ms = 0;
    auto request = [&](char name, const Source& source) {
        stage.begin();
        (void)stage.wait(source);
        stage.log += name;
        tern::loop::test_now_ms += run_ms;
    };
    for (const std::string& wanted : {std::string("abc"), std::string("a")}) {
        stage.log.clear();
        Strand a(stage.scheduler, [&] { request('a', sources[0]); });
        Strand b(stage.scheduler, [&] { request('b', sources[1]); });
        Strand c(stage.scheduler, [&] { request('c', sources[2]); });
        for (Strand* one : {&a, &b, &c}) stage.scheduler.start(*one);
        stage.turns(4);
        for (const Source& source : sources) source.answer();
        stage.turn();
        CHECK(stage.log == wanted);
        stage.turns(2);
        CHECK(stage.log == "abc");
        run_ms = 1;
    }
}

TEST_CASE("run_order: requests that never wait: between long ones the loop looks for events, short ones share a turn") {
    OrderStage stage;
    for (const int64_t run_ms : {0, 1}) {
        auto request = [&](char name) {
            stage.begin();
            stage.log += name;
            tern::loop::test_now_ms += run_ms;
        };
        stage.log.clear();
        stage.turn();
        Strand a(stage.scheduler, [&] { request('a'); });
        Strand b(stage.scheduler, [&] { request('b'); });
        Strand c(stage.scheduler, [&] { request('c'); });
        for (Strand* one : {&a, &b, &c}) stage.scheduler.start(*one);
        CHECK(stage.log == (run_ms == 0 ? "abc" : "a"));
        if (run_ms == 0) continue;
        stage.turn();
        CHECK(stage.log == "ab");
        stage.turn();
        CHECK(stage.log == "abc");
    }
}

TEST_CASE("run_order: the first one, and one that enters again, go on") {
    OrderStage stage;
    tern::loop::test_now_ms += 10;  // before the first turn of the loop
    Strand a(stage.scheduler, [&] {
        CHECK(stage.order.enter());
        tern::loop::test_now_ms += 10;
        CHECK(stage.order.enter());
    });
    stage.scheduler.start(a);
    CHECK(a.ended());
}

TEST_CASE("run_order: one that has not entered enters when it waits for its start") {
    OrderStage stage;
    Strand a(stage.scheduler, [&] {
        CHECK(stage.order.wait_for_start(Deadline::never()) == Wake::resumed);
        stage.log += "a";
    });
    stage.scheduler.start(a);
    CHECK(stage.log.empty());
    stage.turns(2);
    CHECK(stage.log == "a");
}

TEST_CASE("run_order: one that waits for its start may be cancelled, or have a deadline") {
    OrderStage stage;
    Source source;
    Strand a(stage.scheduler, [&] { stage.request('a', source); });
    Strand b(stage.scheduler, [&] {
        CHECK_FALSE(stage.order.enter());
        CHECK(stage.order.wait_for_start(Deadline::never()) == Wake::canceled);
        stage.log += "b";
    });
    Strand c(stage.scheduler, [&] {
        CHECK_FALSE(stage.order.enter());
        CHECK(stage.order.wait_for_start(Deadline{60}) == Wake::timed_out);
        stage.log += "c";
    });
    for (Strand* one : {&a, &b, &c}) stage.scheduler.start(*one);
    CHECK(stage.scheduler.cancel(b) == Error::ok);
    CHECK(stage.log == "ab");
    stage.turn_at(100);  // its timer comes before its turn
    CHECK(stage.log == "abc");
    source.answer();
    stage.turns(2);
    CHECK(stage.log == "abca");
    CHECK_FALSE(stage.loop.alive());
}

TEST_CASE(
    "run_order: one that is to run may be cancelled; a late event wins over its timeout, a closed one is noticed") {
    OrderStage stage;
    Source sources[3];
    FdOutcome outcomes[3] = {};
    auto request = [&](int i, Deadline until) {
        stage.begin();
        outcomes[i] = stage.wait(sources[i], until);
    };
    Strand busy(stage.scheduler, [&] {
        stage.begin();
        CHECK(stage.scheduler.suspend(Wait::sleep, Deadline{60}) == Wake::timed_out);
        tern::loop::test_now_ms += 1;  // the others run in later turns
    });
    Strand a(stage.scheduler, [&] { request(0, Deadline{60}); });
    Strand b(stage.scheduler, [&] { request(1, Deadline::never()); });
    Strand c(stage.scheduler, [&] { request(2, Deadline::never()); });
    for (Strand* one : {&busy, &a, &b, &c}) stage.scheduler.start(*one);
    stage.turns(5);
    for (const int i : {1, 2}) sources[i].answer();
    stage.turn_at(100);
    CHECK(busy.ended());
    CHECK_FALSE(a.ended());
    CHECK_FALSE(b.ended());
    sources[0].answer();
    stage.waits.on_close(sources[2].ends[0]);
    CHECK(stage.scheduler.cancel(b) == Error::ok);
    CHECK(outcomes[1] == FdOutcome::canceled);
    stage.turns(2);
    CHECK(outcomes[0] == FdOutcome::ready);
    CHECK(outcomes[2] == FdOutcome::closed);
    CHECK_FALSE(stage.loop.alive());
}

TEST_CASE("run_order: two directions of a descriptor, of which one is ready") {
    OrderStage stage;
    Source source;
    char block[4096] = {};
    while (write(source.ends[0], block, sizeof block) > 0) {}
    Strand writer(stage.scheduler, [&] {
        stage.begin();
        const FdInterest interest{source.ends[0], kWritable};
        CHECK(stage.waits.wait({&interest, 1}, Deadline::never()).outcome == FdOutcome::ready);
        stage.log += "w";
    });
    Strand reader(stage.scheduler, [&] { stage.request('r', source); });
    stage.scheduler.start(writer);
    stage.scheduler.start(reader);
    stage.turns(2);
    source.answer();
    stage.turn();
    CHECK(stage.log == "rr");
    CHECK_FALSE(writer.ended());
    while (read(source.ends[1], block, sizeof block) > 0) {}
    stage.turn();
    CHECK(stage.log == "rrw");
}

TEST_CASE("run_order: coroutines that a request starts belong to it; the request is over with the last one") {
    OrderStage stage;
    Source sources[2];
    Strand child(stage.scheduler, [&] {
        (void)stage.wait(sources[0]);
        stage.log += "c";
    });
    Strand a(stage.scheduler, [&] {
        stage.begin();
        stage.scheduler.start(child);
        stage.log += "a";
    });
    Strand b(stage.scheduler, [&] { stage.request('b', sources[1]); });
    stage.scheduler.start(a);
    CHECK(a.ended());
    stage.scheduler.start(b);
    CHECK(stage.log == "a");
    CHECK(b.waits_for() == Wait::start);
    stage.turns(2);
    CHECK(stage.log == "ab");
    for (const int i : {1, 0}) sources[i].answer();
    stage.turn();
    CHECK(stage.log == "abcb");
    Strand d(stage.scheduler, [&] { CHECK(stage.order.enter()); });
    stage.scheduler.start(d);
}

TEST_CASE("run_order: a finished job of a request that is cancelled before it runs is freed") {
    OrderStage stage;
    Source source;
    std::atomic<int> alive{0};
    std::atomic<bool> is_done{false};
    tern::loop::Offload offload{stage.loop};
    offload.set_limits({1, 1, 1000});
    Strand older(stage.scheduler, [&] {
        stage.begin();
        (void)stage.wait(source);
        tern::loop::test_now_ms += 1;
    });
    Strand a(stage.scheduler, [&] {
        stage.begin();
        const Error error =
            tern::coro::await_job(stage.scheduler, offload, *new OrderedJob(alive), Deadline::never(), Wait::offload);
        CHECK(error == Error::coroutine_canceled);
    });
    stage.scheduler.start(older);
    stage.scheduler.start(a);
    stage.turns(2);
    auto* next = new LaterJob(is_done);
    REQUIRE(offload.submit(*next) == Error::ok);  // there is one thread, so the other job is done
    while (!is_done) usleep(100);
    source.answer();
    stage.turn();
    CHECK(older.ended());
    CHECK(a.waits_for() == Wait::offload);
    CHECK(stage.scheduler.cancel(a) == Error::ok);
    CHECK(alive == 0);
    stage.turns(2);
}
