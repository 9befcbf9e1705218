--TEST--
option name_resolver: where clients connect
--FILE--
<?php
use Swoole\Coroutine\{Client, Server};
use Swoole\NameResolver;
use Swoole\NameResolver\Cluster;

final class Known extends NameResolver
{
    public ?Cluster $cluster = null;
    public function join(string $name, string $ip, int $port, array $options = []): bool { return true; }
    public function leave(string $name, string $ip, int $port): bool { return true; }
    public function getCluster(string $name): ?Cluster { return $this->cluster; }
    public function lookup(string $name) { return match ($name) { 'service' => clone $this->cluster, 'host' => '127.0.0.1', default => null }; }
}

Co\run(function () {
    $server = new Server('127.0.0.1');
    $server->handle(fn($connection) => $connection->send('hello'));
    go(fn() => $server->start());
    $resolver = new Known('http://127.0.0.1');
    $resolver->cluster = new Cluster();
    $resolver->cluster->add('127.0.0.1', $server->port);
    Co::set(['name_resolver' => [$resolver]]);
    foreach ([['service', 1], ['host', $server->port], ['localhost', $server->port], ['127.0.0.1', $server->port]] as [$host, $port]) {
        foreach ([new Client(SWOOLE_SOCK_TCP), new Swoole\Client(SWOOLE_SOCK_TCP)] as $client) {
            var_dump($client->connect($host, $port, 5) ? $client->recv() : $client->errMsg);
        }
    }
    $resolver->cluster = new Cluster();
    $client = new Client(SWOOLE_SOCK_TCP);
    var_dump($client->connect('service', 1, 5), $client->errCode === SWOOLE_ERROR_DNSLOOKUP_RESOLVE_FAILED);
    try { Co::set(['name_resolver' => [new stdClass]]); } catch (TypeError $error) { echo $error->getMessage(), "\n"; }
    Co::set(['name_resolver' => []]);
    $server->shutdown();
});
?>
--EXPECT--
string(5) "hello"
string(5) "hello"
string(5) "hello"
string(5) "hello"
string(5) "hello"
string(5) "hello"
string(5) "hello"
string(5) "hello"
bool(false)
bool(true)
name_resolver must have Swoole\NameResolver objects only, stdClass given
