#include "php/module.h"

#include <nghttp2/nghttp2.h>
#include <openssl/crypto.h>
#include <zlib.h>

#include "base/error_page.h"
#include "php/coroutine/hooks/async_streams.h"
#include "php/coroutine/hooks/blocking_calls.h"
#include "php/coroutine/program/forked.h"
#include "php/coroutine/program/given_options.h"
#include "php/coroutine/program/script.h"
#include "php/coroutine/report/error_backtraces.h"
#include "php/engine/constants/constants.h"
#include "php/engine/fiber/interrupt.h"
#include "php/engine/globals.h"
#include "php/engine/header_names.h"
#include "php/engine/options/options.h"
#include "php/engine/registry.h"
#include "php/engine/state/engine_collector.h"
#include "php/engine/state/engine_heap.h"
#include "php/engine/state/error_handling.h"
#include "php/engine/state/opcache.h"
#include "php/engine/state/stream_use.h"
#include "php/engine/thread_gate.h"
#include "php/engine/version.h"
#include "php/functions/functions.h"
#include "php/functions/openswoole/openswoole.h"
#include "php/http/page/sapi_module.h"
#include "php/http/page/server_interface.h"
#include "php/isolation/code/checked_opcodes.h"
#include "php/isolation/context.h"
#include "php/isolation/origin.h"
#include "php/isolation/outer_memory.h"
#include "php/isolation/state/engine_functions.h"
#include "php/isolation/state/module_globals.h"
#include "php/isolation/state/program_state.h"
#include "php/library/library.h"
#include "php/process/thread.h"
#include "php/server/launcher_functions.h"
#include "php/server/telemetry/admin_process.h"
#include "php/server/telemetry/tracer_functions.h"
#include "php/socket/driver/connection_claim.h"
#include "php/socket/tls_contexts.h"
#include "proc/php_options.h"
#include "proc/thread_start.h"
#include "proc/upgrade.h"
#include "protocol/http/codec_libraries.h"

ZEND_DECLARE_MODULE_GLOBALS(tern)
#ifdef ZTS
ZEND_TSRMLS_CACHE_DEFINE()
#endif

namespace {

// clang-format off
PHP_INI_BEGIN()
    STD_PHP_INI_BOOLEAN("tern.swoole_compat", "1", PHP_INI_SYSTEM, OnUpdateBool, swoole_compat, zend_tern_globals,
                        tern_globals)
    STD_PHP_INI_BOOLEAN("tern.openswoole", "0", PHP_INI_SYSTEM, OnUpdateBool, openswoole, zend_tern_globals,
                        tern_globals)
    // For classic sites: the name of the server interface, and functions that PHP-FPM has.
    STD_PHP_INI_ENTRY("tern.sapi_name", "", PHP_INI_SYSTEM, OnUpdateString, sapi_name, zend_tern_globals, tern_globals)
    STD_PHP_INI_ENTRY("tern.hook_flags", "-1", PHP_INI_SYSTEM, OnUpdateLong, hook_flags, zend_tern_globals,
                      tern_globals)
    STD_PHP_INI_ENTRY("tern.cache_size", "64M", PHP_INI_SYSTEM, OnUpdateLong, cache_size, zend_tern_globals,
                      tern_globals)
    STD_PHP_INI_ENTRY("tern.thread_memory", "1G", PHP_INI_SYSTEM, OnUpdateLong, thread_memory, zend_tern_globals,
                      tern_globals)
    // Whether code outside of contexts is taken from opcache: read by php/engine/state/opcache.
    PHP_INI_ENTRY("tern.opcache_outside", "1", PHP_INI_SYSTEM, nullptr)
    // "1": each script has a heap of its own where they use much memory; "all": always; "check": and what is freed in
    // the wrong one is reported.
    PHP_INI_ENTRY("tern.own_heaps", "1", PHP_INI_SYSTEM, nullptr)
    PHP_INI_ENTRY("tern.mysql_idle_time", "1", PHP_INI_SYSTEM, nullptr)  // read by php/library
    // Of `tern fpm`, which reads them: processes of a pool (0: one a CPU), and whether each has one request at a time.
    PHP_INI_ENTRY("tern.pool_processes", "0", PHP_INI_SYSTEM, nullptr)
    PHP_INI_ENTRY("tern.isolation", "context", PHP_INI_SYSTEM, nullptr)
PHP_INI_END()
// clang-format on

}  // namespace

