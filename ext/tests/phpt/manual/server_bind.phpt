--TEST--
The manual's bind() with a negative number, which is read back as an unsigned one
--FILE--
<?php
require __DIR__ . '/server_program.inc';
$program = start_program(function () {
    $server = new Swoole\Server('127.0.0.1', 0);
    $server->set(['worker_num' => 1, 'dispatch_mode' => 5]);
    $server->on('receive', function (Swoole\Server $server, $fd, $reactorId, $data) {
        $uid = -10;
        var_dump($server->bind($fd, $uid), $server->bind($fd, $uid));
        $bound = $server->connection_info($fd)['uid'];
        var_dump($bound);
        $bound = $bound >> 31 ? (~($bound - 1) & 0xFFFFFFFF) * -1 : $bound;
        var_dump($bound === $uid);
        foreach ([0, 1 << 32, -2147483649] as $wrong) {
            @$server->bind($fd, $wrong);
            echo error_get_last()['message'], "\n";
        }
        $server->close($fd);
    });
    return $server;
});
$program->say('hello');
$program->stop();
?>
--EXPECT--
bool(true)
bool(false)
int(4294967286)
bool(true)
Swoole\Server::bind(): Argument #2 ($uid) must be between -2147483648 and 4294967295, and not 0, 0 given
Swoole\Server::bind(): Argument #2 ($uid) must be between -2147483648 and 4294967295, and not 0, 4294967296 given
Swoole\Server::bind(): Argument #2 ($uid) must be between -2147483648 and 4294967295, and not 0, -2147483649 given
