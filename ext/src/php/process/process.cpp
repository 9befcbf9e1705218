// Swoole\Process: the process itself.
#include <cstdio>
#include <sys/resource.h>
#include <unistd.h>

#include "php/coroutine/program/forked.h"
#include "php/coroutine/program/script.h"
#include "php/engine/classes.h"
#include "php/engine/error.h"
#include "php/engine/fiber/program_entry.h"
#include "php/engine/options/options.h"
#include "php/engine/registry.h"
#include "php/process/process_object.h"
#include "php/process/process_arginfo.h"

namespace tern::php {

namespace {

using Pipe = proc::ProcessPipe;

constexpr size_t kPipeBytes = 8 << 20;  // swoole.unixsock_buffer_size

zend_object* create_process(zend_class_entry* entry) {
    zend_object* made = create_object<ProcessObject>(entry);
    ZVAL_UNDEF(&of<ProcessObject>(made)->callback);
    ZVAL_UNDEF(&of<ProcessObject>(made)->exported);
    return made;
}

void free_process(zend_object* object) {
    zval_ptr_dtor(&of<ProcessObject>(object)->callback);
    zval_ptr_dtor(&of<ProcessObject>(object)->exported);
    free_object<ProcessObject>(object);
}

HashTable* held_by_process(zend_object* object, zval** table, int* count) {
    zend_get_gc_buffer* held = zend_get_gc_buffer_create();
    zend_get_gc_buffer_add_zval(held, &of<ProcessObject>(object)->callback);
    zend_get_gc_buffer_add_zval(held, &of<ProcessObject>(object)->exported);
    for (int i = 0; object->properties == nullptr && i < object->ce->default_properties_count; ++i) {
        zend_get_gc_buffer_add_zval(held, OBJ_PROP_NUM(object, i));
    }
    zend_get_gc_buffer_use(held, table, count);
    return object->properties;
}

void set_number(zend_object* object, const char* name, size_t length, zend_long number) {
    zend_update_property_long(object->ce, object, name, length, number);
}

zend_long number_of(zend_object* object, const char* name, size_t length) {
    zval slot;
    return zval_get_long(zend_read_property(object->ce, object, name, length, true, &slot));
}

bool runs(pid_t pid) noexcept { return pid > 0 && ::kill(pid, 0) == 0; }

[[noreturn]] void be_child(ProcessObject& self, pid_t parent) {
    become_child(self, parent);
    zval argument;
    ZVAL_OBJ_COPY(&argument, &self.std);
    run_child({&self.callback, 1, &argument, self.in_coroutine});
}

// False after a warning.
bool must_be_child(const ProcessObject& self) {
    if (self.parts->pipe.in_child()) return true;
    warn("only the process itself can do that");
    return false;
}

// The library makes processes, too: of pools, and of the default server of remote objects. The program does not count
// them.
zend_long next_id() {
    if (is_library_file(zend_get_executed_filename_ex())) return 0;
    return ++TERN_G(last_process);
}

// With a warning where the system has no such code.
int exit_code(zend_long code) {
    if (code >= 0 && code <= 255) return static_cast<int>(code);
    warn_argument(1, "must be between 0 and 255, " ZEND_LONG_FMT " given", code);
    return 1;
}

// Checks `who` of the calls for priorities. False after a warning.
bool check_priority(zend_long which, uint32_t who_argument, bool is_null) {
    if (!is_null || (which != PRIO_PGRP && which != PRIO_USER)) return true;  // the system refuses a wrong `which`
    warn_argument(who_argument, "must be given unless #1 is PRIO_PROCESS");
    remember(Error::invalid_params);
    return false;
}

id_t owner_of_priority(zend_object* self, zend_long who, bool is_null) {
    return static_cast<id_t>(is_null ? number_of(self, ZEND_STRL("pid")) : who);
}

}  // namespace

void register_process(Classes& into) {
    into.process = register_class_Swoole_Process();
    into.process->create_object = create_process;
    handlers<ProcessObject>()->free_obj = free_process;
    handlers<ProcessObject>()->get_gc = held_by_process;
}

}  // namespace tern::php

using namespace tern::php;
using tern::Error;

ZEND_METHOD(Swoole_Process, __construct) {
    zend_fcall_info info;
    zend_fcall_info_cache cache;
    bool redirects = false;
    zend_long type = static_cast<zend_long>(Pipe::Kind::datagram);
    bool in_coroutine = false;
    ZEND_PARSE_PARAMETERS_START(1, 4)
    Z_PARAM_FUNC(info, cache)
    Z_PARAM_OPTIONAL
    Z_PARAM_BOOL(redirects)
    Z_PARAM_LONG(type)
    Z_PARAM_BOOL(in_coroutine)
    ZEND_PARSE_PARAMETERS_END();
    ProcessObject* self = of<ProcessObject>(ZEND_THIS);
    if (type < 0 || type > static_cast<zend_long>(Pipe::Kind::datagram)) {
        zend_release_fcall_info_cache(&cache);
        zend_argument_value_error(3, "must be SOCK_DGRAM, SOCK_STREAM or 0, " ZEND_LONG_FMT " given", type);
        RETURN_THROWS();
    }
    if (self->parts != nullptr) {
        zend_release_fcall_info_cache(&cache);
        zend_throw_error(nullptr, "The process is constructed already");
        RETURN_THROWS();
    }
    self->parts = new ProcessParts;
    self->redirects = redirects;
    self->in_coroutine = in_coroutine;
    keep_callable(info, cache, &self->callback);
    zend_update_property(classes.process, &self->std, ZEND_STRL("callback"), &self->callback);
    set_number(&self->std, ZEND_STRL("id"), next_id());
    const Error error =
        self->parts->pipe.open(redirects ? Pipe::Kind::stream : static_cast<Pipe::Kind>(type), kPipeBytes);
    if (error != Error::ok) {
        throw_exception(error, "There is no pipe for a process: %s", describe(error));
        RETURN_THROWS();
    }
    show_pipe(*self);
}