// The second module has the API's name, for extension_loaded('swoole') and reflection.
namespace tern_api {

// clang-format off
PHP_INI_BEGIN()
    STD_PHP_INI_BOOLEAN("swoole.use_shortname", "On", PHP_INI_SYSTEM, OnUpdateBool, use_shortname, zend_tern_globals,
                        tern_globals)
    STD_PHP_INI_BOOLEAN("swoole.display_errors", "On", PHP_INI_ALL, OnUpdateBool, display_errors, zend_tern_globals,
                        tern_globals)
    STD_PHP_INI_BOOLEAN("swoole.enable_coroutine", "On", PHP_INI_ALL, OnUpdateBool, enable_coroutine,
                        zend_tern_globals, tern_globals)
    // Read when a runtime begins.
    PHP_INI_ENTRY("swoole.blocking_detection", "Off", PHP_INI_ALL, nullptr)
    PHP_INI_ENTRY("swoole.blocking_threshold", "100000", PHP_INI_ALL, nullptr)
    // Read when the module or the request starts: see php/server/telemetry/tracer_functions.
    PHP_INI_ENTRY("swoole.profile", "Off", PHP_INI_ALL, nullptr)
    PHP_INI_ENTRY("swoole.leak_detection", "Off", PHP_INI_ALL, nullptr)
    // Accepted so that the API's ini_set() calls and php.ini files work; not used.
    PHP_INI_ENTRY("swoole.enable_library", "On", PHP_INI_ALL, nullptr)
    PHP_INI_ENTRY("swoole.enable_fiber_mock", "Off", PHP_INI_ALL, nullptr)
    PHP_INI_ENTRY("swoole.enable_preemptive_scheduler", "Off", PHP_INI_ALL, nullptr)
    PHP_INI_ENTRY("swoole.socket_buffer_size", "8M", PHP_INI_ALL, nullptr)
    PHP_INI_ENTRY("swoole.unixsock_buffer_size", "8M", PHP_INI_ALL, nullptr)
PHP_INI_END()
// clang-format on

zend_result start_up(INIT_FUNC_ARGS) {
    REGISTER_INI_ENTRIES();
    tern::php::register_sapi_functions();
    tern::php::register_closed_streams(module_number);
    tern::php::register_constants(module_number, TERN_G(use_shortname));
    tern::php::register_error_constants(module_number);
    tern::php::register_classes(TERN_G(use_shortname));
    tern::php::register_coroutine_functions(TERN_G(use_shortname));
    tern::php::register_library_functions(TERN_G(use_shortname));
    tern::php::register_loop_functions();
    tern::php::register_cooperative_functions();
    tern::php::register_value_functions();
    tern::php::register_pool_functions();
    tern::php::register_client_functions();
    tern::php::register_worker_functions();
    tern::php::register_web_functions();
    tern::php::register_fastcgi_functions();
    tern::php::register_admin_functions();
    tern::php::register_rooms_functions();
    tern::php::register_tracing_functions();
    tern::php::register_tracer_functions();
    tern::php::register_launcher_functions();
    tern::php::register_unix_functions();
    tern::php::register_state_functions();
    tern::php::register_upgrade_functions();
    tern::php::register_socket_functions();
    if (TERN_G(openswoole)) tern::php::register_openswoole(module_number);
    tern::php::library::install();
    tern::php::close_to_other_threads(module_number);
    return SUCCESS;
}

zend_result shut_down(SHUTDOWN_FUNC_ARGS) {
    tern::php::library::uninstall();
    UNREGISTER_INI_ENTRIES();
    return SUCCESS;
}

void show_info(ZEND_MODULE_INFO_FUNC_ARGS) {
    php_info_print_table_start();
    php_info_print_table_row(2, "Swoole", "enabled");
    php_info_print_table_row(2, "Version", tern::php::kApiVersion);
    php_info_print_table_row(2, "Provided by", "tern");
    tern::php::show_features();
    php_info_print_table_end();
    DISPLAY_INI_ENTRIES();
}

zend_module_entry module_entry = {
    STANDARD_MODULE_HEADER,  //
    "swoole",
    nullptr,  // functions: set before it is registered
    start_up,
    shut_down,
    nullptr,
    nullptr,
    show_info,
    tern::php::kApiVersion,
    STANDARD_MODULE_PROPERTIES,
};

}  // namespace tern_api

