--TEST--
The manual's detach(): the answer is made later, from its number alone
--FILE--
<?php
require __DIR__ . '/server_program.inc';
$program = start_program(function () {
    $http = new Swoole\Http\Server('127.0.0.1', 0, SWOOLE_BASE);
    $http->set(['worker_num' => 1, 'task_worker_num' => 1]);
    $http->on('request', function ($request, $response) use ($http) {
        var_dump($response->detach(), $response->isWritable());
        var_dump(Swoole\Http\Response::create($request->fd)->detach());
        var_dump(Swoole\Http\Response::create($http, $request->fd)->detach());
        var_dump(Swoole\Http\Response::create([$http, $request])->detach());
        $http->task($response->fd);
    });
    $http->on('task', fn ($server, $id, $from, $data) => $data);
    $http->on('finish', function ($server, $id, $fd) {
        $response = Swoole\Http\Response::create($fd);
        $response->header('X-From', 'finish');
        $response->end('in finish');
        var_dump(Swoole\Http\Response::create(1 << 30));
    });
    return $http;
});
$answer = $program->request('/');
$program->stop();
echo $answer, "\n";
?>
--EXPECT--
bool(true)
bool(false)
bool(true)
bool(true)
bool(true)
bool(false)
HTTP/1.1 200 OK
Content-Type: text/html
X-From: finish
Content-Length: 9

in finish
