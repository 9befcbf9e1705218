--TEST--
Socket: TCP_INFO, IP_MULTICAST_IF by number and name, IPV6_PKTINFO
--EXTENSIONS--
sockets
--SKIPIF--
<?php
if (!@stream_socket_server('tcp://[::1]:0')) die('skip there is no IPv6');
?>
--FILE--
<?php
use Swoole\Coroutine\Socket;
Co\run(function () {
    $server = new Socket(AF_INET, SOCK_STREAM);
    $server->bind('127.0.0.1');
    $server->listen();
    $client = new Socket(AF_INET, SOCK_STREAM);
    $client->connect('127.0.0.1', $server->getsockname()['port']);
    $info = $client->getOption(SOL_TCP, 11);
    var_dump($info['state'], $info['snd_mss'] > 0, $info['snd_cwnd'] > 0, count($info));

    $loopback = 1;  // on every Linux
    $datagram = new Socket(AF_INET, SOCK_DGRAM);
    foreach ([$loopback, 0, 'lo'] as $interface) {
        var_dump($datagram->setOption(IPPROTO_IP, IP_MULTICAST_IF, $interface), $datagram->getOption(IPPROTO_IP, IP_MULTICAST_IF) === ($interface === 0 ? 0 : $loopback));
    }
    var_dump($datagram->setOption(IPPROTO_IP, IP_MULTICAST_IF, 99999), $datagram->errCode === SOCKET_ENODEV);

    $six = new Socket(AF_INET6, SOCK_DGRAM);
    var_dump($six->setOption(IPPROTO_IPV6, IPV6_PKTINFO, ['addr' => '::1', 'ifindex' => $loopback]));
    var_dump($six->getOption(IPPROTO_IPV6, IPV6_PKTINFO), $six->errCode === SOCKET_ENOPROTOOPT);
    foreach ([fn() => $six->setOption(IPPROTO_IPV6, IPV6_PKTINFO, 1), fn() => $six->setOption(IPPROTO_IPV6, IPV6_PKTINFO, ['addr' => 'x']),
              fn() => $datagram->setOption(IPPROTO_IP, IP_MULTICAST_IF, [])] as $attempt) {
        try { $attempt(); } catch (Error $error) { echo $error->getMessage(), "\n"; }
    }
});
?>
--EXPECTF--
int(1)
bool(true)
bool(true)
int(32)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
bool(true)
bool(false)
bool(true)
Swoole\Coroutine\Socket::setOption(): Argument #3 ($opt_value) must be an array with addr and ifindex, int given

Warning: Swoole\Coroutine\Socket::setOption(): Argument #3 ($opt_value) must have an "addr" that is an IPv6 address in %s on line %d
Swoole\Coroutine\Socket::setOption(): Argument #3 ($opt_value) must be the number or the name of an interface, array given
