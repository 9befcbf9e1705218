--TEST--
Manual: ConnectionPool, and the configurations of PDOPool, MysqliPool and RedisPool
--FILE--
<?php
use Swoole\ConnectionPool;
use Swoole\Database\MysqliConfig;
use Swoole\Database\MysqliPool;
use Swoole\Database\PDOConfig;
use Swoole\Database\PDOPool;
use Swoole\Database\RedisConfig;
use Swoole\Database\RedisPool;
use function Swoole\Coroutine\go;
use function Swoole\Coroutine\run;

$config = (new PDOConfig)
    ->withHost('127.0.0.1')->withPort(3306)->withDbName('test')->withCharset('utf8mb4')
    ->withUsername('root')->withPassword('root')->withOptions([PDO::ATTR_TIMEOUT => 1]);
echo implode(' ', [$config->getHost(), $config->getPort(), $config->getDbname(), $config->getCharset(), $config->getUsername(), $config->getPassword(), $config->hasUnixSocket() ? 1 : 0]), "\n";
$pool = new PDOPool($config, 4);
if (extension_loaded('mysqli')) new MysqliPool((new MysqliConfig)->withHost('127.0.0.1')->withUnixSocket('/none')->withOptions([]));
$config = (new RedisConfig)->withHost('127.0.0.1')->withPort(6379)->withAuth('')->withDbIndex(0)->withTimeout(1);
echo $config->getHost(), ' ', $config->getPort(), ' ', $config->getDbIndex(), ' ', json_encode($config->getTimeout()), "\n";

run(function () {
    $made = 0;
    $group = new Swoole\Coroutine\WaitGroup(5);
    $pool = new ConnectionPool(function () use (&$made) { return (object) ['number' => ++$made]; }, 2);
    for ($i = 0; $i < 5; $i++) {
        go(function () use ($pool, $group, &$sum) {
            $connection = $pool->get(5);
            Co::sleep(0.001);
            $sum += $connection->number;
            $pool->put($connection);
            $group->done();
        });
    }
    $group->wait();
    var_dump($made, $sum >= 5);
    $pool->close();
});
?>
--EXTENSIONS--
pdo
--EXPECT--
127.0.0.1 3306 test utf8mb4 root root 0
127.0.0.1 6379 0 1
int(2)
bool(true)
