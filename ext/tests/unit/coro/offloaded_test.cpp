#include "coro/offloaded.h"

#include <atomic>
#include <doctest/doctest.h>
#include <string>
#include <unistd.h>

#include "coro/fd_wait.h"
#include "coro/strand.h"

using tern::Error;
using tern::Result;
using tern::coro::await_job;
using tern::coro::AwaitedJob;
using tern::coro::Deadline;
using tern::coro::Strand;
using tern::coro::Wait;
using tern::loop::Offload;

namespace {

struct Counts {
    std::atomic<int> begun{0};
    std::atomic<int> alive{0};
    std::atomic<bool> may_end{true};
};

class CountedJob final : public AwaitedJob {
public:
    explicit CountedJob(Counts& counts) : counts_(counts) { ++counts_.alive; }
    ~CountedJob() override { --counts_.alive; }
    int answer = 0;

private:
    void work() noexcept override {
        ++counts_.begun;
        while (!counts_.may_end) usleep(100);
        answer = 42;
    }
    Counts& counts_;
};

struct OffloadedStage : tern::coro::World {
    OffloadedStage() { offload.set_limits({1, 1, 1000}); }
    void run_job(Deadline until) {
        auto job = await_job(scheduler, offload, std::make_unique<CountedJob>(counts), until);
        log += job.ok() ? std::to_string(job.value()->answer) + " " : std::to_string(number(job.error())) + " ";
    }
    void turn_until_gone() {
        while (counts.alive > 0) REQUIRE(loop.turn(0) == Error::ok);
    }

    Counts counts;
    std::string log;
    Offload offload{loop};
};

const std::string kCanceled = std::to_string(number(Error::coroutine_canceled)) + " ";
const std::string kTimedOut = std::to_string(number(Error::timed_out)) + " ";

}  // namespace

TEST_CASE("offloaded: the coroutine goes on with the job; the loop is alive until then") {
    OffloadedStage stage;
    Strand strand(stage.scheduler, [&] { stage.run_job(Deadline::never()); });
    stage.scheduler.start(strand);
    CHECK(strand.waits_for() == Wait::offload);
    CHECK(stage.loop.alive());
    while (!strand.ended()) REQUIRE(stage.loop.turn(-1) == Error::ok);
    CHECK(stage.log == "42 ");
    CHECK(stage.counts.alive == 0);
    CHECK_FALSE(stage.loop.alive());
}

TEST_CASE("offloaded: a job that runs when its wait ends frees itself later; one that waits is gone at once") {
    OffloadedStage stage;
    stage.counts.may_end = false;
    Strand first(stage.scheduler, [&] { stage.run_job(Deadline{60}); });
    Strand second(stage.scheduler, [&] { stage.run_job(Deadline::never()); });
    stage.scheduler.start(first);
    while (stage.counts.begun == 0) usleep(100);
    stage.scheduler.start(second);
    CHECK(stage.scheduler.cancel(second) == Error::ok);
    CHECK(stage.log == kCanceled);
    CHECK(stage.counts.alive == 1);
    stage.turn_at(100);
    CHECK(stage.log == kCanceled + kTimedOut);
    CHECK(first.ended());
    CHECK(stage.counts.alive == 1);
    CHECK_FALSE(stage.loop.alive());
    stage.counts.may_end = true;
    stage.turn_until_gone();
    CHECK(stage.counts.begun == 1);
}

TEST_CASE("offloaded: a job that is done already is freed when its coroutine is cancelled first") {
    OffloadedStage stage;
    Strand strand(stage.scheduler, [&] { stage.run_job(Deadline::never()); });
    stage.scheduler.start(strand);
    while (stage.counts.begun == 0) usleep(100);
    CHECK(stage.scheduler.cancel(strand) == Error::ok);
    CHECK(stage.log == kCanceled);
    stage.turn_until_gone();
}

TEST_CASE("readiness: ready, timed out, cancelled; two wait on one descriptor; a regular file") {
    OffloadedStage stage;
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    auto wait = [&](int fd, Deadline until) {
        Result<tern::loop::Events> ready =
            tern::coro::wait_ready(stage.scheduler, fd, tern::loop::kReadable, Wait::event, until);
        stage.log += ready.ok() ? "ready " : std::to_string(number(ready.error())) + " ";
    };
    Strand first(stage.scheduler, [&] { wait(ends[0], Deadline{60}); });
    Strand second(stage.scheduler, [&] { wait(ends[0], Deadline::never()); });
    Strand third(stage.scheduler, [&] { wait(ends[0], Deadline::never()); });
    for (Strand* one : {&first, &second, &third}) stage.scheduler.start(*one);
    CHECK(stage.loop.alive());
    stage.turn_at(100);
    CHECK(stage.log == kTimedOut);
    (void)stage.scheduler.cancel(third);
    CHECK(stage.log == kTimedOut + kCanceled);
    REQUIRE(write(ends[1], "x", 1) == 1);
    stage.turn_at(101);
    CHECK(stage.log == kTimedOut + kCanceled + "ready ");
    CHECK_FALSE(stage.loop.alive());
    // Nothing is watched any more.
    REQUIRE(stage.loop.turn(0) == Error::ok);
    close(ends[1]);
    Strand broken(stage.scheduler, [&] { wait(ends[0], Deadline::never()); });
    stage.scheduler.start(broken);
    stage.turn_at(102);
    CHECK(broken.ended());
    close(ends[0]);
    Strand closed(stage.scheduler, [&] { wait(ends[0], Deadline::never()); });
    stage.scheduler.start(closed);
    CHECK(stage.log == kTimedOut + kCanceled + "ready ready 9 ");
}
