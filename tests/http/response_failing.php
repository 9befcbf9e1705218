<?php
// Handlers that fail.

require __DIR__ . '/../support/server.php';

$server = http_server();

function on_($request, $response, $server)
{
    $response->end((string) $server->worker_pid);
}
function deep()
{
    throw new RuntimeException('secret words');
}
function on_throw($request, $response)
{
    $response->header('x-a', 'b');
    deep();
}
function on_throw_late($request, $response)
{
    $response->write('begun');
    deep();
}
function on_throw_after($request, $response)
{
    $response->end('answered');
    deep();
}
function on_throw_elsewhere($request, $response)
{
    Swoole\Coroutine::create('deep');
    $response->end('unharmed');
}
function on_error($request, $response)
{
    nothing_of_this_name();
}
function on_warning($request, $response)
{
    $x = $undefined;
    trigger_error('a warning of mine', E_USER_WARNING);
    $response->end('warned');
}
function on_exit($request, $response)
{
    $response->status(202);
    try {
        exit('the rest');
    } finally {
        note('FINALLY');
    }
}
function on_exit_number($request, $response)
{
    (function () {
        exit(3);
    })();
}
function on_exit_late($request, $response)
{
    $response->write('begun ');
    exit('and ended');
}
function on_exit_after($request, $response)
{
    $response->end('answered');
    exit('not');
}
function on_die_caught($request, $response)
{
    try {
        die('x');
    } catch (Throwable $t) {
        $response->end(get_class($t) . ' ' . $t->getStatus());
    }
}
function on_echo($request, $response)
{
    echo "PRINTED\n";
    $response->end('silent');
}
function on_suspend($request, $response)
{
    note('SUSPENDED');
    try {
        Swoole\Coroutine::yield();
    } finally {
        note('FINALLY');
    }
}
function on_suspend_late($request, $response)
{
    $response->write('begun');
    note('SUSPENDED');
    Swoole\Coroutine::yield();
}
function on_memory($request, $response)
{
    $all = [];
    for (;;) {
        $all[] = str_repeat('x', 1 << 20);
    }
}
function on_fatal_late($request, $response)
{
    $response->write('begun');
    on_memory($request, $response);
}
function on_compile($request, $response)
{
    eval('class Broken { function without_body(): int; }');
}

$server->on('request', by_path($server));
run();
