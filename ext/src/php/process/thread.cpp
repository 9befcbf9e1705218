// Swoole\Thread: a process that stands for a thread.
#include "php/process/thread.h"

#include <cstring>
#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "base/cpu.h"
#include "base/kept_child.h"
#include "coro/fd_wait.h"
#include "php/coroutine/program/process_runtime.h"
#include "php/coroutine/system/coroutine_system.h"
#include "php/engine/classes.h"
#include "php/engine/compat/working_directory.h"
#include "php/engine/error.h"
#include "php/engine/fiber/fiber.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/waiting.h"
#include "php/engine/object.h"
#include "php/engine/registry.h"
#include "php/engine/state/own_state.h"
#include "php/process/thread_arguments.h"
#include "proc/php_options.h"
#include "proc/thread_process.h"
#include "proc/thread_register.h"
#include "php/process/thread_arginfo.h"

namespace tern::php {

namespace {

constexpr size_t kLongestName = 15;  // the system's limit

struct StartedThread {
    KeptChild* child;  // owned, until it is abandoned; null before the constructor
    bool joined;
    bool detached;
    zend_object std;

    static void release(StartedThread& self) {
        if (self.child != nullptr) self.child->abandon();
    }
    bool joinable() const noexcept { return !joined && !detached && child->is_own(); }
};

// Null after an Error: the constructor was not called, or has thrown.
StartedThread* thread_of(const zval* object) {
    auto* self = of<StartedThread>(object);
    if (self->child != nullptr) return self;
    throw_not_constructed(classes.thread);
    return nullptr;
}

// --- the start

// A file of the library is the code of a class. What only PHP's streams can open needs code, too.
bool needs_code(Bytes file) noexcept {
    return file.find("://") != Bytes::npos || file.starts_with(TERN_LIBRARY_FOLDER);
}

std::string code_for(Bytes file) {
    if (file.starts_with(TERN_LIBRARY_FOLDER)) return "Tern\\Internal\\ThreadPoolMember::run();";
    std::string code = "require '";
    for (const char letter : file) {
        if (letter == '\'' || letter == '\\') code.push_back('\\');
        code.push_back(letter);
    }
    return code + "';";
}

std::string current_path() {
    std::string path(MAXPATHLEN, '\0');
    if (getcwd(path.data(), path.size()) == nullptr) return {};
    path.resize(std::strlen(path.c_str()));
    return path;
}

// Runs no PHP code: the frame has objects.
Result<KeptChild*> start_process(Bytes file, const PackedArguments& arguments) {
    proc::ThreadPlan plan;
    plan.php = PG(php_binary) == nullptr ? "" : PG(php_binary);
    plan.words = needs_code(file) ? std::vector<std::string>{"-r", code_for(file), "--"}
                                  : std::vector<std::string>{std::string(file)};
    for (int i = 1; i < SG(request_info).argc; ++i) plan.words.emplace_back(SG(request_info).argv[i]);
    const proc::ThreadStart* own = proc::thread_start();
    plan.start.program = own != nullptr ? own->program : proc::php_options().program;
    plan.start.folder = current_path();
    if (arguments.text.s != nullptr) plan.start.arguments = view(arguments.text.s);
    plan.inherited.assign(arguments.descriptors, arguments.descriptors + arguments.descriptor_count);
    (void)KeptChild::reap_ended();
    return proc::start_thread_process(plan);
}

bool is_folder(const zend_string* path) noexcept {
    struct stat found {};
    return ::stat(ZSTR_VAL(path), &found) == 0 && S_ISDIR(found.st_mode);
}

// The whole path, with a reference; null after an exception.
zend_string* find_script(zend_string* name) {
    if (ZSTR_LEN(name) == 0) {
        throw_exception(Error::invalid_params, "the file of a thread has no name");
        return nullptr;
    }
    if (view(name).starts_with(TERN_LIBRARY_FOLDER)) return zend_string_copy(name);
    zend_string* path = zend_str_has_nul_byte(name) ? nullptr : zend_resolve_path(name);
    if (EG(exception) != nullptr || path == nullptr || is_folder(path)) {
        if (EG(exception) == nullptr) throw_exception(Error::file_not_exist, "there is no file %s", ZSTR_VAL(name));
        if (path != nullptr) zend_string_release(path);
        return nullptr;
    }
    return path;
}

void start(StartedThread& self, zend_string* name, zval* arguments, uint32_t count) {
    zend_string* path = find_script(name);
    if (path == nullptr) return;
    PackedArguments packed{};
    if (pack_arguments(arguments, count, packed)) {
        const Result<KeptChild*> started = start_process(view(path), packed);
        if (started.ok()) self.child = started.value();
        if (started.ok()) packed.hold_until_end_of(*self.child);
        if (!started.ok()) {
            throw_exception(started.error(), "there is no process for %s: %s", ZSTR_VAL(path),
                            describe(started.error()));
        }
    }
    packed.release();
    zend_string_release(path);
}

// --- the end

// Of a coroutine. Not ok: it was cancelled, or the system has no more descriptors.
Error suspend_until_end(Runtime& runtime, KeptChild& child) noexcept {
    const Fd handle(fcntl(child.handle(), F_DUPFD_CLOEXEC, 0));  // another coroutine may wait, too
    if (!handle.open()) return last_error();
    while (!child.try_reap()) {
        const Result<loop::Events> ready = coro::wait_ready(runtime.scheduler, handle.get(), loop::kReadable,
                                                            coro::Wait::process, coro::Deadline::never());
        if (!ready.ok()) return ready.error();
    }
    return Error::ok;
}

Error wait_for_end(KeptChild& child) noexcept {
    Runtime* runtime = php::runtime();
    if (!child.try_reap() && runtime != nullptr && runtime->may_suspend()) return suspend_until_end(*runtime, child);
    child.reap();
    return Error::ok;
}

// The object of a thread that was not joined waits for its thread. Where the engine does not let destructors suspend
// (before PHP 8.4), that blocks the process, but not while a coroutine unwinds: a server must not stand still after an
// error.
void end_thread(zend_object* object) {
    auto* self = of<StartedThread>(object);
    if (self->child == nullptr || !self->joinable()) return;
    Runtime* runtime = php::runtime();
    const bool unwinds = EG(exception) != nullptr && runtime != nullptr && runtime->current() != nullptr;
    const Error error = unwinds ? Error::ok : wait_for_end(*self->child);
    self->detached = unwinds || error != Error::ok;
    self->joined = true;
    if (unwinds) return;
    bail_if_ended();
    zval result;
    if (error != Error::ok && EG(exception) == nullptr) fail_wait(*runtime, error, &result);
}

bool is_main_thread() noexcept { return proc::thread_start() == nullptr && !TERN_G(is_server_thread); }

size_t count_threads() noexcept {
    size_t count = 1 + KeptChild::reap_ended();
    if (!is_main_thread()) ++count;
    for (pid_t pid : proc::ThreadRegister::of_process().others()) {
        if (KeptChild::find(pid) == nullptr) ++count;
    }
    return count;
}

void replace_program_name(const std::string& program) {
    zval* words = zend_hash_find_ind(&EG(symbol_table), ZSTR_KNOWN(ZEND_STR_ARGV));
    if (words == nullptr || Z_TYPE_P(words) != IS_ARRAY || program.empty()) return;
    SEPARATE_ARRAY(words);
    zval name;
    ZVAL_STRINGL(&name, program.data(), program.size());
    zend_hash_index_update(Z_ARRVAL_P(words), 0, &name);
}

}  // namespace

void register_thread(Classes& into) {
    into.thread = register_class_Swoole_Thread();
    into.thread->create_object = create_object<StartedThread>;
    handlers<StartedThread>()->dtor_obj = end_thread;
}

void begin_thread_program() {
    if (SG(request_info).argc > 0) proc::note_program(SG(request_info).argv[0]);
    const proc::ThreadStart* start = proc::thread_start();
    if (start == nullptr) return;
    proc::begin_thread();
    if (!start->folder.empty()) (void)change_directory(start->folder.c_str());
    replace_program_name(start->program);
}

void end_thread_program() {
    zval_ptr_dtor(&TERN_G(thread_arguments));
    ZVAL_UNDEF(&TERN_G(thread_arguments));
}

void set_thread_arguments(zval* arguments) {
    end_thread_program();
    ZVAL_COPY(&TERN_G(thread_arguments), arguments);
}

void become_thread_of_server() noexcept { TERN_G(is_server_thread) = true; }

}  // namespace tern::php

