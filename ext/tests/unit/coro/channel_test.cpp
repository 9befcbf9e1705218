#include <doctest/doctest.h>
#include <memory>
#include <string>
#include <vector>

#include "coro/channel_select.h"
#include "coro/strand.h"

using tern::coro::ChannelResult;
using tern::coro::Deadline;
using tern::coro::Scheduler;
using tern::coro::Strand;
using tern::coro::Wait;
using tern::coro::Wake;
using IntChannel = tern::coro::Channel<int>;

namespace {

// Coroutines at one channel; what happens to them is said in `log`.
struct ChannelStage : tern::coro::World {
    explicit ChannelStage(size_t capacity) : channel(capacity) {}

    Strand& producer(int value, int64_t until_ms = Deadline::kNever) {
        return start([this, value, until_ms] {
            const ChannelResult result = channel.push(scheduler, value, Deadline{until_ms});
            say("+" + std::to_string(value), result);
        });
    }
    Strand& consumer(int64_t until_ms = Deadline::kNever) {
        return start([this, until_ms] {
            int value = 0;
            const ChannelResult result = channel.pop(scheduler, &value, Deadline{until_ms});
            say(result == ChannelResult::ok ? "-" + std::to_string(value) : "-", result);
        });
    }
    // Outside of coroutines.
    int pop() {
        int value = 0;
        CHECK(!channel.pop_waits());
        CHECK(channel.pop(scheduler, &value, Deadline::never()) == ChannelResult::ok);
        say("pop" + std::to_string(value), ChannelResult::ok);
        return value;
    }
    ChannelResult push(int value) {
        CHECK(!channel.push_waits());
        const ChannelResult result = channel.push(scheduler, value, Deadline::never());
        say("push" + std::to_string(value), result);
        return result;
    }
    void say(const std::string& who, ChannelResult result) {
        static constexpr const char* kSuffix[] = {"", ":late", ":closed", ":canceled"};
        log += who + kSuffix[static_cast<int>(result)] + ' ';
    }
    Strand& start(std::function<void()> body) {
        strands.push_back(std::make_unique<Strand>(scheduler, std::move(body)));
        scheduler.start(*strands.back());
        return *strands.back();
    }

    IntChannel channel;
    std::string log;
    std::vector<std::unique_ptr<Strand>> strands;
};

}  // namespace

TEST_CASE("channel: first in, first out, without anybody waiting") {
    ChannelStage stage(3);
    for (int i = 1; i <= 3; ++i) CHECK(stage.push(i) == ChannelResult::ok);
    CHECK(stage.channel.full());
    CHECK(stage.channel.push_waits());
    for (int i = 1; i <= 3; ++i) CHECK(stage.pop() == i);
    CHECK(stage.channel.empty());
    CHECK(stage.channel.pop_waits());
}

TEST_CASE("channel: consumers are served in their order, each inside the push that it waited for") {
    ChannelStage stage(2);
    for (int i = 0; i < 3; ++i) stage.consumer();
    CHECK(stage.channel.consumers() == 3);
    CHECK(stage.strands[0]->waits_for() == Wait::channel_pop);
    for (int i = 1; i <= 4; ++i) stage.push(i);
    CHECK(stage.log == "-1 push1 -2 push2 -3 push3 push4 ");
    CHECK(stage.channel.values().size() == 1);
}

TEST_CASE("channel: producers are served in their order, each inside the pop that made room") {
    ChannelStage stage(1);
    stage.push(0);
    for (int i = 1; i <= 3; ++i) stage.producer(i);
    CHECK(stage.channel.producers() == 3);
    CHECK(stage.strands[0]->waits_for() == Wait::channel_push);
    for (int i = 0; i <= 3; ++i) CHECK(stage.pop() == i);
    CHECK(stage.log == "push0 +1 pop0 +2 pop1 +3 pop2 pop3 ");
}

TEST_CASE("channel: who comes later waits behind those that wait, even while they are being served") {
    ChannelStage stage(1);
    stage.push(0);
    stage.start([&] {
        CHECK(stage.channel.push(stage.scheduler, 1, Deadline::never()) == ChannelResult::ok);
        // The second producer waits: a push here may not overtake it, whatever there is room for.
        CHECK(stage.channel.push_waits());
        (void)stage.channel.push(stage.scheduler, 3, Deadline::never());
        stage.log += "+3 ";
    });
    stage.producer(2);
    for (int i = 0; i <= 3; ++i) CHECK(stage.pop() == i);
    CHECK(stage.log == "push0 pop0 +2 pop1 +3 pop2 pop3 ");
}

TEST_CASE("channel: nobody steals what a waiting consumer is woken for") {
    ChannelStage stage(1);
    stage.start([&] {
        for (int i = 0; i < 2; ++i) {
            int value = 0;
            CHECK(stage.channel.pop(stage.scheduler, &value, Deadline::never()) == ChannelResult::ok);
            stage.log += "first" + std::to_string(value) + ' ';
        }
    });
    stage.consumer();
    stage.push(1);  // the first takes 1 and waits again, behind the second
    CHECK(stage.channel.consumers() == 2);
    stage.push(2);
    stage.push(3);
    CHECK(stage.log == "first1 push1 -2 push2 first3 push3 ");
}

