--TEST--
The manual's pipe messages: from worker to worker, to a task worker and back, with any value
--FILE--
<?php
require __DIR__ . '/server_program.inc';
$program = start_program(function () {
    $server = new Swoole\Server('127.0.0.1', 0);
    $server->set(['worker_num' => 2, 'task_worker_num' => 1]);
    $server->on('pipeMessage', function (Swoole\Server $server, int $from, mixed $message) {
        if ($server->taskworker) {
            echo "task worker: ", json_encode($message), "\n";
            $server->sendMessage("answer to $from", $from);
        } else if (is_array($message)) {
            echo "worker: ", json_encode($message), "\n";
            $server->sendMessage($message + ['seen by' => 'a worker'], 2);
        } else {
            echo "worker: $message\n";
            $server->send($GLOBALS['fd'] ?? $server->getClientList()[0], "done\n");
        }
    });
    $server->on('task', function () {});
    $server->on('receive', function (Swoole\Server $server, int $fd, int $reactorId, string $data) {
        if (!$server->sendMessage(['text' => trim($data)], 1 - $server->worker_id)) echo "not sent\n";
    });
    return $server;
});
$client = $program->connect();
fwrite($client, "hello\n");
echo fgets($client);
$program->stop();
?>
--EXPECTREGEX--
worker: \{"text":"hello"\}
task worker: \{"text":"hello","seen by":"a worker"\}
worker: answer to [01]
done
