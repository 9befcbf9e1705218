// Functions for an upgrade: see proc/upgrade.h.
#include "php/engine/error.h"
#include "php/engine/registry.h"
#include "php/server/server_process.h"
#include "proc/upgrade.h"
#include "php/server/upgrade_functions_arginfo.h"

namespace tern::php {

namespace {

const char* state_name(uint32_t state) noexcept {
    constexpr const char* kNames[] = {"none", "starting", "failed", "done"};
    return state < std::size(kNames) ? kNames[state] : kNames[0];
}

}  // namespace

void register_upgrade_functions() { register_functions(upgrade_functions_entries); }

}  // namespace tern::php

using namespace tern::php;

ZEND_FUNCTION(Tern_upgrade) {
    ZEND_PARSE_PARAMETERS_NONE();
    ServerProcess* server = running(return_value);
    if (server == nullptr) return;
    const tern::Error error = server->upgrade();
    if (error != tern::Error::ok) return failure(error, return_value);
    RETURN_TRUE;
}

ZEND_FUNCTION(Tern_Internal_upgrade_state) {
    ZEND_PARSE_PARAMETERS_NONE();
    tern::proc::SharedState::UpgradeNote note;
    if (process() != nullptr) note = process()->state().upgrade();
    array_init_size(return_value, 3);
    add_assoc_string(return_value, "state", state_name(note.state));
    add_assoc_long(return_value, "count", note.count);
    add_assoc_long(return_value, "pid", note.pid);
}

ZEND_FUNCTION(Tern_Internal_start_command) {
    HashTable* command;
    zend_string* folder;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_ARRAY_HT(command)
    Z_PARAM_STR(folder)
    ZEND_PARSE_PARAMETERS_END();
    tern::proc::StartCommand& start = tern::proc::start_command();
    start.words.clear();
    zval* word;
    ZEND_HASH_FOREACH_VAL(command, word) {
        if (Z_TYPE_P(word) == IS_STRING) start.words.emplace_back(Z_STRVAL_P(word), Z_STRLEN_P(word));
    }
    ZEND_HASH_FOREACH_END();
    start.folder.assign(ZSTR_VAL(folder), ZSTR_LEN(folder));
}
