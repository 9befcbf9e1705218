<?php
// A page as PHP-FPM serves it. At the end of a line is the topic of its difference.
if (PHP_SAPI === 'cli') {
    exit('not here');
}
if (substr(php_sapi_name(), 0, 3) == 'cgi') {  // sapi
    header('Status: 200');
}
switch (php_sapi_name()) {  // sapi
    default:
}
require './config.php';
include_once('../lib/all.php');
$data = file_get_contents('./data/' . $_GET['name']);
$here = getcwd();
chdir(__DIR__);
putenv('TZ=UTC');
$address = getenv('REMOTE_ADDR') ?: getenv('HTTP_CLIENT_IP');  // request-environment, request-environment
$database = getenv('DATABASE_URL') . getenv('http_proxy') . getenv('HTTP_PROXY');
umask(0);
$mask = umask();
$cli = PHP_SAPI === 'cli' || PHP_SAPI === 'phpdbg';
$isServed = PHP_SAPI === 'cli-server';
setlocale(LC_ALL, 'de_DE.UTF-8');
bindtextdomain('shop', __DIR__ . '/locale');  // textdomain
textdomain('shop');  // textdomain
readline_add_history('shop');  // readline
ini_set('memory_limit', '1G');
ini_set(option: 'opcache.enable', value: '0');  // settings
ini_set('max_execution_time', '60');
ini_set('session.gc_maxlifetime', '3600');
ini_set('display_errors', '0');
set_time_limit(0);
ignore_user_abort(true);
$left = connection_status() !== CONNECTION_NORMAL || connection_aborted();
sleep(1);  // sleep
usleep(1000);  // sleep
session_set_save_handler(new Handler(), true);  // session-handler
session_start();
setcookie('a', 'b');
$name = '/tmp/' . getmypid();  // process-id
$used = memory_get_peak_usage();
mt_srand(1);
apcu_store('a', 1);  // apcu
debug_zval_dump($name);  // reference-count
eval('$a = 1;');  // eval
$make = create_function('$a', 'return $a;');  // missing
register_shutdown_function('unlink', $name);
getallheaders();
fastcgi_finish_request();
?>
<h1>The page</h1>
<?php
header('X-Late: 1');
