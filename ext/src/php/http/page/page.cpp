#include "php/http/page/page.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "php/engine/fiber/uncaught.h"
#include "php/http/page/web_request.h"
#include "php/isolation/context.h"
#include "php/isolation/contexts.h"
#include "php/isolation/fatal_errors.h"
#include "php/isolation/state/engine_functions.h"
#include "php/isolation/state/own_parts.h"
#include "php/isolation/state/request_globals.h"

namespace tern::php {

namespace {

constexpr char kUploads = 0;
constexpr char kUrlScanner = 0;
constexpr char kTicks = 0;
constexpr char kPathCache = 0;
constexpr int kFailed = 255;  // PHP's exit code after an exception that nothing has caught

// Text of code outside, with a reference.
zend_string* in_heap_of_script(zend_string* text) {
    if (!Context::running()->has_own_heap()) return zend_string_copy(text);
    return zend_string_init(ZSTR_VAL(text), ZSTR_LEN(text), false);
}

// False: the script has ended, by an exception or exit().
bool run_file(zend_string* path) {
    zval result;
    execute_file_in_context(path, &result);
    if (CG(unclean_shutdown)) return false;  // after a fatal error: see contain()
    zval_ptr_dtor(&result);
    if (EG(exception) == nullptr) return true;
    if (end_code_with_pending() == kFailed) SapiGlobals::put_error_head();
    return false;
}

// The file of auto_prepend_file or auto_append_file, which may be relative to include_path.
bool run_setting(const char* path) {
    if (path == nullptr || path[0] == '\0') return true;
    zend_string* name = zend_string_init(path, std::strlen(path), false);
    const bool goes_on = run_file(name);
    zend_string_release(name);
    return goes_on;
}

// Code that opcache does not cache keeps the path.
bool run_script_file(zend_string* path) {
    zend_string* own = in_heap_of_script(path);
    const bool goes_on = run_file(own);
    zend_string_release(own);
    return goes_on;
}

void log_refusal(const Script& script, const char* level, Bytes message) {
    serve::Exchange* exchange = script.request->exchange;
    if (exchange == nullptr) return;
    (void)log_to_web_server(*exchange, {}, message);
    if (is_of_pool(*exchange) && level != nullptr) log_to_master(level, message);
}

// Of PHP_ADMIN_VALUE.
void log_unknown(const Script& script, const zend_string* name) {
    zend_string* message =
        zend_strpprintf(0, "Passing INI directive through FastCGI: unable to set '%s'", ZSTR_VAL(name));
    log_refusal(script, "ERROR: ", view(message));
    zend_string_release(message);
}

void apply_settings(const Script& script, HashTable& settings, bool is_admin) {
    zend_string* name;
    zval* value;
    ZEND_HASH_FOREACH_STR_KEY_VAL(&settings, name, value) {
        if (name == nullptr || Z_TYPE_P(value) != IS_STRING) continue;
        zend_string* own = in_heap_of_script(Z_STR_P(value));
        const bool is_set = set_own_setting(name, own, is_admin);
        zend_string_release(own);
        if (!is_set && is_admin) log_unknown(script, name);
    }
    ZEND_HASH_FOREACH_END();
}

// php.ini's buffer of the whole output.
void begin_output_buffer() {
    if (PG(output_buffering) == 0) return;
    const size_t bytes = PG(output_buffering) > 1 ? static_cast<size_t>(PG(output_buffering)) : 0;
    php_output_start_user(nullptr, bytes, PHP_OUTPUT_HANDLER_STDFLAGS);
}

// As php-fpm does, so relative paths are those of the script.
void enter_folder(const zend_string* file) {
    const Bytes path = view(file);
    const size_t slash = path.rfind('/');
    zend_string* folder = zend_string_init(path.data(), slash == 0 || slash == Bytes::npos ? 1 : slash, false);
    change_own_directory(ZSTR_VAL(folder));
    zend_string_release(folder);
}

// What PHP keeps for a request and a context shares with others.
void need_own_parts(Context& context) {
    context.need(&kUploads, own_uploads);
    context.need(&kUrlScanner, own_url_scanner);
    context.need(&kTicks, own_ticks);
}

// What PHP says of the request, as of a form without a boundary, is of no file.
void fill_superglobals_alone(const Script& script) {
    zend_execute_data* const caller = std::exchange(EG(current_execute_data), nullptr);
    PG(during_request_startup) = true;  // messages say so
    fill_superglobals(script);
    PG(during_request_startup) = false;
    EG(current_execute_data) = caller;
}

void refuse(const Script& script) {
    const Refusal& refusal = *script.refusal;
    SG(sapi_headers).http_response_code = refusal.status;
    log_refusal(script, refusal.level, view(refusal.message));
    php_write(const_cast<char*>(refusal.text.data()), refusal.text.size());
}

void run_files(zend_string* file) {
    if (run_setting(PG(auto_prepend_file)) && run_script_file(file)) (void)run_setting(PG(auto_append_file));
}

void begin_and_run(void* argument) {
    const auto& script = *static_cast<const Script*>(argument);
    Context& context = *Context::running();
    sapi_module.phpinfo_as_text = 0;  // of the whole process: one with scripts is a web server
    WebRequest::of_context().begin(*script.request, *script.response, script.on_head, script.on_end);
    WebRequest::of_context().describe_server(script.server);
    if (script.passed_on()) WebRequest::of_context().be_passed_on(script.body_begin());
    if (script.file != nullptr) enter_folder(script.file);
    need_own_parts(context);
    apply_settings(script, *script.settings, false);
    if (script.admin_settings != nullptr) apply_settings(script, *script.admin_settings, true);
    if (PG(open_basedir) != nullptr && PG(open_basedir)[0] != '\0') context.need(&kPathCache, own_path_cache);
    if (PG(expose_php))
        sapi_add_header(const_cast<char*>(SAPI_PHP_VERSION_HEADER), std::strlen(SAPI_PHP_VERSION_HEADER), true);
    begin_output_buffer();
    fill_superglobals_alone(script);
    context.begin_modules();
    auto_start_session();
    script.file == nullptr ? refuse(script) : run_files(script.file);
}

// Coroutines that the page has started continue.
void end_early(void*) {
    SapiGlobals::end_output();
    if (EG(exception) != nullptr) (void)end_code_unhandled();
    SapiGlobals::send_head();
    WebRequest::of_context().end_page();
}

// PHP takes memory from the system in pieces of this size.
constexpr int64_t kHeapPiece = 2 * 1024 * 1024;

}  // namespace

void note_figures(const Context& context) noexcept {
    const Limits& limits = context.limits();
    const int64_t pieces = (std::max<int64_t>(limits.last_peak(), 1) + kHeapPiece - 1) / kHeapPiece;
    TERN_G(page_figures) = {pieces * kHeapPiece, limits.last_used_ms()};
}

void run_script(const Script& script) {
    Context* context = Context::make(Context::Kind::script);
    if (context == nullptr) return;
    const uint32_t forks = TERN_G(forks);
    take_over_fatal_errors();
    context->be_like_process();
    context->run_to_end(begin_and_run, const_cast<Script*>(&script));
    if (!context->ended()) context->run(end_early, nullptr);
    note_figures(*context);
    context->detach();
    // It is the script's. The worker's end is another one, but a child that the script has forked ends with it.
    if (TERN_G(forks) == forks) EG(exit_status) = 0;
}

namespace {

bool is_on(const char* setting) { return zend_ini_long(setting, std::strlen(setting), false) != 0; }

}  // namespace

void auto_start_session() {
    if (!is_on("session.auto_start")) return;
    zval function;
    zval result;
    ZVAL_STRING(&function, "session_start");
    ZVAL_NULL(&result);
    call_user_function(nullptr, nullptr, &function, &result, 0, nullptr);
    zval_ptr_dtor(&result);
    zval_ptr_dtor(&function);
}

}  // namespace tern::php
