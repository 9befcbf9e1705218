--TEST--
WebSocket\Server: push() of a close frame, whole or not, leaves messages that were on their way to the program; close codes
--FILE--
<?php
require __DIR__ . '/../server.inc';
use Swoole\Coroutine\Http\Client;

$server = start_server('$server = new Swoole\WebSocket\Server("127.0.0.1", 0, SWOOLE_BASE);
    $server->set(["worker_num" => 1, "log_level" => 4]);
    $server->on("start", "report_port");
    $server->on("message", function ($server, $frame) {
        echo "message $frame->data\n";
        if ($frame->data === "disconnect") echo json_encode($server->disconnect($frame->fd, 401, "why")), "\n";
        if ($frame->data !== "push") return;
        $close = new Swoole\WebSocket\CloseFrame;
        $close->code = 4001;
        $close->flags = 0;
        echo json_encode([$server->push($frame->fd, $close), $server->push($frame->fd, "no more")]), "\n";
    });
    $server->on("close", function ($server, $fd) { echo "closed\n"; });');
Co\run(function () use ($server) {
    foreach (['push', 'disconnect'] as $how) {
        $client = new Client('127.0.0.1', $server->port);
        $client->set(['timeout' => 10, 'open_websocket_close_frame' => true]);
        $client->upgrade('/');
        foreach ([$how, 'one', 'two'] as $text) $client->push($text);
        $frame = $client->recv();
        echo "$frame->code '$frame->reason'\n";
        $client->recv();  // answers the close frame
        $client->close();
        $server->until("closed");
    }
});
echo $server->stop();
?>
--EXPECT--
4001 ''
1000 'why'
message push
[true,false]
message one
message two
closed
message disconnect
true
closed