TEST_CASE("channel: a wait that is over leaves the queue") {
    ChannelStage stage(1);
    stage.consumer(80);
    Strand& canceled = stage.consumer();
    stage.consumer(90);
    CHECK(stage.scheduler.cancel(canceled) == tern::Error::ok);
    stage.turn_at(80);
    CHECK(stage.channel.consumers() == 1);
    stage.push(1);
    CHECK(stage.log == "-:canceled -:late -1 push1 ");
    stage.turn_at(1000);
    stage.push(2);
    Strand& producer = stage.producer(3, 1100);
    stage.producer(4, 1200);
    CHECK(stage.scheduler.cancel(producer) == tern::Error::ok);
    stage.turn_at(1200);
    CHECK(stage.channel.producers() == 0);
    CHECK(stage.log == "-:canceled -:late -1 push1 push2 +3:canceled +4:late ");
    CHECK(stage.pop() == 2);
    CHECK(stage.channel.empty());
}

TEST_CASE("channel: close ends every wait, what is left can be popped") {
    ChannelStage stage(2);
    stage.push(1);
    stage.push(2);
    stage.producer(3);
    stage.producer(4);
    CHECK(stage.channel.close(stage.scheduler));
    CHECK(!stage.channel.close(stage.scheduler));
    CHECK(stage.push(5) == ChannelResult::closed);
    stage.pop();
    CHECK(stage.push(6) == ChannelResult::closed);  // room does not matter
    stage.pop();
    stage.consumer();
    CHECK(stage.log == "push1 push2 +3:closed +4:closed push5:closed pop1 push6:closed pop2 -:closed ");
    ChannelStage other(1);
    for (int i = 0; i < 3; ++i) other.consumer();
    CHECK(other.channel.close(other.scheduler));
    CHECK(other.log == "-:closed -:closed -:closed ");
    CHECK(other.channel.consumers() == 0);
}

TEST_CASE("channel: whoever close wakes may cancel, push and close") {
    ChannelStage stage(1);
    Strand* second = nullptr;
    stage.start([&] {
        int value = 0;
        CHECK(stage.channel.pop(stage.scheduler, &value, Deadline::never()) == ChannelResult::closed);
        CHECK(stage.scheduler.cancel(*second) == tern::Error::ok);
        CHECK(stage.channel.push(stage.scheduler, 1, Deadline::never()) == ChannelResult::closed);
        CHECK(!stage.channel.close(stage.scheduler));
        CHECK(stage.channel.pop(stage.scheduler, &value, Deadline::never()) == ChannelResult::closed);
    });
    second = &stage.consumer();
    stage.consumer();
    CHECK(stage.channel.close(stage.scheduler));
    CHECK(stage.log == "-:canceled -:closed ");
    CHECK(stage.scheduler.count() == 0);
}

TEST_CASE("channel: after a fork, those that wait in the parent do not run here") {
    ChannelStage parent(1);
    parent.consumer();
    tern::coro::World child;
    int value = 0;
    CHECK(parent.channel.push(child.scheduler, 7, Deadline::never()) == ChannelResult::ok);
    CHECK(parent.log.empty());
    CHECK(parent.channel.pop(child.scheduler, &value, Deadline::never()) == ChannelResult::ok);
    CHECK(value == 7);
    CHECK(parent.scheduler.count() == 1);
}

TEST_CASE("channel: a large capacity costs nothing before it is used") {
    IntChannel channel(size_t{1} << 40);
    CHECK(channel.values().room() == 0);
    CHECK(!channel.push_waits());
}

namespace {

// Waits for a value in one channel or room in another.
struct Selection {
    Selection(ChannelStage& one, IntChannel& other, int64_t until_ms = Deadline::kNever)
        : strand(one.start([&one, &other, until_ms, this] {
              tern::coro::ChannelSelect<int> select(2);
              select.add_reader(one.channel);
              select.add_writer(other);
              wake = select.wait(one.scheduler, Deadline{until_ms});
              ++count;
              one.log += "select ";
          })) {}

    Wake wake = Wake::canceled;
    int count = 0;
    Strand& strand;
};

}  // namespace

TEST_CASE("channel: a select returns at once if a channel is ready") {
    ChannelStage stage(1);
    IntChannel other(1);
    Selection selection(stage, other);
    CHECK(selection.count == 1);
    CHECK(selection.wake == Wake::resumed);
    CHECK(stage.channel.readers().empty());
}

TEST_CASE("channel: a select ends inside the push that it waited for, and leaves all queues") {
    ChannelStage stage(2);
    IntChannel full(1);
    CHECK(full.push(stage.scheduler, 7, Deadline::never()) == ChannelResult::ok);
    Selection first(stage, full);
    Selection second(stage, full);
    CHECK(first.strand.waits_for() == Wait::channels);
    CHECK(full.writers().size() == 2);
    stage.push(1);
    CHECK(stage.log == "select select push1 ");
    CHECK(stage.channel.readers().empty());
    CHECK(full.writers().empty());
    CHECK(stage.channel.values().size() == 1);
}

TEST_CASE("channel: a waiting consumer gets the value, and the select goes on waiting") {
    ChannelStage stage(1);
    IntChannel full(1);
    int value = 7;
    CHECK(full.push(stage.scheduler, value, Deadline::never()) == ChannelResult::ok);
    Selection selection(stage, full);
    stage.consumer();
    stage.push(1);
    CHECK(stage.log == "-1 push1 ");
    CHECK(selection.count == 0);
    CHECK(full.pop(stage.scheduler, &value, Deadline::never()) == ChannelResult::ok);
    CHECK(selection.count == 1);
}

TEST_CASE("channel: a select ends when a channel is closed, and on time") {
    ChannelStage stage(1);
    IntChannel full(1);
    CHECK(full.push(stage.scheduler, 7, Deadline::never()) == ChannelResult::ok);
    Selection late(stage, full, 80);
    stage.turn_at(90);
    CHECK(late.wake == Wake::timed_out);
    CHECK(full.writers().empty());
    Selection closed(stage, full);
    CHECK(stage.channel.close(stage.scheduler));
    CHECK(closed.wake == Wake::resumed);
}
