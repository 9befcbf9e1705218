#include "php/server/command_table.h"

#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/program_entry.h"

namespace tern::php {

namespace {

// Each command is an array of these two.
enum Part : zend_ulong { kTypes, kCallback };

}  // namespace

zend_long command_types(const zval* command) noexcept {
    return Z_LVAL_P(zend_hash_index_find(Z_ARRVAL_P(command), kTypes));
}

void add_command(ServerObject& server, zend_string* name, zend_long types, zval* callback) {
    if (Z_TYPE(server.commands) != IS_ARRAY) array_init(&server.commands);
    zval parts;
    array_init_size(&parts, 2);
    add_next_index_long(&parts, types);
    add_next_index_zval(&parts, callback);
    zend_hash_add_new(Z_ARRVAL(server.commands), name, &parts);
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