namespace {

using tern::php::kTernVersion;

constexpr tern::ErrorPage kAnotherSwoole("another-swoole");

bool loaded(const char* name, size_t length) { return zend_hash_str_exists(&module_registry, name, length); }

// Two extensions that patch the same calls and define the same classes cannot be in one process.
bool refuse_rivals() {
    const char* rival = loaded(ZEND_STRL("swoole"))       ? "swoole"
                        : loaded(ZEND_STRL("openswoole")) ? "openswoole"
                                                          : nullptr;
    if (rival == nullptr) return true;
    zend_error(E_CORE_ERROR,
               "tern provides the API of the %s extension, which is loaded too: remove one of the lines "
               "extension=%s and extension=tern from php.ini, or set tern.swoole_compat=0. See %s",
               rival, rival, kAnotherSwoole.url);
    return false;
}

void open_log() {
    TERN_G(log_file) = new tern::proc::LogFile();
    TERN_G(log) = new tern::Log(&tern::php::log_sink(), tern::LogLevel::info);
}

void close_log() {
    delete TERN_G(log);
    delete TERN_G(log_file);
}

}  // namespace

// When all modules have started.
static zend_result (*former_post_startup)() = nullptr;
static zend_result post_startup() {
    if (tern::php::Context::are_possible()) tern::php::ModuleImages::find();
    return former_post_startup == nullptr ? SUCCESS : former_post_startup();
}

static PHP_MINIT_FUNCTION(tern) {
    if (type != MODULE_PERSISTENT) {
        zend_error(E_WARNING, "tern cannot be loaded with dl(): put extension=tern into php.ini");
        return FAILURE;
    }
    TERN_G(is_first_thread) = true;
    REGISTER_INI_ENTRIES();
    if (!tern::php::start_sapi(module_number)) return FAILURE;
    open_log();
    tern::php::notice_forks();
    tern::proc::read_start_command();
    tern::proc::read_php_options();
    tern::proc::read_thread_start();
    TERN_G(coroutine_options) = new tern::php::CoroutineOptions;
    tern::php::intern_header_names();
    tern::php::register_tern_constants(module_number);
    if (!TERN_G(swoole_compat)) return SUCCESS;
    tern_api::module_entry.functions = tern::php::functions();
    if (!refuse_rivals() || !tern::php::start_inner_module(tern_api::module_entry)) return FAILURE;
    tern::php::take_over_interrupts();
    former_post_startup = std::exchange(zend_post_startup_cb, post_startup);
    tern::php::take_over_exit();
    tern::php::declare_checked_opcodes();
    tern::php::prepare_driver_calls();
    tern::php::take_over_http_streams();
    tern::php::register_async_streams();
    return SUCCESS;
}

static PHP_MSHUTDOWN_FUNCTION(tern) {
    tern::php::remove_hooks();
    if (TERN_G(swoole_compat)) tern::php::leave_opcodes();
    if (TERN_G(swoole_compat)) tern::php::unregister_async_streams();
    delete TERN_G(coroutine_options);
    delete TERN_G(media_types);
    delete TERN_G(tls_contexts);
    close_log();
    UNREGISTER_INI_ENTRIES();
    return SUCCESS;
}

// Functions of PHP that are replaced, when all extensions have started.
static constexpr void (*kReplacements[])() = {
    tern::php::take_over_functions,
    tern::php::take_over_connections,
    tern::php::take_over_undivided_calls,
    tern::php::take_over_context_functions,
    tern::php::take_over_directories,
    tern::php::take_over_soap_faults,
    tern::php::take_over_limits,
    tern::php::take_over_registering_functions,
    tern::php::take_over_suspended_code,
    tern::php::take_over_copied_closures,
    tern::php::take_over_driver_calls,
    tern::php::take_over_driver_streams,
    tern::php::library::take_over_class_questions,
};

static void begin_php_request() {
    tern::php::Context::note_start_up();
    tern::php::begin_leak_detection();
    for (auto* replace : kReplacements) replace();
    tern::php::check_opcodes(tern::php::Origin::is_foreign);
    tern::php::begin_opcache();
}

static PHP_RINIT_FUNCTION(tern) {
    if (tern::php::in_other_thread()) return SUCCESS;
    TERN_G(last_error) = 0;
    TERN_G(ignored_error_count) = 0;
    TERN_G(default_directory) = nullptr;
    tern::php::take_over_select_calls();
    tern::php::take_over_mysqli_poll();
    if (TERN_G(swoole_compat)) begin_php_request();
    if (TERN_G(sapi_name)[0] != '\0') tern::php::set_sapi_name(TERN_G(sapi_name));
    tern::php::begin_thread_program();
    return SUCCESS;
}

