// Swoole\Process: its pipe, and exec().
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include "coro/fd_wait.h"
#include "php/coroutine/program/process_runtime.h"
#include "php/engine/error.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/waiting.h"
#include "php/engine/memory.h"
#include "php/process/pool_process.h"
#include "php/process/process_object.h"
#include "php/socket/coroutine_socket.h"

namespace tern::php {

namespace {

using Pipe = proc::ProcessPipe;

constexpr zend_long kMostRead = 64 << 20;

struct PipeWait {
    Pipe& pipe;
    loop::Events direction;
    coro::Deadline until;
    bool peer_is_gone = false;  // noticed; one last try follows
};

Error error_of(coro::FdOutcome outcome) noexcept {
    switch (outcome) {
        case coro::FdOutcome::ready: return Error::ok;
        case coro::FdOutcome::timed_out: return Error::would_block;
        case coro::FdOutcome::canceled: return Error::coroutine_canceled;
        case coro::FdOutcome::closed: return Error::ok;  // the next try reports the error
        case coro::FdOutcome::busy: return Error::busy;
        case coro::FdOutcome::failed: break;
    }
    return Error::no_memory;
}

int peer_of(const PipeWait& wait) noexcept {
    return wait.direction == loop::kReadable ? wait.pipe.reader_peer() : wait.pipe.writer_peer();
}

Error block(const PipeWait& wait) noexcept {
    pollfd both[] = {{wait.pipe.fd(), static_cast<short>(wait.direction == loop::kReadable ? POLLIN : POLLOUT), 0},
                     {peer_of(wait), POLLIN, 0}};
    const int ready = ::poll(both, 2, wait.until.left_ms());
    if (ready < 0) return last_error();
    return ready == 0 ? Error::would_block : Error::ok;
}

Error suspend(Runtime& runtime, const PipeWait& wait) noexcept {
    const coro::FdInterest both[] = {{wait.pipe.fd(), wait.direction}, {peer_of(wait), loop::kReadable}};
    const size_t count = peer_of(wait) < 0 ? 1 : 2;
    coro::FdOutcome outcome = runtime.boundary.fds.wait({both, count}, wait.until).outcome;
    // The receiver of a pool waits for the same pipe, for any message. The program's own read() comes first.
    if (outcome == coro::FdOutcome::busy && pool() != nullptr && pool()->end_wait_for(wait.pipe.fd()))
        outcome = runtime.boundary.fds.wait({both, count}, wait.until).outcome;
    return error_of(outcome);
}

// ok: try again. broken_pipe: the other process has ended, and nothing is left to read.
Error wait_for(PipeWait& wait) noexcept {
    if (wait.peer_is_gone) return Error::broken_pipe;
    wait.peer_is_gone = wait.pipe.peer_has_ended();
    if (wait.peer_is_gone) return Error::ok;
    Runtime* runtime = php::runtime();
    return runtime != nullptr && runtime->may_suspend() ? suspend(*runtime, wait) : block(wait);
}

bool waits(const ProcessObject& self) noexcept {
    const Coroutines* coroutines = php::coroutines();
    return !self.does_not_block || (coroutines != nullptr && coroutines->scheduler.current() != nullptr);
}

coro::Deadline deadline_of(const ProcessObject& self) noexcept {
    return self.timeout_ms > 0 ? coro::Deadline::in(self.timeout_ms) : coro::Deadline::never();
}

// ok: everything was sent.
Error send_all(ProcessObject& self, Bytes data) noexcept {
    PipeWait wait{self.parts->pipe, loop::kWritable, deadline_of(self)};
    size_t sent = 0;
    for (;;) {
        const Result<size_t> part = wait.pipe.send(data.substr(sent));
        if (part.ok()) sent += part.value();
        if (part.ok() && sent >= data.size()) return Error::ok;
        if (part.ok()) continue;
        if (part.error() != Error::would_block || !waits(self)) return part.error();
        const Error error = wait_for(wait);
        // After a part of a message was sent, a signal must not stop it.
        if (error != Error::ok && !(error == Error{EINTR} && sent > 0)) return error;
    }
}

Result<size_t> receive(ProcessObject& self, char* into, size_t size) noexcept {
    PipeWait wait{self.parts->pipe, loop::kReadable, deadline_of(self)};
    for (;;) {
        const Result<size_t> got = wait.pipe.receive(into, size);
        if (got.ok() || got.error() != Error::would_block || !waits(self)) return got;
        const Error error = wait_for(wait);
        if (error == Error::broken_pipe) return size_t{0};
        if (error != Error::ok) return error;
    }
}

bool is_silent(Error error) noexcept {
    return error == Error::would_block || error == Error{EINTR} || error == Error::coroutine_canceled;
}

void fail(Error error, const char* what, zval* return_value) {
    Coroutines* coroutines = php::coroutines();
    if (error == Error::coroutine_canceled && coroutines != nullptr) {
        (void)after_wait(*coroutines, coro::Wake::canceled, return_value);
        return;
    }
    if (!is_silent(error)) warn("%s: %s", what, describe(error));
    failure(error, return_value);
}

// Null after an Error or a warning.
ProcessObject* with_pipe(const zval* object, zval* return_value) {
    ProcessObject* self = process_of(object);
    if (self == nullptr) return nullptr;
    if (self->parts->pipe.fd() >= 0) return self;
    warn("the process has no pipe");
    failure(Error::bad_descriptor, return_value);
    return nullptr;
}

void end_waits(int fd) noexcept {
    if (Runtime* runtime = php::runtime(); runtime != nullptr && fd >= 0) runtime->boundary.fds.on_close(fd);
}

// The caller's array is not changed: it may be a constant, which processes share. Null after an exception.
zend_array* texts_of(HashTable* list) {
    zend_array* texts = zend_new_array(zend_hash_num_elements(list));
    zval* one;
    ZEND_HASH_FOREACH_VAL(list, one) {
        ZVAL_DEREF(one);
        if (Z_TYPE_P(one) != IS_STRING && Z_TYPE_P(one) != IS_LONG && Z_TYPE_P(one) != IS_DOUBLE) {
            zend_argument_type_error(2, "must have strings only, %s given", zend_zval_type_name(one));
            zend_array_release(texts);
            return nullptr;
        }
        zval text;
        ZVAL_STR(&text, zval_get_string(one));
        zend_hash_next_index_insert_new(texts, &text);
    }
    ZEND_HASH_FOREACH_END();
    return texts;
}

// Makes borrowed texts for execv(). The caller frees the array.
char** make_arguments(zend_string* program, zend_array* texts) {
    auto** made = static_cast<char**>(ecalloc(zend_hash_num_elements(texts) + 2, sizeof(char*)));
    size_t count = 0;
    made[count++] = ZSTR_VAL(program);
    zval* one;
    ZEND_HASH_FOREACH_VAL(texts, one) { made[count++] = Z_STRVAL_P(one); }
    ZEND_HASH_FOREACH_END();
    return made;
}

// For its parent, which it is not the child of any more: exec() replaces the process that calls it.
bool has_started(const ProcessObject& self) {
    zval slot;
    zval* pid = zend_read_property(self.std.ce, const_cast<zend_object*>(&self.std), ZEND_STRL("pid"), true, &slot);
    return !self.is_of_server && !Z_ISUNDEF(self.callback) && zval_get_long(pid) > 0;
}

// Restores signals that a server ignores, for the new program.
Error become(const char* file, char** arguments) noexcept {
    (void)std::signal(SIGPIPE, SIG_DFL);
    (void)std::signal(SIGXFSZ, SIG_DFL);
    (void)std::signal(SIGINT, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    execv(file, arguments);
    return last_error();
}

}  // namespace

void watch_child(ProcessObject& self, pid_t pid) noexcept {
    Pipe& pipe = self.parts->pipe;
    const int former[] = {pipe.reader_peer(), pipe.writer_peer()};
    for (int one : former) end_waits(one);
    pipe.set_peer(pid);
}

}  // namespace tern::php

using namespace tern::php;
using tern::Error;

ZEND_METHOD(Swoole_Process, write) {
    zend_string* data;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_STR(data)
    ZEND_PARSE_PARAMETERS_END();
    ProcessObject* self = with_pipe(ZEND_THIS, return_value);
    if (self == nullptr) return;
    if (ZSTR_LEN(data) == 0) {
        warn_argument(1, "cannot be empty");
        RETURN_FALSE;
    }
    zend_string_addref(data);
    GC_ADDREF(&self->std);
    const Error error = send_all(*self, view(data));
    const auto sent = static_cast<zend_long>(ZSTR_LEN(data));
    RETVAL_LONG(sent);
    if (error != Error::ok) fail(error, "the data cannot be sent", return_value);
    bail_if_ended();
    zend_string_release(data);
    OBJ_RELEASE(&self->std);
}

ZEND_METHOD(Swoole_Process, read) {
    zend_long size = 8192;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(size)
    ZEND_PARSE_PARAMETERS_END();
    if (size < 1 || size > kMostRead) {
        zend_argument_value_error(1, "must be between 1 and " ZEND_LONG_FMT ", " ZEND_LONG_FMT " given", kMostRead,
                                  size);
        RETURN_THROWS();
    }
    ProcessObject* self = with_pipe(ZEND_THIS, return_value);
    if (self == nullptr) return;
    zend_string* text = zend_string_alloc(static_cast<size_t>(size), false);
    GC_ADDREF(&self->std);
    const tern::Result<size_t> got = receive(*self, ZSTR_VAL(text), ZSTR_LEN(text));
    if (got.ok()) {
        RETVAL_STR(shortened(text, got.value()));
    } else {
        zend_string_release(text);
        fail(got.error(), "there is nothing to read", return_value);
    }
    bail_if_ended();
    OBJ_RELEASE(&self->std);
}

ZEND_METHOD(Swoole_Process, close) {
    zend_long which = 0;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(which)
    ZEND_PARSE_PARAMETERS_END();
    if (which < 0 || which > static_cast<zend_long>(Pipe::Close::writing)) {
        zend_argument_value_error(1, "must be 0 or one of the PIPE_ constants, " ZEND_LONG_FMT " given", which);
        RETURN_THROWS();
    }
    ProcessObject* self = with_pipe(ZEND_THIS, return_value);
    if (self == nullptr) return;
    const auto what = static_cast<Pipe::Close>(which);
    if (what == Pipe::Close::all || what == Pipe::Close::parent_end) end_waits(self->parts->pipe.parent_fd());
    if (what == Pipe::Close::all || what == Pipe::Close::child_end) end_waits(self->parts->pipe.child_fd());
    const Error error = self->parts->pipe.close(what);
    show_pipe(*self);
    if (error != Error::ok) return failure(error, return_value);
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Process, exec) {
    zend_string* file;
    HashTable* list;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_PATH_STR(file)
    Z_PARAM_ARRAY_HT(list)
    ZEND_PARSE_PARAMETERS_END();
    ProcessObject* self = process_of(ZEND_THIS);
    if (self == nullptr) RETURN_THROWS();
    if (!self->parts->pipe.in_child() && !has_started(*self)) {
        warn("the process has not started");
        return failure(Error::wrong_operation, return_value);
    }
    zend_array* texts = texts_of(list);
    if (texts == nullptr) RETURN_THROWS();
    char** arguments = make_arguments(file, texts);
    const Error error = become(ZSTR_VAL(file), arguments);
    efree(arguments);
    zend_array_release(texts);
    warn("%s: %s", ZSTR_VAL(file), describe(error));
    failure(error, return_value);
}

ZEND_METHOD(Swoole_Process, exportSocket) {
    ZEND_PARSE_PARAMETERS_NONE();
    ProcessObject* self = with_pipe(ZEND_THIS, return_value);
    if (self == nullptr) return;
    if (Z_ISUNDEF(self->exported)) {
        const tern::Result<tern::client::SocketKind> kind = Socket::kind_of(self->parts->pipe.fd());
        if (!kind.ok()) return failure(kind.error(), return_value);
        const tern::Error error = copy_socket(self->parts->pipe.fd(), kind.value(), &self->exported);
        if (error != tern::Error::ok) return failure(error, return_value);
    }
    RETURN_COPY(&self->exported);
}

ZEND_METHOD(Swoole_Process, setTimeout) {
    double seconds;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_DOUBLE(seconds)
    ZEND_PARSE_PARAMETERS_END();
    ProcessObject* self = with_pipe(ZEND_THIS, return_value);
    if (self == nullptr) return;
    if (!(seconds < kMostSeconds)) {
        zend_argument_value_error(1, "must be less than %.0f", kMostSeconds);
        RETURN_THROWS();
    }
    const double ms = seconds * 1000;
    self->timeout_ms = ms <= 0 ? 0 : ms < 1 ? 1 : static_cast<int64_t>(ms);
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Process, setBlocking) {
    bool blocking;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_BOOL(blocking)
    ZEND_PARSE_PARAMETERS_END();
    ProcessObject* self = with_pipe(ZEND_THIS, return_value);
    if (self == nullptr) return;
    self->does_not_block = !blocking;
    const int flags = fcntl(self->parts->pipe.fd(), F_GETFL);
    (void)fcntl(self->parts->pipe.fd(), F_SETFL, blocking ? flags & ~O_NONBLOCK : flags | O_NONBLOCK);
    RETURN_TRUE;
}