ZEND_METHOD(Swoole_Process, set) {
    HashTable* settings;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_ARRAY_HT(settings)
    ZEND_PARSE_PARAMETERS_END();
    ProcessObject* self = process_of(ZEND_THIS);
    if (self == nullptr) RETURN_THROWS();
    zend_string* name;
    zval* value;
    ZEND_HASH_FOREACH_STR_KEY_VAL(settings, name, value) {
        if (name == nullptr) continue;
        if (zend_string_equals_literal(name, "enable_coroutine")) {
            self->in_coroutine = zend_is_true(value);
        } else {
            note_option(name);
        }
    }
    ZEND_HASH_FOREACH_END();
}

ZEND_METHOD(Swoole_Process, start) {
    ZEND_PARSE_PARAMETERS_NONE();
    ProcessObject* self = process_of(ZEND_THIS);
    if (self == nullptr) RETURN_THROWS();
    if (Z_ISUNDEF(self->callback) || self->parts->pipe.in_child()) {
        warn("this object is not the parent's");
        return failure(Error::wrong_operation, return_value);
    }
    if (self->is_of_server) {
        warn("the server starts the process");
        return failure(Error::wrong_operation, return_value);
    }
    if (runs(static_cast<pid_t>(number_of(&self->std, ZEND_STRL("pid"))))) {
        warn("the process runs already");
        return failure(Error::wrong_operation, return_value);
    }
    std::fflush(nullptr);
    const pid_t parent = getpid();
    const pid_t pid = fork();
    if (pid == 0) be_child(*self, parent);
    if (pid < 0) {
        const Error error = tern::last_error();
        warn("there is no process: %s", describe(error));
        return failure(error, return_value);
    }
    watch_child(*self, pid);
    set_number(&self->std, ZEND_STRL("pid"), pid);
    RETURN_LONG(pid);
}

ZEND_METHOD(Swoole_Process, exit) {
    zend_long code = 0;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(code)
    ZEND_PARSE_PARAMETERS_END();
    ProcessObject* self = process_of(ZEND_THIS);
    if (self == nullptr) RETURN_THROWS();
    if (!must_be_child(*self)) return failure(Error::wrong_operation, return_value);
    const int checked = exit_code(code);
    if (EG(exception) == nullptr) throw_exit(checked);
}

ZEND_METHOD(Swoole_Process, name) {
    zend_string* title;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_STR(title)
    ZEND_PARSE_PARAMETERS_END();
    if (ZSTR_LEN(title) == 0) {
        warn_argument(1, "cannot be empty");
        RETURN_FALSE;
    }
    if (!set_process_title(title)) return failure(Error::operation_not_supported, return_value);
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Process, setPriority) {
    zend_long which;
    zend_long priority;
    zend_long who = 0;
    bool who_is_null = true;
    ZEND_PARSE_PARAMETERS_START(2, 3)
    Z_PARAM_LONG(which)
    Z_PARAM_LONG(priority)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG_OR_NULL(who, who_is_null)
    ZEND_PARSE_PARAMETERS_END();
    if (process_of(ZEND_THIS) == nullptr) RETURN_THROWS();
    if (!check_priority(which, 3, who_is_null)) RETURN_FALSE;
    const id_t owner = owner_of_priority(Z_OBJ_P(ZEND_THIS), who, who_is_null);
    const auto kind = static_cast<decltype(PRIO_PROCESS)>(which);
    if (setpriority(kind, owner, static_cast<int>(priority)) != 0) return failure(tern::last_error(), return_value);
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Process, getPriority) {
    zend_long which;
    zend_long who = 0;
    bool who_is_null = true;
    ZEND_PARSE_PARAMETERS_START(1, 2)
    Z_PARAM_LONG(which)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG_OR_NULL(who, who_is_null)
    ZEND_PARSE_PARAMETERS_END();
    if (process_of(ZEND_THIS) == nullptr) RETURN_THROWS();
    if (!check_priority(which, 2, who_is_null)) RETURN_FALSE;
    const id_t owner = owner_of_priority(Z_OBJ_P(ZEND_THIS), who, who_is_null);
    errno = 0;
    const int priority = getpriority(static_cast<decltype(PRIO_PROCESS)>(which), owner);
    if (errno != 0) return failure(tern::last_error(), return_value);
    RETURN_LONG(priority);
}
