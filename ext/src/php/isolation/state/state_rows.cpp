#include "php/isolation/state/state_rows.h"

namespace tern::php {

namespace {

using enum Holds;

constexpr StateRow kStateRows[] = {
    {"settings", "settings", "ini_set ini_alter ini_restore set_include_path", own, own, own,
     "Shared without contexts: `open_basedir`, `session.*`, `filter.*`, `opcache.*`, `zend.*`. `tern.*`, `swoole.*` "
     "and "
     "`opcache.*` are of the process everywhere.",
     "Set them in php.ini, or with -d when the server starts.", false},
    {"error-level", "error level", "error_reporting", own, own, own, "", "", false},
    {"handlers", "handlers of errors and exceptions",
     "set_error_handler set_exception_handler restore_error_handler restore_exception_handler", own, own, own,
     "A handler that waits is still called for the errors of other coroutines.", "", false},
    {"time-zone", "time zone", "date_default_timezone_set", own, own, own, "", "", false},
    {"locale", "locale", "setlocale locale_set_default Locale::setDefault", own, own, own, "", "", false},
    {"textdomain", "domain of gettext", "textdomain bindtextdomain bind_textdomain_codeset", shared, shared, shared,
     "Domains of gettext belong to the process: all requests of the worker share them.",
     "Name the domain in each call, with dgettext(), or use a translator in PHP.", true},
    {"encodings", "encodings",
     "mb_internal_encoding mb_language mb_detect_order mb_substitute_character mb_regex_encoding mb_regex_set_options "
     "mb_http_output",
     own, own, own, "", "", false},
    {"iconv", "encodings of iconv", "iconv_set_encoding", own, own, shared, "",
     "Give the encodings as arguments of each call.", false},
    {"assertions", "callback of assertions", "assert_options", own, shared, shared,
     "Settings of assertions, such as `assert.exception`, are own.", "", false},
    {"scale", "scale of bcmath", "bcscale", own, own, own, "", "", false},
    {"libxml-errors", "errors of libxml", "libxml_use_internal_errors", own, own, own,
     "Without contexts, collected errors are dropped at the next wait.",
     "Call libxml_get_errors() before anything that waits.", false},
    {"libxml-loader", "loader of libxml", "libxml_set_external_entity_loader libxml_set_streams_context", own, own, own,
     "Without contexts, libxml_set_streams_context() is shared.", "", false},
    {"headers", "status, fields and cookies of the response",
     "header header_remove header_register_callback setcookie setrawcookie http_response_code headers_list", own, own,
     own, "Without contexts what is set here is never sent.",
     "Serve it with --concurrency, or set fields and cookies of the response object.", true},
    {"http-fields", "fields of the last HTTP response",
     "http_get_last_response_headers http_clear_last_response_headers", own, own, own, "", "", false},
    {"session", "session",
     "session_start session_destroy session_regenerate_id session_write_close session_commit session_abort "
     "session_cache_expire session_cache_limiter session_decode session_encode session_gc session_id "
     "session_module_name session_name session_register_shutdown session_reset session_save_path "
     "session_set_cookie_params session_set_save_handler session_unset",
     own, own, refused, "Without contexts this throws a Swoole\\Error.",
     "Serve it with --concurrency, or use the sessions of the framework.", true},
    {"time-limit", "time limit", "set_time_limit ini:max_execution_time", own, own, own,
     "In a classic page it is CPU time, as under PHP-FPM; elsewhere what the coroutine may wait.", "", false},
    {"output", "output buffers", "ob_start ob_get_clean ob_end_flush", own, own, own, "", "", false},
    {"last-errors", "last errors of json and pcre", "json_last_error preg_last_error", own, own, own, "", "", false},
    {"php-error", "last error of PHP", "error_get_last error_clear_last", own, own, shared, "",
     "Call it before anything that waits.", false},
    {"module-errors", "last errors of modules",
     "libxml_get_last_error socket_last_error posix_get_last_error openssl_error_string intl_get_error_code "
     "date_get_last_errors",
     own, own, shared, "", "Call it before anything that waits.", false},
    {"strtok", "place in a text", "strtok", own, own, own, "", "", false},
    {"mb-search", "place in a search of mb_ereg", "mb_ereg_search_init mb_ereg_search mb_ereg_search_getpos", own, own,
     shared, "", "Let nothing wait before the last of these calls.", false},
    {"calls", "what a call keeps while it runs your code",
     "array_multisort highlight_file highlight_string mb_ereg_replace_callback parse_ini_file parse_ini_string "
     "php_strip_whitespace PhpToken::tokenize show_source token_get_all XSLTProcessor::importStylesheet",
     own, own, own,
     "Code that `serialize()`, `usort()` and others call may wait. Code that these functions call blocks instead of "
     "waiting.",
     "", false},
    {"connections", "default and equal connections",
     "pg_connect pg_pconnect PDO::__construct PDO::connect pfsockopen dba_popen oci_connect oci_pconnect odbc_pconnect "
     "Memcached::__construct Redis::pconnect Redis::popen",
     own, own, own, "See [databases.md](databases.md#persistent-connections).", "", false},
    {"chdir", "working directory", "chdir", own, own, shared,
     "Without contexts the working directory belongs to the process: other requests run in the new one, and may change "
     "it.",
     "Serve it with --concurrency, or use absolute paths.", true},
    {"directory", "directory of `readdir()` without an argument", "opendir dir readdir rewinddir closedir", own, own,
     shared, "", "Give the directory to each call.", false},
    {"umask", "file mode mask", "umask", own, own, shared,
     "Without contexts the mask belongs to the process: files of other requests get it, too.",
     "Use chmod() on the file.", true},
    {"syslog", "connection to syslog", "openlog closelog", own, own, own, "", "", false},
    {"environment", "environment", "putenv", own, shared, shared,
     "Environment variables belong to the process: all requests of the worker see the new value.",
     "Keep it in a variable, or give it to proc_open() as the environment of the new process.", true},
    {"memory-limit", "memory limit", "ini:memory_limit", own, shared, shared,
     "memory_limit belongs to the process: it holds for all requests of the worker.",
     "Set it in php.ini, or with -d when the server starts.", true},
    {"memory", "memory that is counted", "memory_get_usage memory_get_peak_usage memory_reset_peak_usage", own, shared,
     shared, "The number counts the whole worker with all its requests.", "Use Tern\\Context::getMemory().", false},
    {"abort", "whether a request ends with its client", "ignore_user_abort connection_status connection_aborted", own,
     own, shared,
     "Without contexts connection_status() is always 0, and whether a request ends with its client is a setting of "
     "the whole worker.",
     "Use Tern\\Http\\Response::onAbort().", true},
    {"collector", "whether the garbage collector is on", "gc_enable gc_disable ini:zend.enable_gc", own, own, shared,
     "What gc_status() reports is own in classic pages only.", "", false},
    {"random", "seeded random numbers", "mt_srand srand", own, own, own,
     "Requests that do not seed share one sequence, which no request seeds.", "", false},
    {"stream-context", "default context of streams", "stream_context_set_default", own, own, shared, "",
     "Give a context to each call.", false},
    {"wrappers", "stream wrappers and filters",
     "stream_wrapper_register stream_wrapper_unregister stream_filter_register", own, own, shared, "", "", false},
    {"autoloaders", "autoload functions",
     "spl_autoload_register spl_autoload_unregister spl_autoload_functions spl_autoload_call spl_autoload_extensions",
     own, own, shared, "", "", false},
    {"shutdown", "functions for the end", "register_shutdown_function", own, own, shared,
     "The function is called at the end of the context, not after each request; without contexts never.",
     "Use defer(), or what the framework calls after a response.", true},
    {"ticks", "functions for ticks", "register_tick_function unregister_tick_function", own, shared, shared,
     "Tick functions belong to the process: statements of other requests call them, too.", "Use Swoole\\Timer.", true},
    {"definitions", "constants, functions and classes", "define eval class_alias", own, own, shared, "", "", false},
    {"variables", "static and global variables, static properties", "", own, own, shared, "",
     "Use local variables, or Coroutine::getContext().", false},
    {"request", "data of the request", "filter_input filter_input_array filter_has_var", own, own, shared,
     "Superglobals are filled in classic pages only.", "Use the request object.", false},
    {"resources", "list of resources", "get_resources", own, own, shared, "", "", false},
    {"soap", "error handler and calls of soap",
     "use_soap_error_handler SoapClient::__construct SoapClient::__call SoapClient::__soapCall SoapServer::__construct "
     "SoapServer::fault SoapServer::handle",
     own, own, shared, "Calls of coroutines do not disturb each other.", "", false},
    {"suspended", "closures, generators and fibers that a program has made",
     "Closure::bind Closure::bindTo Closure::call ReflectionMethod::invoke ReflectionMethod::invokeArgs "
     "Generator::current Generator::key Generator::next Generator::rewind Generator::send Generator::throw "
     "Generator::valid Fiber::resume Fiber::start Fiber::throw Closure::__invoke Closure::fromCallable",
     own, own, own, "They may cross to another context: [contexts.md](contexts.md#what-is-not-separate).", "", false},
    {"readline", "history and callbacks of the line editor",
     "readline_add_history readline_callback_handler_install readline_callback_handler_remove "
     "readline_callback_read_char readline_clear_history readline_completion_function readline_info "
     "readline_read_history",
     refused, refused, shared, "The line editor belongs to the process, so contexts cannot use it.",
     "Call it in a program of the command line.", true},
    {"signals", "handlers of signals", "pcntl_signal pcntl_sigprocmask pcntl_sigwaitinfo pcntl_sigtimedwait", shared,
     shared, shared,
     "Handlers belong to the process: all requests of a worker share them, and they may take the signals that stop and "
     "reload it.",
     "Use Swoole\\Process::signal() in workerStart, or Swoole\\Coroutine\\System::waitSignal().", true},
};

}  // namespace

std::span<const StateRow> state_rows() noexcept { return kStateRows; }

}  // namespace tern::php
