#include "php/server/server_threads.h"

#include "php/http/port_object.h"
#include "php/process/thread.h"
#include "php/process/thread_arguments.h"
#include "proc/thread_register.h"

namespace tern::php {

bool init_threads(ServerObject& server) {
    if (!server.config->is_of_threads) return true;
    (void)proc::ThreadRegister::of_process().fd();  // here, so that all processes share it
    if (!server.config->init_arguments) return true;
    zval function;
    zval result;
    ZVAL_UNDEF(&result);
    ZVAL_COPY(&function, find_setting(&server.std, "init_arguments"));
    call_user_function(nullptr, nullptr, &function, &result, 0, nullptr);
    zval_ptr_dtor(&function);
    const bool is_list = EG(exception) == nullptr && Z_TYPE(result) == IS_ARRAY;
    if (is_list && share_arrays(&result)) set_thread_arguments(&result);
    zval_ptr_dtor(&result);
    return EG(exception) == nullptr;
}

void enter_thread(const ServerObject& server) noexcept {
    if (!server.config->is_of_threads) return;
    become_thread_of_server();
    proc::ThreadRegister::of_process().enter();
}

void end_threads(const ServerObject& server) {
    if (server.config->is_of_threads) end_thread_program();
}

}  // namespace tern::php
