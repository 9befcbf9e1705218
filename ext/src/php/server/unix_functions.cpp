// Calls of the system for `tern fpm`. These functions have nothing but numbers and bytes on their stacks: a bailout
// leaves nothing open.
#include "php/server/unix_functions.h"

#include <csignal>
#include <ctime>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include "php/engine/globals.h"
#include "php/engine/registry.h"
#include "php/server/privileges.h"
#include "proc/access_list.h"
#include "proc/upgrade.h"
#include "php/server/unix_functions_arginfo.h"

namespace tern::php {

void register_unix_functions() { register_functions(unix_functions_entries); }

namespace {

constexpr mode_t kLogMode = 0600;
constexpr size_t kReadBytes = 64 * 1024;

bool write_all(int fd, const char* text, size_t size) noexcept {
    while (size > 0) {
        const ssize_t written = ::write(fd, text, size);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        text += written;
        size -= static_cast<size_t>(written);
    }
    return true;
}

void describe_user(const passwd& user, zval* into) {
    array_init(into);
    add_assoc_string(into, "name", user.pw_name);
    add_assoc_long(into, "uid", user.pw_uid);
    add_assoc_long(into, "gid", user.pw_gid);
    add_assoc_string(into, "home", user.pw_dir);
}

int result_of(int called) noexcept { return called == 0 ? 0 : errno; }

}  // namespace

}  // namespace tern::php

using namespace tern::php;

ZEND_FUNCTION(Tern_Internal_Unix_open_log) {
    zend_string* path;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_PATH_STR(path)
    ZEND_PARSE_PARAMETERS_END();
    const int fd = ::open(ZSTR_VAL(path), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, kLogMode);
    RETURN_LONG(fd < 0 ? -errno : fd);
}

ZEND_FUNCTION(Tern_Internal_Unix_write) {
    zend_long descriptor;
    zend_string* text;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_LONG(descriptor)
    Z_PARAM_STR(text)
    ZEND_PARSE_PARAMETERS_END();
    RETURN_BOOL(write_all(as_int(descriptor), ZSTR_VAL(text), ZSTR_LEN(text)));
}

ZEND_FUNCTION(Tern_Internal_Unix_read) {
    zend_long descriptor;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(descriptor)
    ZEND_PARSE_PARAMETERS_END();
    zend_string* text = zend_string_alloc(kReadBytes, false);
    const ssize_t got = ::read(as_int(descriptor), ZSTR_VAL(text), kReadBytes);
    if (got < 0) {
        const bool is_open = errno == EAGAIN || errno == EINTR;
        zend_string_release(text);
        if (is_open) RETURN_NULL();
        RETURN_EMPTY_STRING();
    }
    text = zend_string_truncate(text, static_cast<size_t>(got), false);
    ZSTR_VAL(text)[got] = '\0';
    RETURN_NEW_STR(text);
}

ZEND_FUNCTION(Tern_Internal_Unix_close) {
    zend_long descriptor;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(descriptor)
    ZEND_PARSE_PARAMETERS_END();
    (void)::close(as_int(descriptor));
}

ZEND_FUNCTION(Tern_Internal_Unix_redirect) {
    zend_long from, to;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_LONG(from)
    Z_PARAM_LONG(to)
    ZEND_PARSE_PARAMETERS_END();
    RETURN_BOOL(::dup2(as_int(from), as_int(to)) >= 0);
}

ZEND_FUNCTION(Tern_Internal_Unix_redirect_to_null) {
    zend_long descriptor;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(descriptor)
    ZEND_PARSE_PARAMETERS_END();
    const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    if (null == descriptor) {
        (void)::fcntl(null, F_SETFD, 0);
        RETURN_TRUE;
    }
    RETVAL_BOOL(null >= 0 && ::dup2(null, as_int(descriptor)) >= 0);
    (void)::close(null);
}