using namespace tern::php;
using tern::Error;

ZEND_METHOD(Swoole_Thread, __construct) {
    zend_string* file;
    zval* arguments = nullptr;
    uint32_t count = 0;
    ZEND_PARSE_PARAMETERS_START(1, -1)
    Z_PARAM_STR(file)
    Z_PARAM_VARIADIC('+', arguments, count)
    ZEND_PARSE_PARAMETERS_END();
    auto* self = of<StartedThread>(ZEND_THIS);
    if (self->child != nullptr) {
        zend_throw_error(nullptr, "The thread is constructed already");
        RETURN_THROWS();
    }
    start(*self, file, arguments, count);
    if (self->child == nullptr) RETURN_THROWS();
    zend_update_property_long(classes.thread, &self->std, ZEND_STRL("id"), self->child->pid());
}

ZEND_METHOD(Swoole_Thread, join) {
    ZEND_PARSE_PARAMETERS_NONE();
    StartedThread* self = thread_of(ZEND_THIS);
    if (self == nullptr) RETURN_THROWS();
    if (!self->joinable()) return failure(Error::wrong_operation, return_value);
    const Error error = wait_for_end(*self->child);
    bail_if_ended();
    if (error != Error::ok) return fail_wait(*runtime(), error, return_value);
    self->joined = true;
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Thread, joinable) {
    ZEND_PARSE_PARAMETERS_NONE();
    StartedThread* self = thread_of(ZEND_THIS);
    if (self == nullptr) RETURN_THROWS();
    RETURN_BOOL(self->joinable());
}

