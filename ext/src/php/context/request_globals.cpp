#include "php/context/request_globals.h"

#include <utility>

#include "php/bridge/globals.h"

namespace tern::php {

namespace {

void drop(zend_string*& text) {
    if (text != nullptr) zend_string_release(std::exchange(text, nullptr));
}

void drop(HashTable*& table) {
    if (table == nullptr) return;
    HashTable* last = std::exchange(table, nullptr);
    zend_hash_destroy(last);
    FREE_HASHTABLE(last);
}

void drop(zval& value) {
    zval last;
    ZVAL_COPY_VALUE(&last, &value);
    ZVAL_UNDEF(&value);
    zval_ptr_dtor(&last);
}

}  // namespace

void RequestGlobals::exchange() noexcept {
    using std::swap;
    sapi_.exchange();
    swap(shutdown_functions_, BG(user_shutdown_function_names));
    swap(last_error_type_, PG(last_error_type));
    swap(last_error_line_, PG(last_error_lineno));
    swap(last_error_message_, PG(last_error_message));
    swap(last_error_file_, PG(last_error_file));
    last_backtrace_.exchange();
    swap(stream_context_, FG(default_context));
    swap(directory_, TERN_G(default_directory));
    swap(stream_wrappers_, FG(stream_wrappers));
    swap(stream_filters_, FG(stream_filters));
    swap(user_filters_, BG(user_filter_map));
    swap(wrapper_errors_, FG(wrapper_errors));
    swap(unlinked_uses_, CG(unlinked_uses));
    swap(locale_changed_, BG(locale_changed));
    swap(phase_, EG(flags));
    page_.exchange();
    status_.exchange();
    swap(http_, PG(http_globals));
    swap(memory_limit_, PG(memory_limit));
    swap(time_limit_, EG(timeout_seconds));
    base_directories_.exchange();
}

void RequestGlobals::call_shutdown_functions() {
    php_call_shutdown_functions();
    if (CG(unclean_shutdown) && EG(exception) == nullptr) zend_bailout();  // PHP has caught that of a fatal error
}

void RequestGlobals::note_end() noexcept { EG(flags) |= EG_FLAGS_IN_SHUTDOWN; }

void RequestGlobals::note_end_of_resources() noexcept { EG(flags) |= EG_FLAGS_IN_RESOURCE_SHUTDOWN; }

void RequestGlobals::drop_shutdown_functions() { php_free_shutdown_functions(); }

void RequestGlobals::drop_stream_context() {
    if (php_stream_context* context = std::exchange(FG(default_context), nullptr)) zend_list_delete(context->res);
}

void RequestGlobals::drop_directory() {
    if (zend_resource* last = std::exchange(TERN_G(default_directory), nullptr)) zend_list_delete(last);
}

void RequestGlobals::end() {
    SapiGlobals::end();
    drop(PG(last_error_message));
    drop(PG(last_error_file));
    if (zval* backtrace = LastBacktrace::running()) drop(*backtrace);
    drop(FG(stream_wrappers));
    drop(FG(stream_filters));
    drop(BG(user_filter_map));
    drop(FG(wrapper_errors));
    drop(CG(unlinked_uses));  // a fatal error leaves it
    php_clear_stat_cache(false, nullptr, 0);
    for (zval& one : PG(http_globals)) drop(one);
}

}  // namespace tern::php
