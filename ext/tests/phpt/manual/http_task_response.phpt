--TEST--
The manual's answer from another process: a task worker makes a Response from the number of the connection
--FILE--
<?php
require __DIR__ . '/server_program.inc';
$file = tempnam(sys_get_temp_dir(), 'tern-file-');
file_put_contents($file, str_repeat('0123456789', 30_000));
$program = start_program(function () use ($file) {
    $http = new Swoole\Http\Server('127.0.0.1', 0, SWOOLE_PROCESS);
    $http->set(['task_worker_num' => 1, 'worker_num' => 1]);
    $http->on('request', function ($request, Swoole\Http\Response $response) use ($http) {
        $response->detach();
        $http->task([strval($response->fd), $request->server['path_info']]);
    });
    $http->on('finish', function () { echo "task finish\n"; });
    $http->on('task', function (Swoole\Server $server, $taskId, $workerId, $data) use ($file) {
        $response = Swoole\Http\Response::create($data[0]);
        switch ($data[1]) {
            case '/end':
                var_dump($response->isWritable(), $response->fd === (int) $data[0]);
                $response->status(202, 'Taken');
                $response->header('X-From', "worker $server->worker_id");
                $response->cookie('a', 'b');
                var_dump($response->end('in task'), $response->isWritable());
                break;
            case '/write':
                var_dump($response->write('first '), $response->write('second'), $response->end());
                break;
            case '/large': var_dump($response->end(str_repeat('x', 1_000_000))); break;
            case '/file': var_dump($response->sendfile($file, 10, 250_000)); break;
            case '/redirect': var_dump($response->redirect('/elsewhere')); break;
        }
        var_dump(Swoole\Http\Response::create(1 << 30));
    });
    return $http;
});
$answers = [$program->request('/end'), $program->request('/end', 'HEAD'), $program->request('/write'), $program->request('/redirect')];
$large = strlen($program->get('/large'));
$same = $program->get('/file') === substr(file_get_contents($file), 10, 250_000);
$program->stop();
foreach ($answers as $answer) echo "$answer\n--\n";
echo "$large ", $same ? 'the same' : 'another', "\n";
unlink($file);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(false)
bool(false)
bool(true)
bool(true)
bool(true)
bool(false)
bool(false)
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
HTTP/1.1 202 Taken
Content-Type: text/html
X-From: worker 1
Set-Cookie: a=b
Content-Length: 7

in task
--
HTTP/1.1 202 Taken
Content-Type: text/html
X-From: worker 1
Set-Cookie: a=b
Content-Length: 7


--
HTTP/1.1 200 OK
Content-Type: text/html
Vary: Accept-Encoding
Transfer-Encoding: chunked

6
first 
6
second
0


--
HTTP/1.1 302 Found
Content-Type: text/html
Location: /elsewhere
Content-Length: 0


--
1000000 the same
