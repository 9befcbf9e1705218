#include "php/server/task/task_client.h"

#include "php/coroutine/program/process_runtime.h"
#include "php/engine/classes.h"
#include "php/engine/fiber/fiber.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/program_entry.h"
#include "php/server/server_events.h"

namespace tern::php {

namespace {

// A call of the callback of `finish`, or of a task's own callback.
struct FinishCall {
    ServerObject* server;
    zval callback;
    int64_t task_id;
    int task_worker;
    shm::CacheTag tag;
    Bytes body;
};

void make_result(const FinishCall& call, zval* data, zval* into) {
    zend_object* result = make_dispatched(classes.server_task_result, data, into);
    zend_update_property_long(result->ce, result, ZEND_STRL("task_id"), call.task_id);
    zend_update_property_long(result->ce, result, ZEND_STRL("task_worker_id"), call.task_worker);
}

void call_finish(void* argument) {
    FinishCall call = *static_cast<FinishCall*>(argument);
    zval arguments[3];
    uint32_t count = 3;
    ZVAL_OBJ_COPY(&arguments[0], &call.server->std);
    ZVAL_LONG(&arguments[1], call.task_id);
    unpack_value(call.tag, call.body, &arguments[2]);
    if (call.server->config->event_object) {
        make_result(call, &arguments[2], &arguments[1]);
        zval_ptr_dtor(&arguments[2]);
        count = 2;
    }
    (void)call_last_and_release(&call.callback, count, arguments);
}

}  // namespace

// The process ends, so the engine frees the remaining callbacks.
TaskClient::~TaskClient() {
    while (TaskWait* wait = waits_.pop_front()) delete wait;
}

// Waits until another process makes room, or starts.
Error TaskClient::send_when_possible(const worker::TaskHead& head, zend_long index, Bytes body) {
    for (;;) {
        Runtime* runtime = php::runtime();
        const bool may_wait = runtime != nullptr && runtime->may_suspend();
        const Error error = dispatcher_.send(head, index, body, may_wait ? worker::OnFull::wake : worker::OnFull::fail);
        const bool is_busy = error == proc::Inboxes::kSystemBusy;
        const bool later = is_busy || error == Error::server_pipe_buffer_full || error == Error::server_no_idle_worker;
        if (!later || !may_wait) return error;
        const coro::Deadline until =
            is_busy ? coro::Deadline::in(worker::Messenger::kSystemAgainMs) : coro::Deadline::never();
        const coro::Wake wake = waits_for_room_.wait(*runtime, SendWaits::kInbox, coro::Wait::task, until);
        if (wake == coro::Wake::canceled) return Error::coroutine_canceled;
    }
}

Result<int64_t> TaskClient::submit(const PackedValue& value, zend_long index, bool awaited, uint8_t flags) {
    worker::TaskHead head;
    head.task_id = next_id_++;
    head.given_at_s = dispatch_time_s();
    head.from_generation = messenger_.generation();
    head.tag = value.tag;
    head.awaited = awaited;
    head.flags = flags;
    const Error error = send_when_possible(head, index, value.bytes);
    if (error != Error::ok) return error;
    return head.task_id;
}

void TaskClient::expect(int64_t task_id, const zval* callback) {
    Expected expected;
    ZVAL_COPY(&expected.callback, callback);
    expected_.emplace(task_id, expected);
}

void TaskClient::expect(int64_t task_id, TaskWait& wait) {
    Expected expected;
    ZVAL_UNDEF(&expected.callback);
    expected.wait = &wait;
    expected.index = wait.results.size();
    wait.results.emplace_back();
    ++wait.left;
    expected_.emplace(task_id, expected);
}

TaskWait& TaskClient::begin_wait() {
    auto& wait = *new TaskWait;
    waits_.push_back(wait);
    return wait;
}

// A wait outside of coroutines.
class TaskClient::BlockingWait final : public worker::ResultWait {
public:
    BlockingWait(TaskClient& client, const TaskWait& wait) noexcept : client_(client), wait_(wait) {}
    bool complete() const noexcept override { return wait_.left == 0; }
    bool take(const proc::Message& message) override {
        worker::TaskResultHead head;
        Bytes rest = message.payload;
        const bool is_result = message.head.kind == proc::MessageKind::task_result && worker::take_head(rest, head);
        if (!is_result || !client_.is_waited_for(head)) return false;
        client_.take(message);
        return true;
    }

private:
    TaskClient& client_;
    const TaskWait& wait_;
};

void TaskClient::read_results(const TaskWait& wait, coro::Deadline until) {
    BlockingWait blocking(*this, wait);
    reader_->read_results(blocking, until.at_ms);
}

coro::Wake TaskClient::wait(TaskWait& wait, coro::Deadline until) {
    Runtime& runtime = *php::runtime();
    if (wait.left == 0) return coro::Wake::resumed;
    if (!runtime.may_suspend()) {
        read_results(wait, until);
        return wait.left == 0 ? coro::Wake::resumed : coro::Wake::timed_out;
    }
    wait.waiter = runtime.current();
    const coro::Wake wake = runtime.scheduler.suspend(coro::Wait::task, until);
    wait.waiter = nullptr;
    return wake;
}

void TaskClient::forget(TaskWait& wait) noexcept {
    if (wait.left > 0) std::erase_if(expected_, [&](const auto& one) { return one.second.wait == &wait; });
    delete &wait;
}

bool TaskClient::is_waited_for(const worker::TaskResultHead& head) const noexcept {
    const auto found = expected_.find(head.task_id);
    return head.awaited && head.to_generation == messenger_.generation() && found != expected_.end() &&
           found->second.wait != nullptr;
}

// Takes over the reference of the callback.
void TaskClient::finish(const proc::MessageHead& message, const worker::TaskResultHead& head, Bytes body,
                        zval* callback) {
    FinishCall call{&server_, {}, head.task_id, message.from_worker, head.tag, body};
    ZVAL_COPY_VALUE(&call.callback, callback);
    if (!enter_program(*runtime(), call_finish, &call)) zval_ptr_dtor(callback);
}

void TaskClient::report_lost(const proc::MessageHead& message, const worker::TaskResultHead& head) {
    EventCall call(server_.callback(ServerEvent::task_lost));
    call.add(&server_.std).add(zend_long{head.task_id}).add(zend_long{message.from_worker});
    call_event(call, coroutines()->loop_calls.in_coroutines);
}

void TaskClient::wake(TaskWait& wait) {
    if (--wait.left > 0 || wait.waiter == nullptr) return;
    runtime()->scheduler.resume(*std::exchange(wait.waiter, nullptr), coro::Wake::resumed);
}

// The rest after the head is in the message, or in the file that came with it.
void TaskClient::take(const proc::Message& message) {
    Bytes rest = message.payload;
    worker::TaskResultHead head;
    proc::MessageBody file;
    if (worker::take_head(rest, head)) take_result(message.head, head, worker::body_of(message, rest, file));
}

void TaskClient::take_result(const proc::MessageHead& message, const worker::TaskResultHead& head, Bytes body) {
    Expected expected;
    ZVAL_COPY(&expected.callback, server_.callback(ServerEvent::finish));
    if (head.awaited && head.to_generation == messenger_.generation()) {
        zval_ptr_dtor(&expected.callback);
        const auto found = expected_.find(head.task_id);
        if (found == expected_.end()) return;  // the caller has stopped waiting
        expected = found->second;
        expected_.erase(found);
    }
    if (expected.wait != nullptr) {
        expected.wait->results[expected.index] = {head.end, true, head.tag, std::string(body)};
        return wake(*expected.wait);
    }
    const bool calls = head.end == worker::TaskEnd::finished && Z_TYPE(expected.callback) != IS_UNDEF;
    if (calls) return finish(message, head, body, &expected.callback);
    zval_ptr_dtor(&expected.callback);
    if (head.end == worker::TaskEnd::lost) report_lost(message, head);
}

}  // namespace tern::php
