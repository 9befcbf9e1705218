<?php
// What PHPStan must find by the stubs: the lines that end in a number of findings.
declare(strict_types=1);

$cache = new Tern\Cache('1 MB'); // 1
$cache->increment(); // 1
$server = new Swoole\Http\Server('127.0.0.1', 9501);
$server->onRequest(static fn() => null); // 1
$server->set(['worker_num' => SWOOLE_NO_SUCH_NAME]); // 1
$server->set(['worker_nums' => 2]); // 1
$server->ports[0]->set(['open_http2' => true]); // 1
Tern\hooked_calls(1); // 1
