--TEST--
ext/session is refused in coroutines of a server, and is what it was elsewhere
--SKIPIF--
<?php if (!extension_loaded('session')) echo 'skip needs ext/session'; ?>
--FILE--
<?php
require __DIR__ . '/../server.inc';
// First: a session cannot start behind output.
$use = function () {
    session_save_path(sys_get_temp_dir());
    session_start(['use_cookies' => 0, 'cache_limiter' => '']);
    $_SESSION['n'] = 1;
    $open = session_status() === PHP_SESSION_ACTIVE && session_id() !== '';
    session_destroy();
    return $open;
};
$results[] = $use();
Co\run(function () use ($use, &$results) { $results[] = $use(); });
echo "a script, outside and inside of coroutines: ", json_encode($results), "\n";

$calls = <<<'PHP'
$calls = [
    fn () => session_start(),
    fn () => session_id('abcdef'),
    fn () => session_name('OTHER'),
    fn () => session_save_path('/tmp'),
    fn () => session_module_name('user'),
    fn () => session_cache_limiter('private'),
    fn () => session_cache_expire(10),
    fn () => session_set_cookie_params(10),
    fn () => session_set_save_handler(new SessionHandler),
    fn () => session_register_shutdown(),
    fn () => session_regenerate_id(),
    fn () => session_encode(),
    fn () => session_decode(''),
    fn () => session_reset(),
    fn () => session_unset(),
    fn () => session_abort(),
    fn () => session_commit(),
    fn () => session_write_close(),
    fn () => session_destroy(),
    fn () => session_gc(),
    session_start(...),
    fn () => call_user_func('session_start'),
];
$attempt = function (callable $call): string {
    try { return json_encode($call()); } catch (Throwable $e) { return get_class($e) . ': ' . strtok($e->getMessage(), ' '); }
};
PHP;
$server = start_server($calls . <<<'PHP'
$server->on('request', function ($request, $response) use ($calls, $attempt) {
    if ($request->server['path_info'] === '/message') {
        try { session_start(); } catch (Swoole\Error $e) { return $response->end($e->getMessage()); }
    }
    if ($request->server['path_info'] === '/child') {
        $children = Co\map([1], fn () => $attempt('session_start'));
        return $response->end($children[0]);
    }
    $lines = array_map($attempt, $calls);
    $lines[] = json_encode([session_id(), session_status() === PHP_SESSION_NONE, session_name(), session_name(null), isset($_SESSION)]);
    $response->end(implode("\n", $lines));
});
PHP);
echo $server->get('/'), "\n", $server->get('/message'), "\n", $server->get('/child'), "\n", $server->stop();

echo "without coroutines\n";
$server = start_server(<<<'PHP'
$server->on('request', function ($request, $response) {
    ini_set('session.save_handler', 'files');
    session_save_path(sys_get_temp_dir());
    session_start(['use_cookies' => 0, 'cache_limiter' => '']);
    $_SESSION['n'] = ($_SESSION['n'] ?? 0) + 1;
    $text = json_encode($_SESSION);
    session_destroy();
    $response->end($text);
});
PHP, ['enable_coroutine' => false]);
echo $server->get('/'), "\n", $server->stop();

?>
--EXPECT--
a script, outside and inside of coroutines: [true,true]
Swoole\Error: session_start()
Swoole\Error: session_id()
Swoole\Error: session_name()
Swoole\Error: session_save_path()
Swoole\Error: session_module_name()
Swoole\Error: session_cache_limiter()
Swoole\Error: session_cache_expire()
Swoole\Error: session_set_cookie_params()
Swoole\Error: session_set_save_handler()
Swoole\Error: session_register_shutdown()
Swoole\Error: session_regenerate_id()
Swoole\Error: session_encode()
Swoole\Error: session_decode()
Swoole\Error: session_reset()
Swoole\Error: session_unset()
Swoole\Error: session_abort()
Swoole\Error: session_commit()
Swoole\Error: session_write_close()
Swoole\Error: session_destroy()
Swoole\Error: session_gc()
Swoole\Error: session_start()
Swoole\Error: session_start()
["",true,"PHPSESSID","PHPSESSID",false]
session_start() cannot be used in a coroutine of a server: PHP has one session for the whole process, so requests would get each other's. Keep sessions by a cookie in Redis, a database or Tern\Cache, as the session middleware of your framework does
Swoole\Error: session_start()
without coroutines
{"n":1}
