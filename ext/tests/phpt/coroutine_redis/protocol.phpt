--TEST--
Coroutine\Redis: words as they are sent, replies in pieces
--FILE--
<?php
Co\run(function () {
    $server = stream_socket_server('tcp://127.0.0.1:0');
    $port = (int) substr(strrchr(stream_socket_get_name($server, false), ':'), 1);
    $replies = ["\$5\r\nhe\r\no\r\n", "*3\r\n:1\r\n*2\r\n\$-1\r\n*-1\r\n\$0\r\n\r\n", "-ERR a\r\n", "+\r\n", ":-7\r\n", "+QUEUED\r\n"];
    $asked = [];
    go(function () use ($server, $replies, &$asked) {
        $client = stream_socket_accept($server);
        foreach ($replies as $reply) {
            $asked[] = fread($client, 4096);
            foreach (str_split($reply) as $byte) fwrite($client, $byte);
        }
    });
    $redis = new Co\Redis();
    $redis->connect('127.0.0.1', $port);
    var_dump($redis->get("a b\r\n"));
    echo json_encode($redis->request(['x' => 'NEST', 1, true, null, 0.5])), "\n";
    var_dump($redis->set('k', 'v', 0), $redis->errMsg, $redis->ping(), $redis->incrBy('k', -7), $redis->zAdd('z', 0.1 + 0.2, 'm', 'x', 'n'));
    foreach ($asked as $words) echo json_encode($words), "\n";
});
?>
--EXPECT--
string(5) "he
o"
[1,[null,null],""]
bool(false)
string(5) "ERR a"
string(0) ""
int(-7)
string(6) "QUEUED"
"*2\r\n$3\r\nGET\r\n$5\r\na b\r\n\r\n"
"*5\r\n$4\r\nNEST\r\n$1\r\n1\r\n$1\r\n1\r\n$0\r\n\r\n$3\r\n0.5\r\n"
"*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$1\r\nv\r\n"
"*1\r\n$4\r\nPING\r\n"
"*3\r\n$6\r\nINCRBY\r\n$1\r\nk\r\n$2\r\n-7\r\n"
"*6\r\n$4\r\nZADD\r\n$1\r\nz\r\n$19\r\n0.30000000000000004\r\n$1\r\nm\r\n$1\r\n0\r\n$1\r\nn\r\n"
