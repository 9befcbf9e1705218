#include "php/server/launcher_functions.h"

#include <csignal>
#include <fcntl.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "php/coroutine/program/process_runtime.h"
#include "php/engine/classes.h"
#include "php/engine/descriptor.h"
#include "php/engine/registry.h"
#include "php/engine/state/opcache.h"
#include "php/http/options/server_config.h"
#include "php/http/port_object.h"
#include "php/process/process_object.h"
#include "php/server/launcher_hook.h"
#include "php/server/server_object.h"
#include "php/server/server_process.h"
#include "php/server/worker/server_worker.h"
#include "php/socket/coroutine_socket.h"
#include "php/server/launcher_functions_arginfo.h"

namespace tern::php {

void register_launcher_functions() { register_functions(launcher_functions_entries); }

bool ask_launcher(zval* server) {
    zend_function* function = launcher_hook();
    if (function == nullptr) return true;
    zval result;
    ZVAL_UNDEF(&result);
    zend_call_known_function(function, nullptr, nullptr, &result, 1, server, nullptr);
    zval_ptr_dtor(&result);
    return EG(exception) == nullptr;
}

}  // namespace tern::php

using namespace tern::php;

ZEND_FUNCTION(Tern_Internal_become) {
    HashTable* command;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_ARRAY_HT(command)
    ZEND_PARSE_PARAMETERS_END();
    const uint32_t count = zend_hash_num_elements(command);
    char** words = static_cast<char**>(safe_emalloc(count + 1, sizeof(char*), 0));
    uint32_t taken = 0;
    zval* word;
    ZEND_HASH_FOREACH_VAL(command, word) {
        if (Z_TYPE_P(word) == IS_STRING) words[taken++] = Z_STRVAL_P(word);
    }
    ZEND_HASH_FOREACH_END();
    words[taken] = nullptr;
    if (taken == count && count > 0) (void)execv(words[0], words);
    efree(words);
    RETURN_FALSE;
}

ZEND_FUNCTION(Tern_Internal_close_on_exec) {
    zval* stream;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_ZVAL(stream)
    ZEND_PARSE_PARAMETERS_END();
    const int fd = Z_TYPE_P(stream) == IS_RESOURCE ? descriptor_of(stream) : -1;
    if (fd >= 0) (void)fcntl(fd, F_SETFD, FD_CLOEXEC);
    RETURN_COPY(stream);
}

