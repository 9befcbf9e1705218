--TEST--
Coroutine\Redis: errors that need no server
--FILE--
<?php
class Cache extends Swoole\Coroutine\Redis
{
    public function get($key)
    {
        return [$key, parent::get($key)];
    }
}

$redis = new Cache();
try {
    $redis->get('a');
} catch (Error $error) {
    echo $error->getMessage(), "\n";
}
Co\run(function () use ($redis) {
    echo json_encode(@$redis->get('a')), " $redis->errType $redis->errCode $redis->errMsg\n";
    $server = stream_socket_server('tcp://127.0.0.1:0');
    $port = (int) substr(strrchr(stream_socket_get_name($server, false), ':'), 1);
    fclose($server);
    var_dump($redis->connect('127.0.0.1', $port));
    echo "$redis->host ", $redis->port === $port ? 'port' : '', " $redis->errType $redis->errCode $redis->errMsg\n";
    echo json_encode($redis->get('a')), " $redis->errType $redis->errCode $redis->errMsg\n";
    var_dump($redis->recv(), $redis->errMsg, $redis->subscribe(['a']), $redis->unsubscribe(['a']), $redis->errMsg);
});
?>
--EXPECT--
API must be called in the coroutine
["a",false] 2 22 The host is empty
bool(false)
127.0.0.1 port 1 111 Connection refused
["a",false] 6 111 The connection is closed
bool(false)
string(27) "There is nothing to receive"
bool(false)
bool(false)
string(24) "Nothing is subscribed to"
