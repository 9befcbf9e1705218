// The methods of Swoole\Server that submit tasks and finish them.
#include "php/coroutine/program/script.h"
#include "php/engine/error.h"
#include "php/engine/fiber/program_entry.h"
#include "php/engine/fiber/waiting.h"
#include "php/server/server_process.h"
#include "php/server/task/task_client.h"
#include "php/server/task/task_object.h"
#include "php/server/task/task_runner.h"
#include "php/server/worker/server_worker.h"

using namespace tern::php;
using tern::Error;

namespace {

constexpr zend_long kAny = -1;
constexpr uint32_t kMostAtOnce = 1024;  // tasks of one call

// What the caller wants of the result of a task.
enum class Wanted : uint8_t { nothing, callback, wait };

// The reason why the task cannot be submitted here; null: it can.
const char* refusal(ServerProcess& server, Wanted wanted) noexcept {
    if (server.task_ledger().task_workers() == 0) return "there are no task workers: task_worker_num is 0";
    const bool in_master = server.worker_id() < 0;
    if (in_master && server.tasks_leave()) return "the server shuts down, and its task workers leave";
    if (in_master && wanted == Wanted::wait && !(runtime() != nullptr && coroutines()->may_suspend())) {
        return "the master waits for results in coroutines only";
    }
    if (in_master) return nullptr;
    if (server.worker() == nullptr) {
        return wanted == Wanted::nothing ? nullptr : "processes of addProcess() do not get results";
    }
    return server.worker()->task_runner() == nullptr ? nullptr : "task workers give no tasks";
}

// Null after setting the return value to false, or after an Error. The master needs a loop that receives the result.
TaskClient* task_client(Wanted wanted, zval* return_value) {
    ServerProcess* server = running(return_value);
    if (server == nullptr) return nullptr;
    const char* why = refusal(*server, wanted);
    if (why == nullptr && server->worker_id() < 0 && need_runtime() == nullptr) return nullptr;
    if (why == nullptr) return &server->task_client();
    warn("%s", why);
    failure(Error::wrong_operation, return_value);
    return nullptr;
}

bool check_index(zend_long index, uint32_t argument) {
    const auto count = static_cast<zend_long>(process()->task_ledger().task_workers());
    if (index >= kAny && index < count) return true;
    warn_argument(argument, "must be between -1 and " ZEND_LONG_FMT ", " ZEND_LONG_FMT " given", count - 1, index);
    return false;
}

// False after an exception, or after setting the return value to false.
bool submit(TaskClient& client, zval* data, zend_long index, bool awaited, int flags, int64_t& id, zval* return_value) {
    PackedValue packed;
    if (!pack_value(data, packed)) return false;
    const tern::Result<int64_t> given = client.submit(packed, index, awaited, static_cast<uint8_t>(flags));
    packed.release();
    if (!given.ok()) {
        if (given.error() == Error::server_pipe_buffer_full) warn("the task workers are too far behind");
        if (given.error() == Error::server_no_idle_worker) warn("no task worker is there");
        failure(given.error(), return_value);
        return false;
    }
    id = given.value();
    return true;
}

// Submits the tasks of an array; the results have the same order. False as above.
bool submit_all(TaskClient& client, HashTable* tasks, int flags, TaskWait& wait, zval* return_value) {
    zval* data = nullptr;
    ZEND_HASH_FOREACH_VAL(tasks, data) {
        int64_t id = 0;
        if (!submit(client, data, kAny, true, flags, id, return_value)) return false;
        client.expect(id, wait);
    }
    ZEND_HASH_FOREACH_END();
    return true;
}

bool return_result(const TaskWait::Result& result, zval* into) {
    ZVAL_FALSE(into);
    if (!result.arrived || result.end != tern::worker::TaskEnd::finished) return false;
    unpack_value(result.tag, result.bytes, into);
    return true;
}

// A failed task is false, or left out.
void return_results(TaskWait& wait, HashTable* tasks, bool with_failed, zval* return_value) {
    array_init_size(return_value, zend_hash_num_elements(tasks));
    size_t at = 0;
    zend_ulong index = 0;
    zend_string* key = nullptr;
    ZEND_HASH_FOREACH_KEY(tasks, index, key) {
        zval value;
        const bool arrived = return_result(wait.results[at++], &value);
        if (!arrived && !with_failed) continue;
        if (key != nullptr) {
            zend_hash_update(Z_ARRVAL_P(return_value), key, &value);
        } else {
            zend_hash_index_update(Z_ARRVAL_P(return_value), index, &value);
        }
    }
    ZEND_HASH_FOREACH_END();
}

// Of tasks whose results the caller waits for.
int flags_of_wait() noexcept {
    const bool suspends = runtime() != nullptr && coroutines()->may_suspend();
    return suspends ? task_flags::kNonBlocking | task_flags::kCoroutine : 0;
}

void give_and_wait(INTERNAL_FUNCTION_PARAMETERS, bool with_failed) {
    HashTable* tasks;
    double timeout = 0.5;
    ZEND_PARSE_PARAMETERS_START(1, 2)
    Z_PARAM_ARRAY_HT(tasks)
    Z_PARAM_OPTIONAL
    Z_PARAM_DOUBLE(timeout)
    ZEND_PARSE_PARAMETERS_END();
    TaskClient* from = task_client(Wanted::wait, return_value);
    if (from == nullptr) return;
    if (zend_hash_num_elements(tasks) == 0 || zend_hash_num_elements(tasks) > kMostAtOnce) {
        warn_argument(1, "must have 1 to %u tasks, has %u", kMostAtOnce, zend_hash_num_elements(tasks));
        RETURN_FALSE;
    }
    GC_TRY_ADDREF(tasks);  // other coroutines may change the variable
    TaskWait& wait = from->begin_wait();
    const tern::coro::Deadline until = deadline_in(timeout);
    const int flags = flags_of_wait();
    if (submit_all(*from, tasks, flags == 0 ? task_flags::kWaitAll : flags, wait, return_value) &&
        after_wait(*runtime(), from->wait(wait, until), return_value)) {
        return_results(wait, tasks, with_failed, return_value);
    }
    from->forget(wait);
    if ((GC_FLAGS(tasks) & GC_IMMUTABLE) == 0) zend_array_release(tasks);
}

}  // namespace

