#include "php/server/task_desk.h"

#include "php/bridge/callback.h"
#include "php/bridge/classes.h"
#include "php/bridge/uncaught.h"
#include "php/server/server_event_objects.h"
#include "php/server/server_process.h"
#include "php/server/server_worker.h"
#include "php/server/worker_messages.h"

namespace tern::php {

namespace {

constexpr int64_t kRoomAgainMs = 1;

// The callback of `finish`, or one of a task's own.
struct FinishCall {
    ServerObject* server;
    zval callback;
    int64_t task_id;
    int task_worker;
    shm::CacheTag tag;
    Bytes body;
};

void make_result(const FinishCall& call, zval* data, zval* into) {
    object_init_ex(into, classes.server_task_result);
    zend_object* result = Z_OBJ_P(into);
    zend_update_property_long(result->ce, result, ZEND_STRL("task_id"), call.task_id);
    zend_update_property_long(result->ce, result, ZEND_STRL("task_worker_id"), call.task_worker);
    zend_update_property_double(result->ce, result, ZEND_STRL("dispatch_time"), dispatch_time_s());
    zend_update_property(result->ce, result, ZEND_STRL("data"), data);
}

void call_finish(void* argument) {
    FinishCall call = *static_cast<FinishCall*>(argument);
    zval result;
    zval arguments[3];
    uint32_t count = 3;
    ZVAL_UNDEF(&result);
    ZVAL_OBJ_COPY(&arguments[0], &call.server->std);
    ZVAL_LONG(&arguments[1], call.task_id);
    unpack_value(call.tag, call.body, &arguments[2]);
    if (call.server->config->event_object) {
        make_result(call, &arguments[2], &arguments[1]);
        zval_ptr_dtor(&arguments[2]);
        count = 2;
    }
    if (EG(exception) == nullptr) call_user_function(nullptr, nullptr, &call.callback, &result, count, arguments);
    bail_if_fatal();
    zval_ptr_dtor(&call.callback);
    zval_ptr_dtor(&result);
    for (uint32_t i = 0; i < count; ++i) zval_ptr_dtor(&arguments[i]);
}

}  // namespace

// What is expected still is the engine's to free: this is the end of the process.
TaskDesk::~TaskDesk() {
    while (TaskWait* wait = waits_.pop_front()) delete wait;
}

// Worker ids of task workers come behind those of event workers.
int TaskDesk::choose(zend_long index) noexcept {
    proc::TaskLedger& ledger = process_.task_ledger();
    const int first = static_cast<int>(process_.state().roster().events);
    if (index >= 0) return first + static_cast<int>(index);
    uint32_t best = 0;
    int32_t least = INT32_MAX;
    for (uint32_t n = 1; n <= ledger.task_workers(); ++n) {
        const uint32_t one = (last_chosen_ + n) % ledger.task_workers();
        const int32_t outstanding = ledger.outstanding(one).load(std::memory_order_relaxed);
        if (outstanding >= least || process_.state().current_seat(first + static_cast<int>(one)) < 0) continue;
        least = outstanding;
        best = one;
        if (outstanding <= 0) break;
    }
    last_chosen_ = best;
    return first + static_cast<int>(best);
}

Error TaskDesk::send(const TaskHead& head, zend_long index, Bytes body) noexcept {
    const int worker_id = choose(index);
    std::atomic<int32_t>& outstanding =
        process_.task_ledger().outstanding(static_cast<uint32_t>(worker_id) - process_.state().roster().events);
    outstanding.fetch_add(1, std::memory_order_relaxed);
    const Error error = send_to_worker(process_, worker_id, {.kind = proc::MessageKind::task}, bytes_of(head), body);
    if (error != Error::ok) outstanding.fetch_sub(1, std::memory_order_relaxed);
    return error;
}

Error TaskDesk::send_when_possible(const TaskHead& head, zend_long index, Bytes body) {
    for (;;) {
        const Error error = send(head, index, body);
        const bool later = error == Error::server_pipe_buffer_full || error == Error::server_no_idle_worker;
        Runtime* all = runtime();
        if (!later || all == nullptr || !all->may_suspend()) return error;
        const coro::Wake wake = all->scheduler.suspend(coro::Wait::task, coro::Deadline::in(kRoomAgainMs));
        if (wake == coro::Wake::canceled) return Error::coroutine_canceled;
    }
}

Result<int64_t> TaskDesk::give(const PackedValue& value, zend_long index, bool awaited) {
    TaskHead head;
    head.task_id = next_id_++;
    head.given_at_s = dispatch_time_s();
    head.from_incarnation = process_.incarnation();
    head.tag = value.tag;
    head.awaited = awaited;
    const Error error = send_when_possible(head, index, value.bytes);
    if (error != Error::ok) return error;
    return head.task_id;
}

void TaskDesk::expect(int64_t task_id, const zval* callback) {
    Expected expected;
    ZVAL_COPY(&expected.callback, callback);
    expected_.emplace(task_id, expected);
}

void TaskDesk::expect(int64_t task_id, TaskWait& wait) {
    Expected expected;
    ZVAL_UNDEF(&expected.callback);
    expected.wait = &wait;
    expected.index = wait.results.size();
    wait.results.emplace_back();
    ++wait.left;
    expected_.emplace(task_id, expected);
}

TaskWait& TaskDesk::begin_wait() {
    auto& wait = *new TaskWait;
    waits_.push_back(wait);
    return wait;
}

coro::Wake TaskDesk::wait(TaskWait& wait, coro::Deadline until) {
    Runtime& all = *runtime();
    if (wait.left == 0) return coro::Wake::resumed;
    if (!all.may_suspend()) {
        process_.worker()->read_results(wait, until);
        return wait.left == 0 ? coro::Wake::resumed : coro::Wake::timed_out;
    }
    wait.waiter = all.current();
    const coro::Wake wake = all.scheduler.suspend(coro::Wait::task, until);
    wait.waiter = nullptr;
    return wake;
}

void TaskDesk::forget(TaskWait& wait) noexcept {
    if (wait.left > 0) std::erase_if(expected_, [&](const auto& one) { return one.second.wait == &wait; });
    delete &wait;
}

bool TaskDesk::is_waited_for(const TaskResultHead& head) const noexcept {
    const auto found = expected_.find(head.task_id);
    return head.awaited && head.to_incarnation == process_.incarnation() && found != expected_.end() &&
           found->second.wait != nullptr;
}

// The callback's reference becomes the call's.
void TaskDesk::finish(const proc::MessageHead& message, const TaskResultHead& head, Bytes body, zval* callback) {
    FinishCall call{&process_.server(), {}, head.task_id, message.from_worker, head.tag, body};
    ZVAL_COPY_VALUE(&call.callback, callback);
    if (!enter_program(*runtime(), call_finish, &call)) zval_ptr_dtor(callback);
}

void TaskDesk::report_lost(const proc::MessageHead& message, const TaskResultHead& head) {
    EventCall call(process_.server().callback(ServerEvent::task_lost));
    call.add(&process_.server().std).add(zend_long{head.task_id}).add(zend_long{message.from_worker});
    call_event(call, runtime()->callbacks_in_coroutines);
}

void TaskDesk::wake(TaskWait& wait) {
    if (--wait.left > 0 || wait.waiter == nullptr) return;
    runtime()->scheduler.resume(*std::exchange(wait.waiter, nullptr), coro::Wake::resumed);
}

// What follows the head is in the message, or in the file that came with it.
void TaskDesk::take(const proc::Message& message) {
    Bytes rest = message.payload;
    TaskResultHead head;
    proc::MessageBody file;
    if (take_head(rest, head)) take_result(message.head, head, body_of(message, rest, file));
}

void TaskDesk::take_result(const proc::MessageHead& message, const TaskResultHead& head, Bytes body) {
    Expected expected;
    ZVAL_COPY(&expected.callback, process_.server().callback(ServerEvent::finish));
    if (head.awaited && head.to_incarnation == process_.incarnation()) {
        zval_ptr_dtor(&expected.callback);
        const auto found = expected_.find(head.task_id);
        if (found == expected_.end()) return;  // the time of who waited is over
        expected = found->second;
        expected_.erase(found);
    }
    if (expected.wait != nullptr) {
        expected.wait->results[expected.index] = {head.end, true, head.tag, std::string(body)};
        return wake(*expected.wait);
    }
    const bool calls = head.end == TaskEnd::finished && Z_TYPE(expected.callback) != IS_UNDEF;
    if (calls) return finish(message, head, body, &expected.callback);
    zval_ptr_dtor(&expected.callback);
    if (head.end == TaskEnd::lost) report_lost(message, head);
}

}  // namespace tern::php
