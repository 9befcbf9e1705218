#include "loop/offload.h"

#include <atomic>
#include <condition_variable>
#include <csignal>
#include <doctest/doctest.h>
#include <functional>
#include <mutex>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using tern::Error;
using tern::loop::Job;
using tern::loop::Loop;
using tern::loop::Offload;

namespace {

// What jobs wait for.
class Gate {
public:
    void open() {
        std::lock_guard guard(lock_);
        open_ = true;
        changed_.notify_all();
    }
    void pass() {
        std::unique_lock guard(lock_);
        changed_.wait(guard, [this] { return open_; });
    }

private:
    std::mutex lock_;
    std::condition_variable changed_;
    bool open_ = false;
};

struct Seen {
    std::atomic<int> begun{0};
    std::atomic<int> worked{0};
    std::atomic<int> destroyed{0};
    std::vector<int> done;
    std::atomic<std::thread::id> worker{};
    std::atomic<bool> takes_signals{true};
};

class TestJob final : public Job {
public:
    explicit TestJob(Seen& seen, int number = 0, Gate* gate = nullptr) : seen_(seen), number_(number), gate_(gate) {}
    ~TestJob() override { ++seen_.destroyed; }

private:
    void work() noexcept override {
        sigset_t blocked;
        pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
        seen_.takes_signals = sigismember(&blocked, SIGTERM) == 0;
        seen_.worker = std::this_thread::get_id();
        ++seen_.begun;
        if (gate_ != nullptr) gate_->pass();
        ++seen_.worked;
    }
    void done() noexcept override {
        seen_.done.push_back(number_);
        delete this;
    }

    Seen& seen_;
    int number_;
    Gate* gate_;
};

struct Stage {
    Stage() { REQUIRE(loop.open() == Error::ok); }
    void turn_until_done(size_t count) {
        while (seen.done.size() < count) REQUIRE(loop.turn(1000) == Error::ok);
    }
    void submit(int number, Gate* gate = nullptr) {
        REQUIRE(offload.submit(*new TestJob(seen, number, gate)) == Error::ok);
    }
    static void wait_for(const std::function<bool()>& true_now) {
        while (!true_now()) std::this_thread::yield();
    }

    Loop loop;
    Seen seen;
    Offload offload{loop};
};

}  // namespace

TEST_CASE("offload: a job works on a thread without signals and is done on the loop") {
    Stage stage;
    CHECK(stage.offload.load().threads == 0);
    stage.submit(1);
    CHECK(stage.seen.done.empty());
    stage.turn_until_done(1);
    CHECK(stage.seen.worker.load() != std::this_thread::get_id());
    CHECK_FALSE(stage.seen.takes_signals);
    CHECK(stage.seen.destroyed == 1);
    CHECK_FALSE(stage.loop.alive());
}

TEST_CASE("offload: threads come as they are needed, up to the limit, and one job after the other") {
    Stage stage;
    stage.offload.set_limits({1, 3, 1000});
    Gate gate;
    for (int i = 0; i < 200; ++i) stage.submit(i, &gate);
    CHECK(stage.offload.load().threads == 3);
    gate.open();
    stage.turn_until_done(200);
    CHECK(stage.offload.load().threads == 3);
    CHECK(stage.seen.worked == 200);
}

TEST_CASE("offload: an idle thread is used again, and ends after its time") {
    Stage stage;
    stage.offload.set_limits({1, 8, 1});
    for (int i = 0; i < 20; ++i) {
        stage.submit(i);
        stage.turn_until_done(static_cast<size_t>(i) + 1);
    }
    Gate gate;
    for (int i = 0; i < 4; ++i) stage.submit(i, &gate);
    gate.open();
    stage.turn_until_done(24);
    Stage::wait_for([&] { return stage.offload.load().threads == 1; });
    stage.submit(25);
    stage.turn_until_done(25);
}