ZEND_METHOD(Swoole_Server, task) {
    zval* data;
    zend_long index = kAny;
    zend_fcall_info callable = empty_fcall_info;
    zend_fcall_info_cache cache = empty_fcall_info_cache;
    ZEND_PARSE_PARAMETERS_START(1, 3)
    Z_PARAM_ZVAL(data)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(index)
    Z_PARAM_FUNC_OR_NULL(callable, cache)
    ZEND_PARSE_PARAMETERS_END();
    const bool awaited = ZEND_FCI_INITIALIZED(callable);
    TaskClient* from = task_client(awaited ? Wanted::callback : Wanted::nothing, return_value);
    if (from == nullptr) return;
    if (!check_index(index, 2)) RETURN_FALSE;
    zval kept;
    ZVAL_UNDEF(&kept);
    if (awaited) keep_callable(callable, cache, &kept);
    int64_t id = 0;
    const bool has_finish = Z_TYPE_P(process()->server().callback(ServerEvent::finish)) != IS_UNDEF;
    const bool gets_result = process()->worker_id() < 0 ? awaited || has_finish : process()->worker() != nullptr;
    const int flags =
        task_flags::kNonBlocking | (awaited ? task_flags::kCallback : 0) | (gets_result ? 0 : task_flags::kNoReply);
    if (submit(*from, data, index, awaited, flags, id, return_value)) {
        if (awaited) from->expect(id, &kept);
        ZVAL_LONG(return_value, id);
    }
    zval_ptr_dtor(&kept);
}

ZEND_METHOD(Swoole_Server, taskwait) {
    zval* data;
    double timeout = 0.5;
    zend_long index = kAny;
    ZEND_PARSE_PARAMETERS_START(1, 3)
    Z_PARAM_ZVAL(data)
    Z_PARAM_OPTIONAL
    Z_PARAM_DOUBLE(timeout)
    Z_PARAM_LONG(index)
    ZEND_PARSE_PARAMETERS_END();
    TaskClient* from = task_client(Wanted::wait, return_value);
    if (from == nullptr) return;
    if (!check_index(index, 3)) RETURN_FALSE;
    int64_t id = 0;
    const tern::coro::Deadline until = deadline_in(timeout);
    if (!submit(*from, data, index, true, flags_of_wait(), id, return_value)) return;
    TaskWait& wait = from->begin_wait();
    from->expect(id, wait);
    const tern::coro::Wake wake = from->wait(wait, until);
    if (!after_wait(*runtime(), wake, return_value)) return from->forget(wait);
    const tern::worker::TaskEnd end = wait.results[0].end;
    const bool arrived = return_result(wait.results[0], return_value);
    from->forget(wait);
    if (arrived || EG(exception) != nullptr) return;
    failure(wake == tern::coro::Wake::timed_out  ? Error::task_timed_out
            : end == tern::worker::TaskEnd::lost ? Error::server_worker_terminated
                                                 : Error::no_payload,
            return_value);
}

ZEND_METHOD(Swoole_Server, taskWaitMulti) { give_and_wait(INTERNAL_FUNCTION_PARAM_PASSTHRU, false); }

ZEND_METHOD(Swoole_Server, taskCo) { give_and_wait(INTERNAL_FUNCTION_PARAM_PASSTHRU, true); }

ZEND_METHOD(Swoole_Server, finish) {
    zval* data;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_ZVAL(data)
    ZEND_PARSE_PARAMETERS_END();
    ServerProcess* server = running(return_value);
    if (server == nullptr) return;
    TaskRunner* runner = server->worker() == nullptr ? nullptr : server->worker()->task_runner();
    const Error error = runner == nullptr ? Error::wrong_operation : runner->finish_current(data);
    if (EG(exception) != nullptr) RETURN_THROWS();
    if (error == Error::wrong_operation) {
        warn(runner == nullptr ? "only task workers finish tasks"
                               : "no task runs here; with task_enable_coroutine it is the Server\\Task that finishes");
    }
    if (error != Error::ok) return failure(error, return_value);
    RETURN_TRUE;
}
