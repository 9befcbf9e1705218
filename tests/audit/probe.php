<?php
// What a script can see of the state of PHP, as JSON: name => value. A fresh process is the reference. What differs from
// process to process without a reason in the program (times, addresses, numbers of processes) is left out.
return (function () {
    $seen = [];
    /** Keeps what $look returns; what fails is told by its message. */
    $see = function (string $name, callable $look) use (&$seen): void {
        try {
            $seen[$name] = @$look();
        } catch (Throwable $failure) {
            $seen[$name] = get_class($failure) . ': ' . $failure->getMessage();
        }
    };
    $call = function (string $function, mixed ...$arguments) use ($see): void {
        if (function_exists($function)) {
            $see($function . ($arguments === [] ? '' : json_encode($arguments)), fn() => $function(...$arguments));
        }
    };
    $see('last error', fn() => error_get_last());
    // In the order of danger to what is looked at later: these say what nobody has touched yet.
    $see('object number', fn() => spl_object_id(new stdClass()));
    $see('resources', fn() => array_values(array_map('get_resource_type', get_resources())));
    $see('resource number', fn() => get_resource_id(fopen('php://memory', 'r')));
    foreach (['json_last_error', 'json_last_error_msg', 'preg_last_error', 'preg_last_error_msg', 'libxml_get_errors', 'libxml_get_last_error',
        'openssl_error_string', 'socket_last_error', 'date_get_last_errors', 'intl_get_error_code', 'intl_get_error_message',
        'mysqli_connect_errno', 'mysqli_connect_error', 'posix_errno', 'posix_get_last_error', 'pcntl_errno', 'pg_last_error', 'readdir',
        'error_reporting', 'get_include_path', 'getcwd', 'date_default_timezone_get', 'spl_autoload_functions', 'spl_autoload_extensions',
        'gc_enabled', 'headers_list', 'headers_sent', 'http_response_code', 'session_status', 'session_id', 'session_name',
        'session_save_path', 'session_module_name', 'session_cache_limiter', 'session_cache_expire', 'session_get_cookie_params',
        'get_current_user', 'getmyuid', 'getmygid', 'php_sapi_name', 'php_ini_loaded_file', 'php_ini_scanned_files', 'sys_get_temp_dir',
        'ignore_user_abort', 'connection_status', 'ob_get_level', 'ob_list_handlers', 'ob_get_length', 'zlib_get_coding_type',
        'stream_get_wrappers', 'stream_get_filters', 'stream_get_transports', 'get_loaded_extensions', 'get_declared_classes',
        'get_declared_interfaces', 'get_declared_traits', 'mb_internal_encoding', 'mb_http_output', 'mb_http_input', 'mb_language',
        'mb_substitute_character', 'mb_detect_order', 'mb_get_info', 'mb_regex_encoding', 'mb_regex_set_options', 'mb_ereg_search_getpos',
        'mb_ereg_search_getregs', 'locale_get_default', 'localeconv', 'iconv_get_encoding', 'bcscale', 'readline_list_history', 'readline_info',
        'libxml_get_external_entity_loader', 'use_soap_error_handler', 'pcntl_async_signals', 'posix_getcwd', 'mysqli_get_links_stats',
        'getlastmod', 'getmyinode', 'cli_get_process_title', 'umask', 'apache_get_modules', 'get_cfg_var', 'php_uname'] as $function) {
        if (function_exists($function) && (new ReflectionFunction($function))->getNumberOfRequiredParameters() === 0) {
            $call($function);
        }
    }
    $see('get_defined_functions', fn() => get_defined_functions());
    $see('get_defined_constants', fn() => array_keys(get_defined_constants()));
    $see('user constants', fn() => get_defined_constants(true)['user'] ?? []);
    $see('included', fn() => array_map('basename', get_included_files()));
    $see('globals', fn() => array_keys($GLOBALS));
    $see('ini', fn() => ini_get_all(null, false));
    $see('getenv', fn() => getenv());
    $see('$_ENV', fn() => array_keys($_ENV));
    $see('$_SERVER', fn() => array_keys($_SERVER));
    $see('$_REQUEST', fn() => [$_GET, $_POST, $_COOKIE, $_FILES, $_REQUEST]);
    $see('ob_get_status', fn() => array_map(fn($one) => array_diff_key($one, ['buffer_used' => 0]), ob_get_status(true)));
    $see('setlocale', fn() => setlocale(LC_ALL, 0));
    $see('strtok', fn() => strtok(' '));
    $see('stream context', fn() => [stream_context_get_options(stream_context_get_default()), stream_context_get_params(stream_context_get_default())]);
    $see('gc_status', fn() => array_intersect_key(gc_status(), ['threshold' => 0, 'roots' => 0, 'runs' => 0, 'collected' => 0, 'buffer_size' => 0]));
    $see('opcache', fn() => array_intersect_key(opcache_get_status(false), ['opcache_enabled' => 0, 'restart_pending' => 0, 'cache_full' => 0]));
    $call('textdomain', null);
    $call('pg_connection_status');
    foreach (['ASSERT_ACTIVE', 'ASSERT_WARNING', 'ASSERT_BAIL', 'ASSERT_EXCEPTION', 'ASSERT_CALLBACK'] as $option) {
        $see("assert_options $option", fn() => assert_options(constant($option)));
    }
    if (class_exists('mysqli_driver')) {
        $see('mysqli_driver', fn() => get_object_vars(new mysqli_driver()) + ['report_mode' => (new mysqli_driver())->report_mode]);
    }
    if (function_exists('pcntl_signal_get_handler')) {
        $see('pcntl handlers', fn() => array_map('pcntl_signal_get_handler', range(1, 31)));
    }
    // These change what they tell.
    $see('error handler', fn() => set_error_handler(null) === null);
    $see('exception handler', fn() => set_exception_handler(null) === null);
    $see('libxml_use_internal_errors', fn() => libxml_use_internal_errors(false));
    $see('libxml_disable_entity_loader', fn() => libxml_disable_entity_loader(false));
    // Work that state of other requests could spoil.
    $see('compressed', fn() => md5(gzcompress('audit', 6)));
    $see('document', fn() => (new DOMDocument())->loadXML('<a><b>x</b></a>'));
    $see('entity', function () {
        $document = new DOMDocument();
        $document->loadXML('<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>');
        return $document->saveXML();
    });
    $see('transformed', function () {
        $sheet = new DOMDocument();
        $sheet->loadXML('<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/">y</xsl:template></xsl:stylesheet>');
        $processor = new XSLTProcessor();
        $processor->importStylesheet($sheet);
        return $processor->transformToXML($sheet);
    });
    $see('formatted', fn() => [number_format(1234.5, 2), sprintf('%.3f', 0.5), date('e', 0), round(2.5), (string) 1.5, strtoupper("\xe4")]);
    $see('collated', fn() => [collator_compare(collator_create(''), 'a', 'B'), strcoll('a', 'B')]);
    $see('serialized', fn() => [serialize([new ArrayObject([1])]), json_encode(1.1), var_export(1.1, true)]);
    $see('expression', fn() => [preg_match('/^\w$/', "\xe4"), preg_match('/^\pL$/u', 'ä'), mb_ereg('^.$', 'ä')]);
    header('Content-Type: application/json');
    echo json_encode($seen, JSON_PARTIAL_OUTPUT_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE);
})();
