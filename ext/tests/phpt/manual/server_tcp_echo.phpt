--TEST--
The manual's TCP server: connect, receive, close; send() and close()
--FILE--
<?php
require __DIR__ . '/server_program.inc';
$program = start_program(function () {
    $server = new Swoole\Server('127.0.0.1', 0, SWOOLE_PROCESS, SWOOLE_SOCK_TCP);
    $server->set(['worker_num' => 1, 'max_request' => 50, 'dispatch_mode' => 1]);
    $server->on('Connect', function (Swoole\Server $server, int $fd, int $reactorId) {
        echo "Client: Connect.\n";
    });
    $server->on('Receive', function (Swoole\Server $server, int $fd, int $reactorId, string $data) {
        $data = trim($data);
        if ($data === 'quit') {
            var_dump($server->close($fd));
            return;
        }
        var_dump($server->send($fd, "Server: $data\n"));
    });
    $server->on('Close', function (Swoole\Server $server, int $fd, int $reactorId) {
        echo "Client: Close.\n";
        var_dump($server->send($fd, 'too late'), $server->getLastError());
    });
    return $server;
});
$client = $program->connect();
$answers = '';
foreach (['hello', 'world'] as $word) {
    fwrite($client, "$word\r\n");
    $answers .= fgets($client);
}
fwrite($client, "quit\r\n");
$answers .= stream_get_contents($client);
$program->stop();
echo $answers;
?>
--EXPECT--
Client: Connect.
bool(true)
bool(true)
bool(true)
Client: Close.
bool(false)
int(1003)
Server: hello
Server: world