ZEND_FUNCTION(Tern_Internal_Unix_duplicate) {
    zend_long descriptor;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(descriptor)
    ZEND_PARSE_PARAMETERS_END();
    const int fd = ::fcntl(as_int(descriptor), F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    RETURN_LONG(fd < 0 ? -errno : fd);
}

ZEND_FUNCTION(Tern_Internal_Unix_keep_on_exec) {
    zend_long descriptor;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(descriptor)
    ZEND_PARSE_PARAMETERS_END();
    (void)::fcntl(as_int(descriptor), F_SETFD, 0);
}

ZEND_FUNCTION(Tern_Internal_Unix_close_all_on_exec) {
    ZEND_PARSE_PARAMETERS_NONE();
    tern::proc::close_others_on_exec();
}

ZEND_FUNCTION(Tern_Internal_Unix_open_pipe) {
    ZEND_PARSE_PARAMETERS_NONE();
    int ends[2] = {-1, -1};
    if (::pipe2(ends, O_CLOEXEC) == 0) (void)::fcntl(ends[0], F_SETFL, O_NONBLOCK);
    return_pair(ends[0], ends[1], return_value);
}

ZEND_FUNCTION(Tern_Internal_Unix_open_channel) {
    ZEND_PARSE_PARAMETERS_NONE();
    int ends[2] = {-1, -1};
    (void)::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends);
    return_pair(ends[0], ends[1], return_value);
}

ZEND_FUNCTION(Tern_Internal_Unix_find_user) {
    zend_string* name;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_PATH_STR(name)
    ZEND_PARSE_PARAMETERS_END();
    const passwd* found = ::getpwnam(ZSTR_VAL(name));
    if (found == nullptr) RETURN_NULL();
    describe_user(*found, return_value);
}

ZEND_FUNCTION(Tern_Internal_Unix_find_group) {
    zend_string* name;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_PATH_STR(name)
    ZEND_PARSE_PARAMETERS_END();
    const group* found = ::getgrnam(ZSTR_VAL(name));
    if (found == nullptr) RETURN_NULL();
    RETURN_LONG(found->gr_gid);
}

ZEND_FUNCTION(Tern_Internal_Unix_current_user) {
    ZEND_PARSE_PARAMETERS_NONE();
    const passwd* found = ::getpwuid(::geteuid());
    if (found != nullptr) return describe_user(*found, return_value);
    array_init(return_value);
    add_assoc_long(return_value, "uid", ::geteuid());
    add_assoc_long(return_value, "gid", ::getegid());
}

ZEND_FUNCTION(Tern_Internal_Unix_allow_access) {
    zend_string* path;
    HashTable* users;
    HashTable* groups;
    ZEND_PARSE_PARAMETERS_START(3, 3)
    Z_PARAM_PATH_STR(path)
    Z_PARAM_ARRAY_HT(users)
    Z_PARAM_ARRAY_HT(groups)
    ZEND_PARSE_PARAMETERS_END();
    tern::proc::AccessList list;
    if (!list.read(ZSTR_VAL(path))) RETURN_LONG(errno);
    zval* number;
    ZEND_HASH_FOREACH_VAL(users, number) { list.allow_user(static_cast<uint32_t>(zval_get_long(number))); }
    ZEND_HASH_FOREACH_END();
    ZEND_HASH_FOREACH_VAL(groups, number) { list.allow_group(static_cast<uint32_t>(zval_get_long(number))); }
    ZEND_HASH_FOREACH_END();
    RETURN_LONG(list.write(ZSTR_VAL(path)) ? 0 : errno);
}

ZEND_FUNCTION(Tern_Internal_Unix_limit) {
    zend_string* resource;
    zend_long most;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_STR(resource)
    Z_PARAM_LONG(most)
    ZEND_PARSE_PARAMETERS_END();
    const rlim_t value = most < 0 ? RLIM_INFINITY : static_cast<rlim_t>(most);
    const rlimit limit{value, value};
    RETURN_LONG(
        result_of(::setrlimit(zend_string_equals_literal(resource, "core") ? RLIMIT_CORE : RLIMIT_NOFILE, &limit)));
}

ZEND_FUNCTION(Tern_Internal_Unix_set_priority) {
    zend_long priority;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(priority)
    ZEND_PARSE_PARAMETERS_END();
    RETURN_LONG(result_of(::setpriority(PRIO_PROCESS, 0, as_int(priority))));
}

