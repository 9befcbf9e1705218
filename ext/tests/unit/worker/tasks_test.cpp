// Tasks on their way: who gets one, what is counted, and what becomes of those whose worker died.
#include "worker/tasks.h"

#include "worker/rig.h"

using namespace tern;
using namespace tern::worker;
using namespace tern::worker::test;

namespace {

// Worker 0 gives tasks, workers 1 and 2 run them.
struct TasksRig {
    Shared shared{{.events = 1, .tasks = 2}};
    proc::TaskLedger ledger;
    Process giver{shared, 0, 0, 5};
    Process first{shared, 1, 1, 6};
    Process second{shared, 2, 2, 7};
    TaskDispatcher dispatcher{giver.messenger, ledger};

    TasksRig() { REQUIRE(ledger.create(shared.state.slot_count(), 2) == Error::ok); }
    Error send(int64_t index, OnFull on_full = OnFull::fail) {
        return dispatcher.send({.task_id = 1}, index, "body", on_full);
    }
};

}  // namespace

TEST_CASE("tasks: the worker with the fewest outstanding tasks gets the next one") {
    TasksRig rig;
    for (int n = 0; n < 4; ++n) CHECK(rig.send(TaskDispatcher::kAny) == Error::ok);
    CHECK(rig.ledger.outstanding(0).load() == 2);
    CHECK(rig.ledger.outstanding(1).load() == 2);
    CHECK(rig.send(1) == Error::ok);
    CHECK(rig.ledger.outstanding(1).load() == 3);
    CHECK(rig.send(TaskDispatcher::kAny) == Error::ok);
    CHECK(rig.ledger.outstanding(0).load() == 3);
}

TEST_CASE("tasks: a worker that is not there gets none, and what was not sent is not counted") {
    TasksRig rig;
    rig.shared.state.vacate(1);
    CHECK(rig.send(TaskDispatcher::kAny) == Error::ok);
    CHECK(rig.send(TaskDispatcher::kAny) == Error::ok);
    CHECK(rig.ledger.outstanding(0).load() == 0);
    CHECK(rig.send(0) == Error::server_no_idle_worker);
    CHECK(rig.ledger.outstanding(0).load() == 0);
}

TEST_CASE("tasks: a sender that waits is woken by whichever worker makes room first") {
    for (int reader = 0; reader < 2; ++reader) {
        TasksRig rig;
        Process& one = reader == 0 ? rig.first : rig.second;
        rig.giver.sleep();
        rig.first.fill();
        rig.second.fill();
        // More than will fit: whatever the fill left.
        const std::string large(1000, 'x');
        CHECK(rig.dispatcher.send({.task_id = 1}, TaskDispatcher::kAny, large, OnFull::wake) ==
              Error::server_pipe_buffer_full);
        CHECK_FALSE(rig.giver.woken());
        one.empty();
        CHECK(rig.giver.woken());
    }
}

TEST_CASE("tasks: those of a worker that died are reported, when there is room") {
    TasksRig rig;
    Messenger master(rig.shared.state, rig.shared.inboxes);
    LostTasks lost(master, rig.ledger, rig.shared.log);
    rig.ledger.outstanding(0).store(3);
    rig.ledger.enter(1, 0, {.task_id = 7, .from_worker = 0, .from_generation = 5, .message_at = 0, .awaited = true});
    rig.ledger.enter(1, 1, {.task_id = 8, .from_worker = 0, .from_generation = 5, .message_at = 0});
    rig.ledger.note_answered(1, 1);
    rig.ledger.enter(1, 2, {.task_id = 9, .from_worker = 0, .from_generation = 5, .message_at = 50});
    REQUIRE(rig.shared.inboxes.sleep(master.slot()));
    rig.giver.fill();
    lost.look_for({.worker_id = 1, .slot = 1, .messages_taken = 50});
    CHECK(rig.ledger.outstanding(0).load() == 1);  // the last one is in the inbox still
    REQUIRE(rig.shared.journal.lines.size() == 1);
    lost.report();
    CHECK_FALSE(lost.empty());
    CHECK_FALSE(readable(rig.shared.inboxes.ring_fd(master.slot())));
    rig.giver.empty();
    CHECK(readable(rig.shared.inboxes.ring_fd(master.slot())));
    lost.report();
    CHECK(lost.empty());
    const Result<proc::Message> message = rig.shared.inboxes.receive(0, rig.giver.room);
    REQUIRE(message.ok());
    CHECK(message.value().head.from_worker == 1);
    TaskResultHead head;
    Bytes rest = message.value().payload;
    REQUIRE(take_head(rest, head));
    CHECK(head.task_id == 7);
    CHECK(head.end == TaskEnd::lost);
    CHECK(head.awaited);
    CHECK(rig.giver.next() == "none");
}

TEST_CASE("tasks: a lost one waits for a process that can be told") {
    TasksRig rig;
    Messenger master(rig.shared.state, rig.shared.inboxes);
    LostTasks lost(master, rig.ledger, rig.shared.log);
    rig.ledger.enter(1, 0, {.task_id = 7, .from_worker = 0, .from_generation = 5, .message_at = 0});
    rig.shared.state.vacate(0);
    lost.look_for({.worker_id = 1, .slot = 1, .messages_taken = 1});
    lost.report();
    CHECK_FALSE(lost.empty());
    Process next(rig.shared, 0, 3, 9);
    lost.report();
    CHECK(lost.empty());
    CHECK(next.next() != "none");
}
