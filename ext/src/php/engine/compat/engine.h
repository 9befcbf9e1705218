// Includes PHP's headers for all other files. Only this folder has the differences between PHP 8.2 and 8.6.
// PHP's own headers declare their C linkage themselves. Wrapping them once more would break the C++ headers that they
// include.
#pragma once

// clang-format off: PHP makes macros of vsnprintf and others, so what of the C++ library uses them comes first.
#include <string>
// clang-format on

#include <SAPI.h>
#include <ext/spl/spl_array.h>
#include <ext/standard/info.h>
#include <php.h>
#include <php_ini.h>
#include <php_main.h>
#include <php_variables.h>
#include <zend_closures.h>
#include <zend_exceptions.h>
#include <zend_fibers.h>
#include <zend_interfaces.h>
#include <zend_smart_str.h>

// These headers do not declare their C linkage.
#include <sys/stat.h>
extern "C" {
#include <ext/json/php_json.h>
#include <ext/standard/base64.h>
#include <ext/standard/basic_functions.h>
#include <ext/standard/php_string.h>
#include <ext/standard/url.h>
}

#if PHP_VERSION_ID < 80200
#error "Tern needs PHP 8.2 or newer"
#endif

#include <utility>

#include "base/bytes.h"
#include "php/engine/compat/thread_safe.h"

