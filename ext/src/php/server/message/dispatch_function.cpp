#include "php/coroutine/program/process_runtime.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/globals.h"
#include "php/server/message/packet_dispatch.h"

namespace tern::php {

namespace {

struct Choice {
    ProgramCallback* function;
    zend_object* server;
    DispatchFunction::Event event;
    int64_t id;
    Bytes packet;
    zend_long result;
};

const zval* function_of(ServerObject& server) {
    const zval* function = server.config->dispatch_func ? find_setting(&server.std, "dispatch_func") : nullptr;
    return function == nullptr ? &kNoCallback : function;
}

}  // namespace

DispatchFunction::DispatchFunction(ServerObject& server) noexcept : server_(server), function_(function_of(server)) {}

void DispatchFunction::call(void* choice) {
    auto& one = *static_cast<Choice*>(choice);
    const Bytes shown = one.packet.substr(0, kMostShown);
    zval arguments[4];
    zval result;
    ZVAL_OBJ_COPY(&arguments[0], one.server);
    ZVAL_LONG(&arguments[1], one.id);
    ZVAL_LONG(&arguments[2], static_cast<zend_long>(one.event));
    ZVAL_STRINGL_FAST(&arguments[3], shown.data(), shown.size());
    one.function->call(4, arguments, &result);
    if (EG(exception) == nullptr) one.result = zval_get_long(&result);
    zval_ptr_dtor(&result);
    for (zval& argument : arguments) zval_ptr_dtor(&argument);
}

int DispatchFunction::choose(Event event, int64_t id, Bytes packet) noexcept {
    Choice choice{&function_, &server_.std, event, id, packet, kDiscard};
    if (runtime()->bailed) return kDiscard;
    (void)guard::run(call, &choice);
    if (choice.result >= kOwn && choice.result < server_.config->worker_num) return static_cast<int>(choice.result);
    TERN_G(log)->print(LogLevel::warning, "dispatch_func returned %ld; there are workers 0 to %ld",
                       static_cast<long>(choice.result), static_cast<long>(server_.config->worker_num - 1));
    return kDiscard;
}

}  // namespace tern::php