TEST_CASE("offload: a job that has not begun is given back") {
    Stage stage;
    stage.offload.set_limits({1, 1, 1000});
    Gate gate;
    auto* running = new TestJob(stage.seen, 1, &gate);
    REQUIRE(stage.offload.submit(*running) == Error::ok);
    Stage::wait_for([&] { return stage.seen.begun == 1; });
    CHECK_FALSE(stage.offload.withdraw(*running));
    auto* queued = new TestJob(stage.seen, 2);
    REQUIRE(stage.offload.submit(*queued) == Error::ok);
    CHECK(stage.offload.withdraw(*queued));
    CHECK_FALSE(stage.offload.withdraw(*queued));
    delete queued;
    gate.open();
    stage.turn_until_done(1);
    CHECK(stage.seen.done == std::vector<int>{1});
}

TEST_CASE("offload: a full queue refuses") {
    Stage stage;
    stage.offload.set_limits({1, 1, 1000});
    Gate gate;
    size_t taken = 0;
    auto* job = new TestJob(stage.seen, 0, &gate);
    while (stage.offload.submit(*job) == Error::ok) {
        ++taken;
        job = new TestJob(stage.seen, 0, &gate);
    }
    CHECK(stage.offload.submit(*job) == Error::queue_full);
    delete job;
    CHECK(taken >= Offload::kMostQueued);
    CHECK(taken <= Offload::kMostQueued + 1);
    gate.open();
    stage.turn_until_done(taken);
}

TEST_CASE("offload: a turn within done() goes on with the other jobs") {
    struct Nested final : Job {
        explicit Nested(Stage& where) : stage(where) {}
        void work() noexcept override {}
        void done() noexcept override {
            Stage& here = stage;
            delete this;
            here.submit(1);
            here.submit(2);
            here.turn_until_done(2);
        }
        Stage& stage;
    };
    Stage stage;
    REQUIRE(stage.offload.submit(*new Nested(stage)) == Error::ok);
    stage.turn_until_done(2);
    CHECK(stage.seen.worked == 2);
}

TEST_CASE("offload: a pool that goes destroys what nobody works on, and leaves the rest to its thread") {
    Seen seen;
    Gate gate;
    {
        Loop loop;
        REQUIRE(loop.open() == Error::ok);
        Offload offload(loop);
        offload.set_limits({1, 1, 1000});
        REQUIRE(offload.submit(*new TestJob(seen, 1, &gate)) == Error::ok);
        Stage::wait_for([&] { return seen.begun == 1; });
        REQUIRE(offload.submit(*new TestJob(seen, 2)) == Error::ok);
        REQUIRE(offload.submit(*new TestJob(seen, 3)) == Error::ok);
    }
    CHECK(seen.destroyed == 2);
    CHECK(seen.worked == 0);
    gate.open();
    Stage::wait_for([&] { return seen.destroyed == 3; });
    CHECK(seen.done.empty());
}

TEST_CASE("offload: jobs that are finished, but not told yet, go with the pool") {
    Seen seen;
    {
        Loop loop;
        REQUIRE(loop.open() == Error::ok);
        Offload offload(loop);
        for (int i = 0; i < 3; ++i) REQUIRE(offload.submit(*new TestJob(seen, i)) == Error::ok);
        Stage::wait_for([&] { return seen.worked == 3; });
    }
    CHECK(seen.destroyed == 3);
    CHECK(seen.done.empty());
}

TEST_CASE("offload: a forked child starts over, and leaves its parent's pool alone") {
    Stage stage;
    stage.submit(1);
    stage.turn_until_done(1);
    pid_t child = fork();
    if (child == 0) {
        Loop loop;
        bool well = loop.open() == Error::ok;
        {
            Offload own(loop);
            well = well && own.submit(*new TestJob(stage.seen, 2)) == Error::ok;
            while (well && stage.seen.done.size() < 2) well = loop.turn(1000) == Error::ok;
        }
        stage.offload.~Offload();
        _exit(well ? 0 : 1);
    }
    int status = -1;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(status == 0);
    stage.submit(3);
    stage.turn_until_done(2);
}