ZEND_METHOD(Swoole_Thread, getExitStatus) {
    ZEND_PARSE_PARAMETERS_NONE();
    StartedThread* self = thread_of(ZEND_THIS);
    if (self == nullptr) RETURN_THROWS();
    (void)self->child->try_reap();
    RETURN_LONG(self->child->exit_code());
}

ZEND_METHOD(Swoole_Thread, isAlive) {
    ZEND_PARSE_PARAMETERS_NONE();
    StartedThread* self = thread_of(ZEND_THIS);
    if (self == nullptr) RETURN_THROWS();
    RETURN_BOOL(!self->child->has_ended());
}

ZEND_METHOD(Swoole_Thread, detach) {
    ZEND_PARSE_PARAMETERS_NONE();
    StartedThread* self = thread_of(ZEND_THIS);
    if (self == nullptr) RETURN_THROWS();
    if (!self->joinable()) return failure(Error::wrong_operation, return_value);
    self->detached = true;
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Thread, getArguments) {
    ZEND_PARSE_PARAMETERS_NONE();
    const tern::proc::ThreadStart* start = tern::proc::thread_start();
    zval& arguments = TERN_G(thread_arguments);
    if (Z_TYPE(arguments) == IS_UNDEF && start != nullptr && !start->arguments.empty()) {
        if (std::exchange(TERN_G(took_thread_arguments), true)) {  // their descriptors were taken
            zend_throw_error(nullptr, "The arguments of this thread could not be read, or are being read");
            RETURN_THROWS();
        }
        zval made;
        const bool is_read = unpack_arguments(start->arguments, &made);
        if (Fiber* self = current_fiber(); self != nullptr && self->own_state() != nullptr)
            self->own_state()->share_values();  // they outlive the context that asks first
        if (is_read) set_thread_arguments(&made);
        zval_ptr_dtor(&made);
        if (!is_read) RETURN_THROWS();
    }
    if (Z_TYPE(arguments) == IS_UNDEF) RETURN_NULL();
    RETURN_COPY(&arguments);
}

ZEND_METHOD(Swoole_Thread, getId) {
    ZEND_PARSE_PARAMETERS_NONE();
    RETURN_LONG(getpid());
}

ZEND_METHOD(Swoole_Thread, getNativeId) {
    ZEND_PARSE_PARAMETERS_NONE();
    RETURN_LONG(getpid());
}

ZEND_METHOD(Swoole_Thread, getInfo) {
    ZEND_PARSE_PARAMETERS_NONE();
    array_init(return_value);
    add_assoc_bool(return_value, "is_main_thread", is_main_thread());
    add_assoc_bool(return_value, "is_shutdown", false);
    add_assoc_long(return_value, "thread_num", static_cast<zend_long>(count_threads()));
}

ZEND_METHOD(Swoole_Thread, activeCount) {
    ZEND_PARSE_PARAMETERS_NONE();
    RETURN_LONG(static_cast<zend_long>(count_threads()));
}

ZEND_METHOD(Swoole_Thread, yield) {
    ZEND_PARSE_PARAMETERS_NONE();
    (void)sched_yield();
}

ZEND_METHOD(Swoole_Thread, setName) {
    zend_string* name;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_STR(name)
    ZEND_PARSE_PARAMETERS_END();
    if (ZSTR_LEN(name) > kLongestName) return failure(Error::name_too_long, return_value);
    if (prctl(PR_SET_NAME, ZSTR_VAL(name), 0, 0, 0) != 0) return failure(tern::last_error(), return_value);
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Thread, setAffinity) {
    HashTable* list;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_ARRAY_HT(list)
    ZEND_PARSE_PARAMETERS_END();
    set_processors(list, return_value);
}

ZEND_METHOD(Swoole_Thread, getAffinity) {
    ZEND_PARSE_PARAMETERS_NONE();
    get_processors(return_value);
}

ZEND_METHOD(Swoole_Thread, setPriority) {
    zend_long priority;
    zend_long policy = SCHED_OTHER;
    ZEND_PARSE_PARAMETERS_START(1, 2)
    Z_PARAM_LONG(priority)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(policy)
    ZEND_PARSE_PARAMETERS_END();
    sched_param parameters{};
    parameters.sched_priority = static_cast<int>(priority);
    const bool fits = parameters.sched_priority == priority && static_cast<int>(policy) == policy;
    if (fits && sched_setscheduler(0, static_cast<int>(policy), &parameters) == 0) RETURN_TRUE;
    const Error error = fits ? tern::last_error() : Error::invalid_argument;
    warn("priority " ZEND_LONG_FMT " with policy " ZEND_LONG_FMT ": %s", priority, policy, describe(error));
    failure(error, return_value);
}

ZEND_METHOD(Swoole_Thread, getPriority) {
    ZEND_PARSE_PARAMETERS_NONE();
    sched_param parameters{};
    if (sched_getparam(0, &parameters) != 0) return failure(tern::last_error(), return_value);
    array_init(return_value);
    add_assoc_long(return_value, "policy", sched_getscheduler(0) & ~SCHED_RESET_ON_FORK);
    add_assoc_long(return_value, "priority", parameters.sched_priority);
}
