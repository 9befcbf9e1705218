--TEST--
Classes that extend the server, written in 2018 and today
--FILE--
<?php
class Old extends swoole_http_server
{
    public $setting = ['mine' => 1];

    public function __construct($host, $port)
    {
        parent::__construct($host, $port);
    }

    #[ReturnTypeWillChange]
    public function set($settings)
    {
        return parent::set($settings);
    }

    #[ReturnTypeWillChange]
    public function on($event, $callback)
    {
        return parent::on($event, $callback);
    }

    #[ReturnTypeWillChange]
    public function start()
    {
    }

    #[ReturnTypeWillChange]
    public function stop($worker = -1, $wait = false)
    {
    }
}

class Today extends Swoole\Http\Server
{
    public function set(array $settings): bool
    {
        return parent::set($settings);
    }

    public function on(string $event_name, callable $callback): bool
    {
        return parent::on($event_name, $callback);
    }

    public function start(): bool
    {
        return true;
    }

    public function getClientInfo(int $fd, int $reactor_id = -1, bool $ignoreError = false): array|false
    {
        return false;
    }

    public function stats(): array|false
    {
        return [];
    }
}

class Forgetful extends Swoole\Server
{
    public function __construct()
    {
    }
}

$old = new Old('127.0.0.1', 0);
var_dump($old->set(['worker_num' => '2']), $old->setting, $old->on('Request', function () {}));
$today = new Today('127.0.0.1', 0);
var_dump($today->set(['worker_num' => 2]), $today->on('request', 'strlen'), $today->getCallback('REQUEST'));

foreach ([fn($s) => $s->set([]), fn($s) => $s->on('start', 'strlen'), fn($s) => $s->getCallback('start'),
          fn($s) => $s->listen('127.0.0.1', 0, SWOOLE_SOCK_TCP)] as $call) {
    try {
        $call(new Forgetful());
    } catch (Error $error) {
        echo $error->getMessage(), "\n";
    }
}
?>
--EXPECT--
bool(true)
array(2) {
  ["mine"]=>
  int(1)
  ["worker_num"]=>
  string(1) "2"
}
bool(true)
bool(true)
bool(true)
string(6) "strlen"
Forgetful::__construct() has to call parent::__construct()
Forgetful::__construct() has to call parent::__construct()
Forgetful::__construct() has to call parent::__construct()
Forgetful::__construct() has to call parent::__construct()