ZEND_FUNCTION(Tern_Internal_Unix_be_dumpable) {
    ZEND_PARSE_PARAMETERS_NONE();
    RETURN_LONG(result_of(::prctl(PR_SET_DUMPABLE, 1, 0, 0, 0)));
}

ZEND_FUNCTION(Tern_Internal_Unix_drop_privileges) {
    zend_string* user;
    zend_string* group;
    zend_string* folder;
    ZEND_PARSE_PARAMETERS_START(3, 3)
    Z_PARAM_PATH_STR(user)
    Z_PARAM_PATH_STR(group)
    Z_PARAM_PATH_STR(folder)
    ZEND_PARSE_PARAMETERS_END();
    RETURN_BOOL(tern::php::give_up_privileges({ZSTR_VAL(user), ZSTR_VAL(group), ZSTR_VAL(folder)}, *TERN_G(log)) ==
                tern::Error::ok);
}

ZEND_FUNCTION(Tern_Internal_Unix_change_environment) {
    HashTable* variables;
    bool clear;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_ARRAY_HT(variables)
    Z_PARAM_BOOL(clear)
    ZEND_PARSE_PARAMETERS_END();
    if (clear) (void)::clearenv();
    zend_string* name;
    zval* value;
    ZEND_HASH_FOREACH_STR_KEY_VAL(variables, name, value) {
        if (name != nullptr && Z_TYPE_P(value) == IS_STRING) (void)::setenv(ZSTR_VAL(name), Z_STRVAL_P(value), 1);
    }
    ZEND_HASH_FOREACH_END();
}

ZEND_FUNCTION(Tern_Internal_Unix_lead_group) {
    ZEND_PARSE_PARAMETERS_NONE();
    (void)::setpgid(0, 0);
}

ZEND_FUNCTION(Tern_Internal_Unix_lead_session) {
    ZEND_PARSE_PARAMETERS_NONE();
    (void)::setsid();
}

ZEND_FUNCTION(Tern_Internal_Unix_signal_group) {
    zend_long leader, signal;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_LONG(leader)
    Z_PARAM_LONG(signal)
    ZEND_PARSE_PARAMETERS_END();
    // 1 and below would be all processes, or this process's own group.
    RETURN_BOOL(leader > 1 && ::kill(-as_int(leader), as_int(signal)) == 0);
}

ZEND_FUNCTION(Tern_Internal_Unix_block_signals) {
    HashTable* signals;
    bool block;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_ARRAY_HT(signals)
    Z_PARAM_BOOL(block)
    ZEND_PARSE_PARAMETERS_END();
    sigset_t set;
    sigemptyset(&set);
    zval* signal;
    ZEND_HASH_FOREACH_VAL(signals, signal) { (void)sigaddset(&set, as_int(zval_get_long(signal))); }
    ZEND_HASH_FOREACH_END();
    (void)::sigprocmask(block ? SIG_BLOCK : SIG_UNBLOCK, &set, nullptr);
}

ZEND_FUNCTION(Tern_Internal_Unix_reset_signals) {
    HashTable* signals;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_ARRAY_HT(signals)
    ZEND_PARSE_PARAMETERS_END();
    zval* signal;
    ZEND_HASH_FOREACH_VAL(signals, signal) { (void)std::signal(as_int(zval_get_long(signal)), SIG_DFL); }
    ZEND_HASH_FOREACH_END();
}

ZEND_FUNCTION(Tern_Internal_Unix_log_time) {
    bool precise;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_BOOL(precise)
    ZEND_PARSE_PARAMETERS_END();
    timeval now{};
    (void)::gettimeofday(&now, nullptr);
    tm local{};
    (void)::localtime_r(&now.tv_sec, &local);
    char text[64];
    size_t length = std::strftime(text, sizeof text, "%d-%b-%Y %H:%M:%S", &local);
    if (precise) {
        length += static_cast<size_t>(
            snprintf(text + length, sizeof text - length, ".%06ld", static_cast<long>(now.tv_usec)));
    }
    RETURN_STRINGL(text, length);
}
