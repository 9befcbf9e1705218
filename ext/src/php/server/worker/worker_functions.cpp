// Functions by which classes of the library query their worker.
#include <algorithm>

#include "php/coroutine/program/process_runtime.h"
#include "php/engine/fiber/program_entry.h"
#include "php/engine/registry.h"
#include "php/http/request/request_tracker.h"
#include "php/server/server_process.h"
#include "php/server/worker/server_worker.h"
#include "serve/connection.h"
#include "serve/origin.h"
#include "php/server/worker/worker_functions_arginfo.h"

namespace tern::php {

void register_worker_functions() { register_functions(worker_functions_entries); }

}  // namespace tern::php

using namespace tern::php;

ZEND_FUNCTION(Tern_Internal_on_leave) {
    zend_fcall_info callable;
    zend_fcall_info_cache cache;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_FUNC(callable, cache)
    ZEND_PARSE_PARAMETERS_END();
    LateCalls* calls =
        process() == nullptr || process()->worker() == nullptr ? nullptr : process()->worker()->leave_calls();
    if (calls == nullptr) {
        zend_release_fcall_info_cache(&cache);
        RETURN_FALSE;
    }
    zval kept;
    keep_callable(callable, cache, &kept);
    calls->add(&kept);
    RETURN_TRUE;
}

ZEND_FUNCTION(Tern_Internal_request_accounts) {
    ZEND_PARSE_PARAMETERS_NONE();
    list_active_requests(return_value);
}

ZEND_FUNCTION(Tern_Internal_trace_slow_requests) {
    zend_long descriptor;
    zend_long depth;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_LONG(descriptor)
    Z_PARAM_LONG(depth)
    ZEND_PARSE_PARAMETERS_END();
    const uint64_t frames = static_cast<uint64_t>(std::max<zend_long>(depth, 0));
    runtime()->slow_request_log.trace().send_to(static_cast<int>(descriptor), frames);
}

ZEND_FUNCTION(Tern_Internal_server_address) {
    zend_long fd;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(fd)
    ZEND_PARSE_PARAMETERS_END();
    ServerProcess* process = tern::php::process();
    ServerWorker* worker = process == nullptr ? nullptr : process->worker();
    const tern::serve::Connection* own = worker == nullptr ? nullptr : worker->host().find_connection(fd);
    if (own == nullptr) RETURN_EMPTY_STRING();
    char text[tern::serve::kMaxIpText];
    const size_t length = tern::serve::write_local_ip(own->fd(), text);
    RETURN_STRINGL(text, length);
}