ZEND_FUNCTION(Tern_Internal_peer_user) {
    zval* socket;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_OBJECT_OF_CLASS(socket, classes.coroutine_socket)
    ZEND_PARSE_PARAMETERS_END();
    ucred peer{};
    socklen_t size = sizeof peer;
    const SocketObject* self = socket_object(socket);
    if (self == nullptr) RETURN_THROWS();
    const bool is_known = getsockopt(self->socket->fd(), SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 &&
                          peer.uid != static_cast<uid_t>(-1);
    RETURN_LONG(is_known ? static_cast<zend_long>(peer.uid) : -1);
}

ZEND_FUNCTION(Tern_Internal_end_with_parent) {
    zend_long parent;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(parent)
    ZEND_PARSE_PARAMETERS_END();
    RETURN_BOOL(prctl(PR_SET_PDEATHSIG, SIGTERM) == 0 && getppid() == parent);
}

ZEND_FUNCTION(Tern_Internal_adopt_orphans) {
    ZEND_PARSE_PARAMETERS_NONE();
    RETURN_BOOL(prctl(PR_SET_CHILD_SUBREAPER, 1) == 0);
}

ZEND_FUNCTION(Tern_Internal_inotify_open) {
    ZEND_PARSE_PARAMETERS_NONE();
    RETURN_LONG(inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
}

ZEND_FUNCTION(Tern_Internal_inotify_watch) {
    zend_long descriptor;
    zend_string* folder;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_LONG(descriptor)
    Z_PARAM_PATH_STR(folder)
    ZEND_PARSE_PARAMETERS_END();
    constexpr uint32_t kChanges = IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ONLYDIR;
    RETURN_LONG(inotify_add_watch(static_cast<int>(descriptor), ZSTR_VAL(folder), kChanges));
}

ZEND_FUNCTION(Tern_Internal_report_applications) {
    zend_long all, busy, waiting;
    ZEND_PARSE_PARAMETERS_START(3, 3)
    Z_PARAM_LONG(all)
    Z_PARAM_LONG(busy)
    Z_PARAM_LONG(waiting)
    ZEND_PARSE_PARAMETERS_END();
    ServerWorker* worker = process() == nullptr ? nullptr : process()->worker();
    if (worker == nullptr) return;
    worker->counters().application_num.set(static_cast<uint64_t>(all));
    worker->counters().application_busy_num.set(static_cast<uint64_t>(busy));
    worker->counters().application_waiting_num.set(static_cast<uint64_t>(waiting));
}

ZEND_FUNCTION(Tern_Internal_count_load) {
    zend_long change;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(change)
    ZEND_PARSE_PARAMETERS_END();
    if (ServerWorker* worker = process() == nullptr ? nullptr : process()->worker(); worker != nullptr)
        worker->count_load(static_cast<int>(change));
}

ZEND_FUNCTION(Tern_Internal_change_options) {
    zval* server;
    HashTable* options;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_OBJECT_OF_CLASS(server, classes.server)
    Z_PARAM_ARRAY_HT(options)
    ZEND_PARSE_PARAMETERS_END();
    ServerObject* self = constructed(server);
    if (self == nullptr) RETURN_THROWS();
    if (!apply_options(server_options(), options,
                       {self->config, &self->config->port, &self->touched, nullptr, UnknownOptions::warn}))
        RETURN_THROWS();
    resolve_ports(*self);
    merge_setting(&self->std, options);
}

ZEND_FUNCTION(Tern_Internal_boot_once) {
    zval* server;
    zend_fcall_info callable;
    zend_fcall_info_cache cache;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_OBJECT_OF_CLASS(server, classes.server)
    Z_PARAM_FUNC(callable, cache)
    ZEND_PARSE_PARAMETERS_END();
    ServerObject* self = constructed(server);
    if (self == nullptr || !may_change(self->sealed, "boot_once()")) {
        zend_release_fcall_info_cache(&cache);
        return;
    }
    zval_ptr_dtor(&self->boot_call);
    keep_callable(callable, cache, &self->boot_call);
}

ZEND_FUNCTION(Tern_Internal_run_on_demand) {
    zval* process;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_OBJECT_OF_CLASS(process, classes.process)
    ZEND_PARSE_PARAMETERS_END();
    ProcessObject* self = process_of(process);
    if (self == nullptr) RETURN_THROWS();
    self->on_demand = true;
}

ZEND_FUNCTION(Tern_Internal_want_process) {
    zend_long id;
    bool more;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_LONG(id)
    Z_PARAM_BOOL(more)
    ZEND_PARSE_PARAMETERS_END();
    ServerProcess* server = process();
    RETURN_BOOL(server != nullptr && server->want_worker(static_cast<int>(id), more ? 1 : -1) == tern::Error::ok);
}

ZEND_FUNCTION(Tern_Internal_opcache_generation) {
    ZEND_PARSE_PARAMETERS_NONE();
    RETURN_LONG(OpcacheUse::generation());
}

ZEND_FUNCTION(Tern_Internal_opcache_status) {
    ZEND_PARSE_PARAMETERS_NONE();
    zend_function* get =
        static_cast<zend_function*>(zend_hash_str_find_ptr(EG(function_table), ZEND_STRL("opcache_get_status")));
    if (get == nullptr) RETURN_FALSE;
    zval with_scripts;
    ZVAL_FALSE(&with_scripts);
    OpcacheUse use;
    use.begin();
    use.exchange();
    zend_call_known_function(get, nullptr, nullptr, return_value, 1, &with_scripts, nullptr);
    use.exchange();
    use.end();
}
