--TEST--
PDOConfig, MysqliConfig, RedisConfig: no unix socket is null; single options of Redis
--FILE--
<?php
use Swoole\Database\{MysqliConfig, PDOConfig, RedisConfig};

foreach ([new PDOConfig, new MysqliConfig] as $config) {
    var_dump($config->getUnixSocket(), $config->withUnixSocket('/run/db.sock')->getUnixSocket(), $config->withUnixSocket(null)->getUnixSocket());
}
$redis = (new RedisConfig)->withRetryInterval(retry_interval: 5)->withReadTimeout(read_timeout: 1.5);
var_dump($redis->getRetryInterval(), $redis->getReadTimeout());
echo json_encode($redis->withOption(1, 'a')->withOption(2, 'b')->getOptions()), json_encode($redis->setOptions([3 => 'c'])->getOptions()), "\n";
?>
--EXPECT--
NULL
string(12) "/run/db.sock"
NULL
NULL
string(12) "/run/db.sock"
NULL
int(5)
float(1.5)
{"1":"a","2":"b"}{"3":"c"}
