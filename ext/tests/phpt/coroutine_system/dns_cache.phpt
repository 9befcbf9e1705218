--TEST--
options dns_cache_expire (once dns_cache_refresh_time) and dns_cache_capacity: names that were looked up are not asked again
--FILE--
<?php
use Swoole\Coroutine\{Channel, Socket, System};
require __DIR__ . '/dns_answer.inc';

Co\run(function () {
    $server = new Socket(AF_INET, SOCK_DGRAM);
    $server->bind('127.0.0.1');
    $asked = 0;
    go(function () use ($server, &$asked) {
        while (($question = $server->recvfrom($peer, -1)) !== false) {
            ++$asked;
            $server->sendto($peer['address'], $peer['port'], dns_answer($question));
        }
    });
    $ask = function (string $name) use (&$asked) {
        $before = $asked;
        return System::gethostbyname($name) . ($asked > $before ? ' asked' : ' known');
    };
    Co::set(['dns_server' => '127.0.0.1:' . $server->getsockname()['port']]);
    echo $ask('tern.test'), ', ', $ask('tern.test'), "\n";
    Co::set(['dns_cache_expire' => 3600]);
    echo $ask('tern.test'), ', ', $ask('tern.test'), ', ', $ask('other.test'), "\n";
    swoole_clear_dns_cache();
    echo $ask('tern.test'), ', ', $ask('tern.test'), "\n";
    Co::set(['dns_cache_capacity' => 1]);
    echo $ask('tern.test'), ', ', $ask('other.test'), ', ', $ask('tern.test'), "\n";
    Co::set(['dns_cache_expire' => 0]);
    echo $ask('tern.test'), "\n";
    swoole_async_set(['dns_cache_refresh_time' => 60]);
    echo $ask('tern.test'), ', ', $ask('tern.test'), "\n";
    $server->close();
});
?>
--EXPECT--
127.0.0.9 asked, 127.0.0.9 asked
127.0.0.9 asked, 127.0.0.9 known, 127.0.0.9 asked
127.0.0.9 asked, 127.0.0.9 known
127.0.0.9 known, 127.0.0.9 asked, 127.0.0.9 asked
127.0.0.9 asked
127.0.0.9 asked, 127.0.0.9 known
