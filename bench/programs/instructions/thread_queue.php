<?php
// Pushes $count numbers into a queue of threads and pops each.
$count = (int) $argv[2];

$queue = new Swoole\Thread\Queue();
for ($done = 0; $done < $count; ++$done) {
    $queue->push($done, Swoole\Thread\Queue::NOTIFY_ONE);
    $queue->pop();
}
