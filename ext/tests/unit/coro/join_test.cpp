#include <doctest/doctest.h>
#include <string>

#include "coro/coroutine.h"
#include "coro/strand.h"

using tern::Error;
using tern::coro::Deadline;
using tern::coro::join;
using tern::coro::Scheduler;
using tern::coro::Strand;
using tern::coro::Wait;
using tern::coro::Wake;

namespace {

// One coroutine that joins two others. "a", "b": they have ended; then what join() returned.
struct JoinStage : tern::coro::World {
    void resume(Strand& strand) { scheduler.resume(strand, Wake::resumed); }
    void wait_and_log(const char* name) {
        (void)scheduler.suspend(Wait::yield, Deadline::never());
        log += name;
    }

    std::string log;
    Strand first{scheduler, [this] { wait_and_log("a"); }};
    Strand second{scheduler, [this] { wait_and_log("b"); }};
    Strand joins{scheduler, [this] {
                     const Wake wake = join(scheduler, {&first, &second}, Deadline::never());
                     log += wake == Wake::resumed ? " resumed" : " canceled";
                 }};
};

}  // namespace

TEST_CASE("join: continues at the end of the turn in which the last one has ended") {
    JoinStage stage;
    for (Strand* one : {&stage.first, &stage.second, &stage.joins}) stage.scheduler.start(*one);
    CHECK(stage.joins.waits_for() == Wait::join);
    stage.resume(stage.second);
    stage.turn_at(50);
    CHECK(stage.log == "b");
    stage.resume(stage.first);
    CHECK(stage.log == "ba");
    stage.turn_at(50);
    CHECK(stage.log == "ba resumed");
}

TEST_CASE("join: what was deferred before may cancel it") {
    JoinStage stage;
    for (Strand* one : {&stage.first, &stage.second, &stage.joins}) stage.scheduler.start(*one);
    tern::loop::Deferred cancels(
        [](void* self) {
            auto* stage = static_cast<JoinStage*>(self);
            CHECK(stage->scheduler.cancel(stage->joins) == Error::ok);
        },
        &stage);
    stage.loop.defer(cancels);
    stage.resume(stage.first);
    stage.resume(stage.second);
    stage.turn_at(50);
    CHECK(stage.log == "ab canceled");
    stage.turn_at(60);
    CHECK(stage.joins.ended());
}

TEST_CASE("join: nothing to wait for") {
    JoinStage stage;
    Strand alone(stage.scheduler, [&] {
        CHECK(join(stage.scheduler, {}, Deadline::never()) == Wake::resumed);
        stage.log += "returned";
    });
    stage.scheduler.start(alone);
    CHECK(stage.log == "returned");
}
