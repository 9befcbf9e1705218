#include "php/server/task/task_runner.h"

#include <algorithm>

#include "php/coroutine/program/forked.h"
#include "php/coroutine/program/process_runtime.h"
#include "php/engine/fiber/fiber.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/program_entry.h"
#include "php/engine/globals.h"

namespace tern::php {

namespace {

constexpr int64_t kMostWaitMs = 10'000;  // for a process that does not read its results

int flags_of(shm::CacheTag tag, Bytes body) noexcept {
    const bool is_long = sizeof(worker::TaskHead) + body.size() > proc::Inboxes::kMaxPayload;
    return (is_packed_text(tag) ? 0 : task_flags::kSerialized) | (is_long ? task_flags::kTemporaryFile : 0);
}

}  // namespace

struct TaskRunner::Delivery {
    TaskRunner* self;
    uint32_t place;
    Bytes body;
};

TaskRunner::TaskRunner(const TaskRunnerParts& parts) noexcept
    : parts_(parts),
      in_coroutines_(parts.server.config->task_enable_coroutine),
      as_objects_(in_coroutines_ || parts.server.config->task_object || parts.server.config->event_object),
      callback_(parts.server.callback(ServerEvent::task)) {}

bool TaskRunner::full() const noexcept {
    const Runtime& runtime = *php::runtime();
    if (!in_coroutines_) return current_ != kNone;
    return count_ >= proc::TaskLedger::kMostRunning || runtime.scheduler.count() >= runtime.pool.max_coroutines;
}

uint32_t TaskRunner::enter(const proc::MessageHead& message, const worker::TaskHead& head, uint64_t at) noexcept {
    TERN_CHECK(count_ < proc::TaskLedger::kMostRunning);
    uint32_t place = static_cast<uint32_t>(running_.size());
    if (free_.empty()) {
        running_.emplace_back();
    } else {
        place = free_.back();
        free_.pop_back();
    }
    running_[place] = {head, message.from_worker, false};
    ++count_;
    parts_.ledger.enter(parts_.messenger.slot(), place,
                        {head.task_id, message.from_worker, head.from_generation, at, head.awaited});
    counters().task_num.increment();
    return place;
}

void TaskRunner::end(uint32_t place) noexcept {
    Running& task = running_[place];
    if (terminates_ && !task.finished) return;
    if (task.head.awaited && !task.finished) (void)send(task, worker::TaskEnd::without_result, {}, false);
    worker::Messenger& messenger = parts_.messenger;
    parts_.ledger.strike_out(messenger.slot(), place);
    const uint32_t index = static_cast<uint32_t>(messenger.worker_id()) - messenger.state().roster().events;
    parts_.ledger.outstanding(index).fetch_sub(1, std::memory_order_relaxed);
    counters().task_num.decrement();
    --count_;
    free_.push_back(place);
    parts_.requests.count();
    parts_.inbox.read_on();
}

void TaskRunner::run(uint32_t place, Bytes body) {
    Runtime& runtime = *php::runtime();
    Delivery delivery{this, place, body};
    if (in_coroutines_) {
        if (enter_for_request(runtime, true, {run_task, nullptr, nullptr, true}, &delivery) == Entry::entered) return;
        (void)send(running_[place], worker::TaskEnd::lost, {}, false);
        end(place);
        return;
    }
    current_ = place;
    (void)enter_for_request(runtime, false, {run_task, nullptr, nullptr, true}, &delivery);
    current_ = kNone;
    if (!as_objects_ && !runtime.bailed) end(place);
}

void TaskRunner::run_task(void* delivery) {
    const Delivery one = *static_cast<Delivery*>(delivery);
    one.self->call(one.place, one.body);
}

// The arguments after the server: three, or one object, whose destruction ends the task.
uint32_t TaskRunner::make_arguments(uint32_t place, Bytes body, zval* into) {
    const Running task = running_[place];
    const int flags = task.head.flags | flags_of(task.head.tag, body);
    zval data;
    unpack_value(task.head.tag, body, &data);
    ZVAL_OBJ_COPY(&into[0], &parts_.server.std);
    if (as_objects_) {
        make_task({task.head.task_id, std::max(task.from_worker, 0), task.head.given_at_s, flags, place}, &data,
                  &into[1]);
        return 2;
    }
    ZVAL_LONG(&into[1], task.head.task_id);
    ZVAL_LONG(&into[2], task.from_worker);
    ZVAL_COPY_VALUE(&into[3], &data);
    return 4;
}

void TaskRunner::call(uint32_t place, Bytes body) {
    const uint32_t forks = TERN_G(forks);
    zval arguments[4];
    zval result;
    ZVAL_UNDEF(&result);
    const uint32_t count = make_arguments(place, body, arguments);
    if (EG(exception) == nullptr) callback_.call(count, arguments, &result);
    if (TERN_G(forks) != forks) end_fork();
    if (in_coroutines_) {
        run_deferred(&result);
    } else if (EG(exception) == nullptr) {
        take_returned(place, &result);
    }
    zval_ptr_dtor(&result);
    for (uint32_t i = 0; i < count; ++i) zval_ptr_dtor(&arguments[i]);
}

// When tasks run one after the other, the returned value of the callback is the result.
void TaskRunner::take_returned(uint32_t place, zval* returned) {
    if (Z_TYPE_P(returned) > IS_NULL) (void)finish(place, returned);
}

Error TaskRunner::finish(uint32_t place, zval* data) {
    if ((running_[place].head.flags & task_flags::kNoReply) != 0) return Error::operation_not_supported;
    PackedValue packed;
    if (!pack_value(data, packed)) return Error::invalid_params;
    const Running task = running_[place];
    running_[place].finished = true;
    const Error error = send(task, worker::TaskEnd::finished, packed, true);
    if (error == Error::ok) parts_.ledger.note_answered(parts_.messenger.slot(), place);
    packed.release();
    // The API answers workers only. The result has reached the master nevertheless.
    return error == Error::ok && task.from_worker < 0 ? Error::operation_not_supported : error;
}

Error TaskRunner::finish_current(zval* data) {
    return current_ == kNone || in_coroutines_ ? Error::wrong_operation : finish(current_, data);
}

// A process that leaves does not wait for the successor of another process, and in a shutdown there is none.
bool TaskRunner::is_worth_waiting(Error error) const noexcept {
    const bool leaves = parts_.requests.leaving() || parts_.messenger.state().shutting_down();
    return worker::RoomWait::is_temporary(error) && !(error == Error::server_no_idle_worker && leaves);
}

// Returns false when the wait is cancelled.
bool TaskRunner::wait_for_room(Error error, worker::RoomWait& room) {
    Runtime& runtime = *php::runtime();
    if (!runtime.may_suspend()) {
        room.wait(error);
        return true;
    }
    const coro::Deadline until{room.wake_up_ms(error)};
    return parts_.waits.wait(runtime, SendWaits::kInbox, coro::Wait::task, until) != coro::Wake::canceled;
}

// Sends to the process that sent the task, or, when that has ended, to the current one with its worker id.
Error TaskRunner::send(const Running& task, worker::TaskEnd end, const PackedValue& value, bool may_wait) {
    const worker::TaskResultHead head{task.head.task_id, task.head.from_generation, value.tag, end, task.head.awaited};
    const Running to = task;
    worker::RoomWait room(parts_.messenger, monotonic_ms() + kMostWaitMs);
    for (;;) {
        const Error error = parts_.messenger.send_to_process(
            to.head.from_generation, to.from_worker, {.kind = proc::MessageKind::task_result}, worker::bytes_of(head),
            value.bytes, may_wait ? worker::OnFull::wake : worker::OnFull::fail);
        if (!may_wait || !is_worth_waiting(error)) return worker::Messenger::error_for_program(error);
        if (room.over()) break;
        if (!wait_for_room(error, room)) return Error::coroutine_canceled;
    }
    TERN_G(log)->print(LogLevel::error, "the result of task %ld is lost: worker %d has not read its messages for long",
                       static_cast<long>(to.head.task_id), to.from_worker);
    return Error::server_pipe_buffer_full;
}

}  // namespace tern::php
