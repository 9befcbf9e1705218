// memory_limit and max_execution_time of a context that is like a process, and opcache.enable.
#include <cstdlib>

#include "php/engine/registry.h"
#include "php/isolation/context.h"

namespace tern::php {

namespace {

ZEND_INI_MH((*engines_memory_limit)) = nullptr;
ZEND_INI_MH((*engines_time_limit)) = nullptr;
ZEND_INI_MH((*opcaches_switch)) = nullptr;

Context* limited_context() noexcept {
    Context* context = Context::running();
    return context != nullptr && context->is_like_process() ? context : nullptr;
}

ZEND_INI_MH(change_memory_limit) {
    Context* context = limited_context();
    if (context == nullptr) return engines_memory_limit(entry, new_value, mh_arg1, mh_arg2, mh_arg3, stage);
    const zend_long bytes = new_value == nullptr
                                ? zend_long{1} << 30
                                : static_cast<zend_long>(zend_ini_parse_uquantity_warn(new_value, entry->name));
    if (stage != ZEND_INI_STAGE_DEACTIVATE && !context->limits().limit_memory(bytes, context->memory())) {
        zend_error(E_WARNING,
                   "Failed to set memory limit to " ZEND_LONG_FMT " bytes (Current memory usage is %" PRId64 " bytes)",
                   bytes, context->memory());
        return FAILURE;
    }
    PG(memory_limit) = bytes;
    return SUCCESS;
}

ZEND_INI_MH(change_time_limit) {
    Context* context = limited_context();
    if (context == nullptr) return engines_time_limit(entry, new_value, mh_arg1, mh_arg2, mh_arg3, stage);
    EG(timeout_seconds) = new_value == nullptr ? 0 : ZEND_STRTOL(ZSTR_VAL(new_value), nullptr, 10);
    if (stage != ZEND_INI_STAGE_DEACTIVATE) context->limits().limit_time(EG(timeout_seconds));
    return SUCCESS;
}

// opcache serves all contexts: one that switches it off only sees its setting changed.
ZEND_INI_MH(switch_opcache) {
    if (Context::running() != nullptr) return SUCCESS;
    return opcaches_switch(entry, new_value, mh_arg1, mh_arg2, mh_arg3, stage);
}

zend_ini_entry* find(const char* name, size_t length) noexcept {
    return static_cast<zend_ini_entry*>(zend_hash_str_find_ptr(EG(ini_directives), name, length));
}

}  // namespace

void take_over_limits() noexcept {
    if (engines_memory_limit != nullptr) return;
    engines_memory_limit = std::exchange(find(ZEND_STRL("memory_limit"))->on_modify, change_memory_limit);
    engines_time_limit = std::exchange(find(ZEND_STRL("max_execution_time"))->on_modify, change_time_limit);
    if (zend_ini_entry* entry = find(ZEND_STRL("opcache.enable")))
        opcaches_switch = std::exchange(entry->on_modify, switch_opcache);
}

}  // namespace tern::php
