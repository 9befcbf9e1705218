#include "php/hooks/own_limits.h"

#include <cstdlib>

#include "php/context/context.h"
#include "php/hooks/held_setting.h"

namespace tern::php {

namespace {

class OwnLimit final : public OwnPart {
public:
    // `value` is where PHP keeps it as a number.
    OwnLimit(zend_ini_entry& entry, zend_long& value) noexcept : setting_(entry), value_(value), outer_(value) {}
    ~OwnLimit() override { setting_.drop(); }

    void exchange() override {
        setting_.exchange();
        std::swap(outer_, value_);
    }
    OwnPart* inherit() const override { return nullptr; }

private:
    HeldSetting setting_;
    zend_long& value_;
    zend_long outer_;
};

ZEND_INI_MH((*engines_memory_limit)) = nullptr;
ZEND_INI_MH((*engines_time_limit)) = nullptr;

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
    if (!context->limits().limit_memory(bytes, context->memory())) {
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
    context->limits().limit_time(EG(timeout_seconds));
    return SUCCESS;
}

zend_ini_entry* find(const char* name, size_t length) noexcept {
    return static_cast<zend_ini_entry*>(zend_hash_str_find_ptr(EG(ini_directives), name, length));
}

}  // namespace

void take_over_limits() noexcept {
    if (engines_memory_limit != nullptr) return;
    engines_memory_limit = std::exchange(find(ZEND_STRL("memory_limit"))->on_modify, change_memory_limit);
    engines_time_limit = std::exchange(find(ZEND_STRL("max_execution_time"))->on_modify, change_time_limit);
}

OwnPart* own_limit(zend_string* name) {
    zend_ini_entry* entry = find(ZSTR_VAL(name), ZSTR_LEN(name));
    if (zend_string_equals_literal(name, "memory_limit")) return new OwnLimit(*entry, PG(memory_limit));
    if (zend_string_equals_literal(name, "max_execution_time")) return new OwnLimit(*entry, EG(timeout_seconds));
    return nullptr;
}

}  // namespace tern::php
