<?php
echo json_encode([
    'environment' => [getenv('ALIKE'), getenv('TZ'), getenv('HOME') === false, isset(getenv()['ALIKE'])],
    'umask' => umask(),
    'gc_enabled' => gc_enabled(),
    'autoload' => [spl_autoload_extensions(), count(spl_autoload_functions())],
    'assert' => [assert_options(ASSERT_WARNING), gettype(assert_options(ASSERT_CALLBACK))],
    'locale' => setlocale(LC_ALL, '0'),
    'timezone' => date_default_timezone_get(),
    'libxml' => [libxml_use_internal_errors(), gettype(libxml_get_external_entity_loader())],
    'settings' => [get_include_path(), error_reporting(), ignore_user_abort(), ini_get('max_execution_time'), ini_get('memory_limit')],
    'folder' => getcwd() === __DIR__,
    'streams' => [stream_context_get_options(stream_context_get_default()), in_array('own', stream_get_wrappers()),
        in_array('data', stream_get_wrappers()), in_array('own', stream_get_filters())],
    'session' => [session_name(), session_cache_limiter()],
    'status' => http_response_code(),
]);
