--TEST--
Server\Helper: its tables have every option of servers, checkOptions() refuses others, stats_file has a timer in the first worker
--FILE--
<?php
use Swoole\Constant;
use Swoole\Server\Helper;

var_dump(Helper::STATS_TIMER_INTERVAL_TIME, Helper::HELPER_OPTIONS, Helper::SERVER_OPTIONS['worker_num'], Helper::PORT_OPTIONS['ssl_cert_file'], Helper::GLOBAL_OPTIONS['log_file'], Helper::COROUTINE_OPTIONS['hook_flags'], Helper::AIO_OPTIONS['aio_worker_num']);
Helper::checkOptions([]);
Helper::checkOptions(['worker_num' => 1, 'log_level' => 2, 'open_eof_check' => true, 'stats_file' => '/x', Constant::OPTION_MAX_CORO_NUM => 5]);
try { Helper::checkOptions(['worker_num' => 1, 'worker_nums' => 1]); } catch (Swoole\Exception $error) { echo $error->getMessage(), "\n"; }

$file = __DIR__ . '/options.stats';
$server = new Swoole\Server('127.0.0.1', 0);
Helper::onWorkerStart($server, 0);
$server->setting = ['stats_file' => $file, 'stats_timer_interval' => 10];
Helper::onWorkerStart($server, 1);
var_dump(iterator_count(Swoole\Timer::list()));
Helper::onWorkerStart($server, 0);
var_dump(iterator_count(Swoole\Timer::list()));
Helper::onWorkerExit($server, 0);
var_dump(iterator_count(Swoole\Timer::list()));
foreach (['onBeforeStart', 'onBeforeShutdown', 'onStart', 'onShutdown', 'onBeforeReload', 'onAfterReload', 'onManagerStart', 'onManagerStop', 'onWorkerError'] as $method) Helper::$method($server);
Helper::onWorkerStop($server, 0);
?>
--EXPECT--
int(1000)
array(3) {
  ["stats_file"]=>
  bool(true)
  ["stats_timer_interval"]=>
  bool(true)
  ["admin_server"]=>
  bool(true)
}
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
unsupported option [worker_nums]
int(0)
int(1)
int(0)
