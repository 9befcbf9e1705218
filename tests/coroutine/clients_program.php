<?php
// A function of clients.php with one client, in a coroutine.

require __DIR__ . '/../support/server.php';
require __DIR__ . '/clients.php';

$client = Client::make(given('name'), given('at'));
Co::set(['aio_worker_num' => given('count')]);
Co\run(fn() => given('call')($client, given('count')));
// Queues of amqp and their channels refer to each other, which counts as a leak at the end.
gc_collect_cycles();
