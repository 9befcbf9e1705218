<?php
// Handlers by path; those that suspend are resumed by /resume, so that no test depends on time.

require __DIR__ . '/../support/server.php';

$server = http_server();
if (function_exists('tell_concurrency')) {
    tell_concurrency($server);
}

ignore_user_abort(false);
$suspended = [];
function on_($request, $response)
{
    $response->end($request->server['request_method'] . ' ' . $request->server['request_uri']);
}
function on_fd($request, $response)
{
    $response->end((string) $request->fd);
}
function on_suspend($request, $response)
{
    global $suspended;
    $cid = Swoole\Coroutine::getCid();
    $suspended[$cid] = $cid;
    note('SUSPENDED');
    try {
        $going_on = Swoole\Coroutine::yield();
        $response->end($going_on ? 'resumed' : 'cancelled');
    } catch (Swoole\Coroutine\CanceledException $gone) {
        note('GONE', var_export($response->isWritable(), true));
        throw $gone;
    } finally {
        unset($suspended[$cid]);
        note('END');
    }
}
function on_resume($request, $response)
{
    global $suspended;
    $one = array_key_first($suspended);
    $response->end($one === null ? 'nobody' : 'going on');
    if ($one !== null) {
        Swoole\Coroutine::resume($one);
    }
}
function on_body($request, $response)
{
    $body = $request->rawContent();
    $response->end(strlen($body) . ' ' . hash('sha256', $body));
}
function on_spool($request, $response)
{
    $links = array_map(fn($fd) => @readlink("/proc/self/fd/$fd"), scandir('/proc/self/fd'));
    $response->end(strlen($request->rawContent()) . ' ' . implode(' ', preg_grep('~tern~', $links)));
}
function on_empty($request, $response)
{
}

$server->on('request', function ($request, $response) use ($server) {
    $function = 'on_' . strtr(trim($request->server['path_info'], '/'), '/', '_');
    $function = function_exists($function) ? $function : 'on_';
    $function($request, $response, $server);
});
run();