static PHP_RSHUTDOWN_FUNCTION(tern) {
    if (tern::php::in_other_thread()) return SUCCESS;
    zend_try {
        if (TERN_G(swoole_compat)) tern::php::Context::end_all();
        tern::php::end_script();
        tern::php::drop_exit_condition();
        tern::php::drop_given_options();
        tern::php::end_thread_program();
    }
    zend_end_try();
    tern::php::end_opcache();
    tern::php::reset_error_handler();
    tern::php::drop_options_without_effect();
    return SUCCESS;
}

static zend_result end_request() {
    if (tern::php::in_other_thread()) return SUCCESS;
    tern::php::free_script();
    tern::php::Context::forget_all();
    tern::php::end_tracers();
    return SUCCESS;
}

static PHP_MINFO_FUNCTION(tern) {
    php_info_print_table_start();
    php_info_print_table_row(2, "Tern", "enabled");
    php_info_print_table_row(2, "Version", kTernVersion);
    php_info_print_table_row(2, "API level", TERN_G(swoole_compat) ? tern::php::kApiVersion : "off");
    php_info_print_table_end();
    DISPLAY_INI_ENTRIES();
}

static PHP_GINIT_FUNCTION(tern) {
#ifdef ZTS
    ZEND_TSRMLS_CACHE_UPDATE();
#endif
    *tern_globals = {};
}

// Extensions with the same names start first, so that their definitions take precedence.
static const zend_module_dep dependencies[] = {
    ZEND_MOD_OPTIONAL("pcntl")       //
    ZEND_MOD_OPTIONAL("sockets")     //
    ZEND_MOD_OPTIONAL("swoole")      //
    ZEND_MOD_OPTIONAL("openswoole")  //
    ZEND_MOD_END                     //
};

zend_module_entry tern_module_entry = {
    STANDARD_MODULE_HEADER_EX,
    nullptr,
    dependencies,
    "tern",
    nullptr,  // functions: set by get_module()
    PHP_MINIT(tern),
    PHP_MSHUTDOWN(tern),
    PHP_RINIT(tern),
    PHP_RSHUTDOWN(tern),
    PHP_MINFO(tern),
    kTernVersion,
    PHP_MODULE_GLOBALS(tern),
    PHP_GINIT(tern),
    nullptr,
    end_request,
    STANDARD_MODULE_PROPERTIES_EX,
};

extern "C" ZEND_DLEXPORT zend_module_entry* get_module() {
    tern_module_entry.functions = tern::php::extension_functions();
    return &tern_module_entry;
}

namespace tern::php {

namespace {

void show(const char* name, const char* value) { php_info_print_table_row(2, name, value); }

constexpr char kMissing[] = "not installed";

// "1.0.9", from a number with 8 bits, 12 bits and 12 bits. 0: it is not installed.
void show_brotli(const char* name, uint32_t version) {
    if (version == 0) return show(name, kMissing);
    char text[32];
    snprintf(text, sizeof text, "%u.%u.%u", version >> 24, version >> 12 & 0xfff, version & 0xfff);
    show(name, text);
}

void show_heaps() {
    EngineHeap heap;
    const char* const module = module_with_memory();
    if (module != nullptr && heap.is_wanted()) {
        char text[64];
        snprintf(text, sizeof text, "shared, because of %s", module);
        return show("memory of pages", text);
    }
    const bool is_known = heap.is_wanted() && EngineCollector().find() && heap.find_layout();
    show("memory of pages", is_known || OwnHeap::running_heap() != nullptr ? "a heap for each"
                            : heap.is_wanted() ? "shared: another memory manager, or an unknown one"
                                               : "shared (tern.own_heaps)");
}

}  // namespace

void show_features() {
    for (const char* name : {"coroutine", "epoll", "eventfd", "rwlock", "sockets", "json", "curl-native", "http2"}) {
        show(name, "enabled");
    }
    show("garbage of pages", EngineCollector().find() ? "collected apart" : "collected together");
    show_heaps();
    show("openssl", OpenSSL_version(OPENSSL_VERSION));
    show("nghttp2", nghttp2_version(0)->version_str);
    show("zlib", zlibVersion());
    const auto* encoding = http::brotli_encoding();
    const auto* decoding = http::brotli_decoding();
    const auto* zstd = http::zstd();
    show_brotli("brotli encoder", encoding == nullptr ? 0 : encoding->version());
    show_brotli("brotli decoder", decoding == nullptr ? 0 : decoding->version());
    show("zstd", zstd == nullptr ? kMissing : zstd->version());
}

}  // namespace tern::php
