#include "php/class/server_command_table.h"

extern "C" {  // which it forgets
#include <ext/json/php_json.h>
}

#include "php/bridge/callback.h"
#include "php/bridge/error.h"
#include "php/bridge/uncaught.h"
#include "php/server/server_process.h"

namespace tern::php {

namespace {

enum : zend_long { kMaster = 2, kReactor = 4, kEventWorker = 8, kTaskWorker = 16, kManager = 32 };
constexpr zend_long kAllTypes = kMaster | kReactor | kEventWorker | kTaskWorker | kManager;
constexpr zend_long kUserProcess = 256;  // for Tern\Internal\Admin\Questions, not for programs
constexpr uint32_t kMostCommands = 1024;

// Each is an array of both.
enum Part : zend_ulong { kTypes, kCallback };

zend_long types_of(const zval* command) noexcept { return Z_LVAL_P(zend_hash_index_find(Z_ARRVAL_P(command), kTypes)); }

bool check_name(zend_string* name) {
    if (ZSTR_LEN(name) > 0 && ZSTR_LEN(name) <= ServerCommands::kMostName) return true;
    zend_argument_value_error(1, "must have between 1 and %zu bytes, %zu given", ServerCommands::kMostName,
                              ZSTR_LEN(name));
    return false;
}

void add_command(ServerObject& server, zend_string* name, zend_long types, zval* callback) {
    if (Z_TYPE(server.commands) != IS_ARRAY) array_init(&server.commands);
    zval parts;
    array_init_size(&parts, 2);
    add_next_index_long(&parts, types);
    add_next_index_zval(&parts, callback);
    zend_hash_add_new(Z_ARRVAL(server.commands), name, &parts);
}

// Reports why it cannot be added.
bool may_add(const ServerObject& server, zend_string* name) {
    if (!may_change(server, "commands")) return false;
    const bool exists = find_command(server, view(name)) != nullptr;
    if (exists) warn("there is a command \"%s\" already", ZSTR_VAL(name));
    const bool is_full =
        Z_TYPE(server.commands) == IS_ARRAY && zend_hash_num_elements(Z_ARRVAL(server.commands)) >= kMostCommands;
    if (is_full) warn("a server has at most %u commands", kMostCommands);
    if (exists || is_full) remember(Error::invalid_params);
    return !exists && !is_full;
}

// Of the process that is meant; -1: there is none.
int box_of(ServerProcess& server, zend_long type, zend_long id) {
    const proc::SharedState& state = server.state();
    if (type == kMaster || type == kManager) return static_cast<int>(state.seat_count());
    const proc::Roster& all = state.roster();
    const bool is_user = type == kUserProcess;
    const uint32_t count = is_user ? all.users : type == kTaskWorker ? all.tasks : all.events;
    const uint32_t first = is_user ? all.events + all.tasks : type == kTaskWorker ? all.events : 0;
    if (id < 0 || id >= static_cast<zend_long>(count)) return -1;
    return state.current_seat(static_cast<int32_t>(first + id));
}

struct Asking {
    zend_string* name;
    const zval* command;
    zend_long type;
    zend_long id;
    zend_string* message;
    int box;
};

// Reports why it cannot be asked.
bool may_ask(ServerProcess& server, Asking& asking) {
    asking.command = find_command(server.server(), view(asking.name));
    asking.box = -1;
    if (asking.command == nullptr) {
        warn("there is no command \"%s\"", ZSTR_VAL(asking.name));
    } else if ((types_of(asking.command) & asking.type) == 0) {
        warn("the command \"%s\" is not for processes of type " ZEND_LONG_FMT, ZSTR_VAL(asking.name), asking.type);
    } else {
        asking.box = box_of(server, asking.type, asking.id);
        if (asking.box < 0) warn("there is no process " ZEND_LONG_FMT " of that type", asking.id);
    }
    if (asking.box < 0) remember(Error::invalid_params);
    return asking.box >= 0;
}

zend_string* encoded(zval* data) {
    smart_str text{};
    if (php_json_encode(&text, data, 0) != SUCCESS || JSON_G(error_code) != PHP_JSON_ERROR_NONE) {
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

Error ask_itself(ServerProcess& server, const Asking& asking, zval* text) {
    zval message;
    ZVAL_STR_COPY(&message, asking.message);
    const Error error = run_command(server.server(), asking.command, &message, text);
    zval_ptr_dtor(&message);
    return error;
}

Error ask_another(ServerProcess& server, const Asking& asking, zval* text) {
    auto* result = new CommandResult;
    server.commands().ask(static_cast<uint32_t>(asking.box), view(asking.name), view(asking.message), *result);
    const Error error = result->error;
    ZVAL_STRINGL_FAST(text, result->text.data(), error == Error::ok ? result->text.size() : 0);
    delete result;
    bail_if_given_up();
    return error;
}

// Takes the reference.
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

void add_command(ServerObject& server, const char* name, zval* callback) {
    zend_string* key = zend_string_init(name, strlen(name), false);
    add_command(server, key, kAllTypes | kUserProcess, callback);
    zend_string_release(key);
}

const zval* find_command(const ServerObject& server, Bytes name) noexcept {
    if (Z_TYPE(server.commands) != IS_ARRAY) return nullptr;
    return zend_hash_str_find(Z_ARRVAL(server.commands), name.data(), name.size());
}

Error run_command(ServerObject& server, const zval* command, zval* message, zval* result) {
    ZVAL_UNDEF(result);
    if (command == nullptr) return Error::invalid_params;
    zval arguments[2];
    ZVAL_OBJ_COPY(&arguments[0], &server.std);
    ZVAL_COPY(&arguments[1], message);
    zval function;
    ZVAL_COPY(&function, zend_hash_index_find(Z_ARRVAL_P(command), kCallback));
    call_user_function(nullptr, nullptr, &function, result, 2, arguments);
    bail_if_fatal();
    zval_ptr_dtor(&function);
    zval_ptr_dtor(&arguments[0]);
    zval_ptr_dtor(&arguments[1]);
    if (EG(exception) == nullptr) {
        convert_to_string(result);
    }
    return EG(exception) == nullptr ? Error::ok : Error::server_invalid_callback;
}

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
    if (server != nullptr && check_name(name) && (types <= 0 || (types & ~kAllTypes) != 0)) {
        zend_argument_value_error(
            2, "must be one or more of the SWOOLE_SERVER_COMMAND_ constants, " ZEND_LONG_FMT " given", types);
    }
    if (EG(exception) != nullptr || !may_add(*server, name)) {
        zval_ptr_dtor(&callback);
        RETURN_FALSE;
    }
    add_command(*server, name, types, &callback);
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Server, command) {
    Asking asking{};
    zval* data;
    bool decodes = true;
    ZEND_PARSE_PARAMETERS_START(4, 5)
    Z_PARAM_STR(asking.name)
    Z_PARAM_LONG(asking.id)
    Z_PARAM_LONG(asking.type)
    Z_PARAM_ZVAL(data)
    Z_PARAM_OPTIONAL
    Z_PARAM_BOOL(decodes)
    ZEND_PARSE_PARAMETERS_END();
    ServerProcess* server = running(return_value);
    if (server == nullptr) return;
    if (!may_ask(*server, asking)) RETURN_FALSE;
    asking.message = encoded(data);
    if (asking.message == nullptr) RETURN_THROWS();
    zval text;
    const bool is_own = static_cast<uint32_t>(asking.box) == server->box();
    const Error error = is_own ? ask_itself(*server, asking, &text) : ask_another(*server, asking, &text);
    zend_string_release(asking.message);
    if (EG(exception) == nullptr && error == Error::ok) return return_result(&text, decodes, return_value);
    zval_ptr_dtor(&text);
    if (EG(exception) == nullptr) failure(error, return_value);
}
