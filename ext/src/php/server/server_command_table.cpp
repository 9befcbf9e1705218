#include "php/engine/error.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/program_entry.h"
#include "php/server/server_commands.h"
#include "php/server/server_process.h"

namespace tern::php {

namespace {

constexpr uint32_t kMostCommands = 1024;

bool check_name(zend_string* name) {
    if (ZSTR_LEN(name) > 0 && ZSTR_LEN(name) <= ServerCommands::kMostName) return true;
    warn_argument(1, "must have between 1 and %zu bytes, %zu given", ServerCommands::kMostName, ZSTR_LEN(name));
    return false;
}

bool check_types(zend_long types) {
    if (types > 0 && (types & ~kAllTypes) == 0) return true;
    warn_argument(2, "must be one or more of the SWOOLE_SERVER_COMMAND_ constants, " ZEND_LONG_FMT " given", types);
    return false;
}

// Reports why the command cannot be added.
bool may_add(const ServerObject& server, zend_string* name) {
    if (!may_change(server.sealed, "commands")) return false;
    const bool exists = find_command(server, view(name)) != nullptr;
    if (exists) warn("there is a command \"%s\" already", ZSTR_VAL(name));
    const bool is_full =
        Z_TYPE(server.commands) == IS_ARRAY && zend_hash_num_elements(Z_ARRVAL(server.commands)) >= kMostCommands;
    if (is_full) warn("a server has at most %u commands", kMostCommands);
    if (exists || is_full) remember(Error::invalid_params);
    return !exists && !is_full;
}

// The slot of the target process; -1: there is no such process.
int slot_of(ServerProcess& server, zend_long type, zend_long id) {
    const proc::SharedState& state = server.state();
    if (type == kMaster || type == kManager) return static_cast<int>(state.slot_count());
    const proc::Roster& all = state.roster();
    const bool is_user = type == kUserProcess;
    const uint32_t count = is_user ? all.users : type == kTaskWorker ? all.tasks : all.events;
    const uint32_t first = is_user ? all.events + all.tasks : type == kTaskWorker ? all.events : 0;
    if (id < 0 || id >= static_cast<zend_long>(count)) return -1;
    return state.current_slot(static_cast<int32_t>(first + id));
}

struct CommandCall {
    zend_string* name;
    const zval* command;
    zend_long type;
    zend_long id;
    zend_string* message;
    int slot;
};

// Reports why the command cannot be sent.
bool may_request(ServerProcess& server, CommandCall& call) {
    call.command = find_command(server.server(), view(call.name));
    call.slot = -1;
    if (call.command == nullptr) {
        TERN_G(log)->print(LogLevel::warning, "there is no command \"%s\"", ZSTR_VAL(call.name));
    } else if ((command_types(call.command) & call.type) == 0) {
        warn("the command \"%s\" is not for processes of type " ZEND_LONG_FMT, ZSTR_VAL(call.name), call.type);
    } else {
        call.slot = slot_of(server, call.type, call.id);
        if (call.slot < 0) warn("there is no process " ZEND_LONG_FMT " of that type", call.id);
    }
    if (call.slot < 0) remember(Error::invalid_params);
    return call.slot >= 0;
}

zend_string* encoded(zval* data) {
    smart_str text{};
    if (php_json_encode(&text, data, 0) != SUCCESS || code_of(json_error()) != PHP_JSON_ERROR_NONE) {
        smart_str_free(&text);
        zend_argument_value_error(4, "cannot be written as JSON");
        return nullptr;
    }
    smart_str_0(&text);
    if (ZSTR_LEN(text.s) <= ServerCommands::kMostMessage) return text.s;
    zend_argument_value_error(4, "must have at most %zu bytes as JSON, %zu given", ServerCommands::kMostMessage,
                              ZSTR_LEN(text.s));
    smart_str_free(&text);
    return nullptr;
}

Error run_here(ServerProcess& server, const CommandCall& call, zval* text) {
    zval message;
    ZVAL_STR_COPY(&message, call.message);
    const Error error = run_command(server.server(), call.command, &message, text);
    zval_ptr_dtor(&message);
    return error;
}

Error run_elsewhere(ServerProcess& server, const CommandCall& call, zval* text) {
    auto* result = new CommandResult;
    server.commands().request(static_cast<uint32_t>(call.slot), view(call.name), view(call.message), *result);
    const Error error = result->error;
    ZVAL_STRINGL_FAST(text, result->text.data(), error == Error::ok ? result->text.size() : 0);
    delete result;
    bail_if_ended();
    return error;
}

// Takes over the reference.
void return_result(zval* text, bool decodes, zval* return_value) {
    if (!decodes) {
        ZVAL_COPY_VALUE(return_value, text);
        return;
    }
    constexpr zend_long kOptions = PHP_JSON_OBJECT_AS_ARRAY;
    const bool is_empty = Z_STRLEN_P(text) == 0;
    if (is_empty) {
        RETVAL_NULL();
    } else if (php_json_decode_ex(return_value, Z_STRVAL_P(text), Z_STRLEN_P(text), kOptions,
                                  PHP_JSON_PARSER_DEFAULT_DEPTH) != SUCCESS) {
        warn("the result of the command is no JSON");
        failure(Error::invalid_params, return_value);
    }
    zval_ptr_dtor(text);
}

}  // namespace

}  // namespace tern::php

using namespace tern::php;
using tern::Error;

ZEND_METHOD(Swoole_Server, addCommand) {
    zend_string* name;
    zend_long types;
    zend_fcall_info callable;
    zend_fcall_info_cache cache;
    ZEND_PARSE_PARAMETERS_START(3, 3)
    Z_PARAM_STR(name)
    Z_PARAM_LONG(types)
    Z_PARAM_FUNC(callable, cache)
    ZEND_PARSE_PARAMETERS_END();
    zval callback;
    keep_callable(callable, cache, &callback);
    ServerObject* server = constructed(ZEND_THIS);
    if (server == nullptr || !check_name(name) || !check_types(types) || !may_add(*server, name)) {
        zval_ptr_dtor(&callback);
        RETURN_FALSE;
    }
    add_command(*server, name, types, &callback);
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Server, command) {
    CommandCall call{};
    zval* data;
    bool decodes = true;
    ZEND_PARSE_PARAMETERS_START(4, 5)
    Z_PARAM_STR(call.name)
    Z_PARAM_LONG(call.id)
    Z_PARAM_LONG(call.type)
    Z_PARAM_ZVAL(data)
    Z_PARAM_OPTIONAL
    Z_PARAM_BOOL(decodes)
    ZEND_PARSE_PARAMETERS_END();
    ServerProcess* server = running(return_value);
    if (server == nullptr) return;
    if (!may_request(*server, call)) RETURN_FALSE;
    call.message = encoded(data);
    if (call.message == nullptr) RETURN_THROWS();
    zval text;
    const bool is_own = static_cast<uint32_t>(call.slot) == server->messenger().slot();
    const Error error = is_own ? run_here(*server, call, &text) : run_elsewhere(*server, call, &text);
    zend_string_release(call.message);
    if (EG(exception) == nullptr && error == Error::ok) return return_result(&text, decodes, return_value);
    zval_ptr_dtor(&text);
    if (EG(exception) == nullptr) failure(error, return_value);
}