namespace tern::php {

#ifdef ZTS
constexpr bool kThreadSafe = true;
#else
constexpr bool kThreadSafe = false;
#endif

inline Bytes view(const zend_string* text) noexcept { return Bytes(ZSTR_VAL(text), ZSTR_LEN(text)); }

// Null: the module has none. With thread safety those of this thread.
inline void* module_globals(const zend_module_entry& module) noexcept {
#ifdef ZTS
    return module.globals_id_ptr == nullptr ? nullptr : ts_resource(*module.globals_id_ptr);
#else
    return module.globals_ptr;
#endif
}

// In which globals a setting has its value, at the offset mh_arg1. Null: in none.
inline void* globals_of_setting(const zend_ini_entry& setting) noexcept {
#ifdef ZTS
    return setting.mh_arg2 == nullptr ? nullptr : ts_resource(*static_cast<ts_rsrc_id*>(setting.mh_arg2));
#else
    return setting.mh_arg2;
#endif
}

// zend_fiber_init_context() returns bool in older versions and zend_result in newer ones.
inline bool succeeded(bool result) noexcept { return result; }
inline bool succeeded(zend_result result) noexcept { return result == SUCCESS; }

inline bool init_fiber(zend_fiber_context* context, void* kind, zend_fiber_coroutine main, size_t stack_bytes) {
    return succeeded(zend_fiber_init_context(context, kind, main, stack_bytes));
}

// Tells the engine where the C stack ends. From 8.3 on it turns an overflow into an Error.
inline void set_fiber_stack_limits([[maybe_unused]] zend_fiber_context* context) noexcept {
#ifdef ZEND_CHECK_STACK_LIMIT
    EG(stack_base) = zend_fiber_stack_base(context->stack);
    EG(stack_limit) = zend_fiber_stack_limit(context->stack);
#endif
}

// Whether an internal function is on top of the stack. From 8.4 on interrupts are handled there, too, before the call
// is cleaned up: the interrupt that suspends has to wait for a frame of PHP.
inline bool handles_interrupt_of_call() noexcept {
#if PHP_VERSION_ID >= 80400
    const zend_execute_data* frame = EG(current_execute_data);
    return frame != nullptr && frame->func != nullptr && !ZEND_USER_CODE(frame->func->type);
#else
    return false;
#endif
}

// Whether the garbage collector runs destructors. 8.2 blocks switches meanwhile, so it need not be asked.
inline bool collects_garbage() noexcept {
#if PHP_VERSION_ID >= 80300
    zend_gc_status status;
    zend_gc_get_status(&status);
    return status.active;
#else
    return false;
#endif
}

// Whether the engine defers signals, or handles one.
inline bool blocks_signals() noexcept {
#ifdef ZEND_SIGNALS
    return SIGG(depth) > 0 || SIGG(running);
#else
    return false;
#endif
}

// zend_create_fake_closure() takes an object from 8.6 on, and took a zval before.
inline void create_fake_closure(zval* into, zend_function* function, zend_class_entry* scope, zend_class_entry* called,
                                zend_object* self) {
#if PHP_VERSION_ID >= 80600
    zend_create_fake_closure(into, function, scope, called, self);
#else
    zval value;
    if (self != nullptr) ZVAL_OBJ(&value, self);
    zend_create_fake_closure(into, function, scope, called, self == nullptr ? nullptr : &value);
#endif
}

// zend_create_closure() takes an object from 8.6 on, and took a zval before.
inline void create_closure(zval* into, zend_function* function, zend_class_entry* called, zend_object* self) {
#if PHP_VERSION_ID >= 80600
    zend_create_closure(into, function, function->common.scope, called, self);
#else
    zval value;
    if (self != nullptr) ZVAL_OBJ(&value, self);
    zend_create_closure(into, function, function->common.scope, called, self == nullptr ? nullptr : &value);
#endif
}

// From 8.6 on the number has no sign.
inline uint32_t static_property_count(const zend_class_entry& entry) noexcept {
    return static_cast<uint32_t>(entry.default_static_members_count);
}

inline void raise_warning(const char* format, va_list arguments) {
#if PHP_VERSION_ID >= 80600
    php_verror(nullptr, E_WARNING, format, arguments);
#else
    php_verror(nullptr, "", E_WARNING, format, arguments);
#endif
}

// From 8.3 on an exception handler may set another one, which gets what the first one throws.
#if PHP_VERSION_ID >= 80300
inline constexpr bool kHandlerMaySetAnother = true;
#else
inline constexpr bool kHandlerMaySetAnother = false;
#endif

// What http_get_last_response_headers() returns; null where there is no such function.
inline zval* last_http_headers() noexcept {
#if PHP_VERSION_ID >= 80400
    return &BG(last_http_headers);
#else
    return nullptr;
#endif
}

// Whether its properties are made on first use, or are those of another object.
inline bool is_lazy([[maybe_unused]] const zend_object* object) noexcept {
#if PHP_VERSION_ID >= 80400
    return zend_object_is_lazy(const_cast<zend_object*>(object));
#else
    return false;
#endif
}

// Call it in a forked process. From 8.5 on a random key protects the lists of the heap, and the child needs one of its
// own. From 8.6 on the child forgets what the parent knows of files.
inline void init_child_of_engine() noexcept {
#if PHP_VERSION_ID >= 80500
    php_child_init();
#endif
}

// The results of json_last_error() and its message. From 8.6 on the message has line and column, too.
#if PHP_VERSION_ID >= 80600
using JsonError = php_json_error_details;
inline JsonError& json_error() noexcept { return JSON_G(error_details); }
inline php_json_error_code code_of(const JsonError& error) noexcept { return error.code; }
#else
using JsonError = php_json_error_code;
inline JsonError& json_error() noexcept { return JSON_G(error_code); }
inline php_json_error_code code_of(JsonError error) noexcept { return error; }
#endif

// An exception that was set aside while an autoloader runs. From 8.6 on the engine keeps it on its stack.
inline zend_object* previous_exception() noexcept {
#if PHP_VERSION_ID >= 80600
    return nullptr;
#else
    return EG(prev_exception);
#endif
}
inline void set_previous_exception([[maybe_unused]] zend_object* exception) noexcept {
#if PHP_VERSION_ID < 80600
    EG(prev_exception) = exception;
#endif
}

// The names, in lower case, of the classes that autoloaders are loading.
inline HashTable* classes_being_loaded() noexcept {
#if PHP_VERSION_ID >= 80600
    return &EG(autoload_current_classnames);
#else
    return EG(in_autoload);
#endif
}

// Those of another program. From 8.6 on the engine has one table for all time, and before it made one when it needed
// it.
class ClassesBeingLoaded {
public:
#if PHP_VERSION_ID >= 80600
    void begin() { zend_hash_init(&names_, 8, nullptr, nullptr, 0); }
    void exchange() noexcept { std::swap(names_, EG(autoload_current_classnames)); }
    void end() { zend_hash_destroy(&names_); }

private:
    HashTable names_;
#else
    void begin() noexcept {}
    void exchange() noexcept { std::swap(names_, EG(in_autoload)); }
    void end() {
        if (names_ == nullptr) return;
        zend_hash_destroy(names_);
        FREE_HASHTABLE(names_);
    }

private:
    HashTable* names_ = nullptr;
#endif
};

// The callback of header_register_callback().
#if PHP_VERSION_ID >= 80600
using HeaderCallback = zend_fcall_info_cache;
inline HeaderCallback& header_callback() noexcept { return SG(send_header_fcc); }
inline HeaderCallback no_header_callback() noexcept { return empty_fcall_info_cache; }
inline void drop_header_callback(HeaderCallback& callback) {
    if (ZEND_FCC_INITIALIZED(callback)) zend_fcc_dtor(&callback);
}
#else
using HeaderCallback = zval;
inline HeaderCallback& header_callback() noexcept { return SG(callback_func); }
inline HeaderCallback no_header_callback() noexcept {
    zval none;
    ZVAL_UNDEF(&none);
    return none;
}
inline void drop_header_callback(HeaderCallback& callback) { zval_ptr_dtor(&callback); }
#endif

// Called when the main code has ended. False: there is no such function.
inline bool call_at_end(const char* function) {
    php_shutdown_function_entry entry{};
    zval name;
    ZVAL_STRING(&name, function);
#if PHP_VERSION_ID >= 80500
    const bool known = zend_is_callable_ex(&name, nullptr, 0, nullptr, &entry.fci_cache, nullptr);
    zval_ptr_dtor(&name);
    if (known) zend_fcc_addref(&entry.fci_cache);
#else
    const bool known = zend_fcall_info_init(&name, 0, &entry.fci, &entry.fci_cache, nullptr, nullptr) == SUCCESS;
    if (!known) zval_ptr_dtor(&name);
#endif
    if (known) append_user_shutdown_function(&entry);
    return known;
}

}  // namespace tern::php
