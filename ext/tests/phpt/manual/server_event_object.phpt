--TEST--
The manual's event_object: callbacks get one object
--FILE--
<?php
require __DIR__ . '/server_program.inc';
$program = start_program(function () {
    $server = new Swoole\Server('127.0.0.1', 0);
    $server->set(['worker_num' => 1, 'task_worker_num' => 1, 'event_object' => true]);
    $server->on('connect', function (Swoole\Server $server, Swoole\Server\Event $event) { echo 'connect ', $event->fd > 0 ? 'yes' : 'no', "\n"; });
    $server->on('receive', function (Swoole\Server $server, Swoole\Server\Event $event) {
        echo "receive $event->data ", is_float($event->dispatch_time) ? 'at' : 'no', " $event->reactor_id\n";
        $server->task(['fd' => $event->fd]);
    });
    $server->on('task', function (Swoole\Server $server, Swoole\Server\Task $task) {
        echo "task $task->id from $task->worker_id ", is_float($task->dispatch_time) ? 'at' : 'no', "\n";
        $task->finish($task->data);
    });
    $server->on('finish', function (Swoole\Server $server, Swoole\Server\TaskResult $result) {
        echo "finish $result->task_id by $result->task_worker_id\n";
        $server->sendMessage($result->data, 1);
    });
    $server->on('pipeMessage', function (Swoole\Server $server, Swoole\Server\PipeMessage $message) {
        echo "message from $message->source_worker_id of $message->worker_id\n";
        $server->close($message->data['fd']);
    });
    $server->on('close', function (Swoole\Server $server, Swoole\Server\Event $event) { echo "close\n"; });
    $datagrams = $server->listen('127.0.0.1', 0, SWOOLE_SOCK_UDP);
    $datagrams->on('packet', function (Swoole\Server $server, Swoole\Server\Packet $packet) {
        echo "packet $packet->data $packet->address\n";
        $server->sendto($packet->address, $packet->port, $packet->server_port > 0 ? 'yes' : 'no', $packet->server_socket);
    });
    return $server;
});
$program->say('hello');
$client = open_client("udp://127.0.0.1:{$program->ports[1]}");
fwrite($client, 'ping');
$answer = fread($client, 10);
$program->stop();
echo "$answer\n";
?>
--EXPECT--
connect yes
receive hello at 0
task 0 from 0 at
finish 0 by 1
message from 0 of 0
close
packet ping 127.0.0.1
yes
