--TEST--
Swoole\Constant: names of events and options; Server and the coroutines know the names of options
--FILE--
<?php
use Swoole\Constant;

var_dump(Constant::EVENT_BEFORE_HANDSHAKE_RESPONSE, Constant::OPTION_WORKER_NUM, Constant::OPTION_HTTP_CLIENT_DRIVER);
$constants = (new ReflectionClass(Constant::class))->getConstants();
var_dump(count($constants));
foreach ($constants as $name => $value) {
    [$kind, $rest] = explode('_', $name, 2);
    $expected = strtolower($rest);
    if ($kind === 'EVENT') $expected = lcfirst(str_replace('_', '', ucwords($expected, '_')));
    if ($value !== $expected) echo "$name is $value\n";
}
class Mine extends Constant { const OPTION_MINE = 'mine'; }
var_dump(Mine::OPTION_SSL);
?>
--EXPECT--
string(23) "beforeHandshakeResponse"
string(10) "worker_num"
string(18) "http_client_driver"
int(232)
string(3) "ssl"
