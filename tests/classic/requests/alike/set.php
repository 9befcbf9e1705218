<?php
// Sets what PHP keeps for the process and takes back at the end of a request. Waits for a file, if one is named, and looks at it again.
putenv('ALIKE=1');
putenv('ALIKE=2');
putenv('TZ=Asia/Tokyo');
putenv('HOME');
umask(0077);
gc_disable();
spl_autoload_extensions('.own');
assert_options(ASSERT_WARNING, 0);
assert_options(ASSERT_CALLBACK, fn() => print('called'));
setlocale(LC_ALL, 'C.UTF-8');
date_default_timezone_set('Asia/Tokyo');
libxml_use_internal_errors(true);
libxml_set_external_entity_loader(fn() => null);
set_include_path('/own');
chdir('/');
error_reporting(0);
ignore_user_abort(true);
set_time_limit(77);
ini_set('memory_limit', '77M');
stream_context_set_default(['http' => ['method' => 'OWN']]);
stream_wrapper_register('own', stdClass::class);
stream_wrapper_unregister('data');
stream_filter_register('own', php_user_filter::class);
spl_autoload_register(fn() => null);
session_name('OWN');
session_cache_limiter('public');
set_error_handler(fn() => true);
set_exception_handler(fn() => null);
http_response_code(202);
require __DIR__ . '/get.php';
if (isset($_GET['file'])) {
    ob_start();
    flush();
    while (!file_exists($_GET['file'])) {
        usleep(1000);
    }
    ob_end_clean();
    echo "\n";
    require __DIR__ . '/get.php';
}
