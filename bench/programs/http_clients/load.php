<?php
// Fifty coroutines send $count requests in all to a server at $port, over connections that are kept. The client is one
// file of this folder. Nothing else is printed than a wrong answer.
[, $port, $count, $client, $method] = $argv;
const AT_ONCE = 50;

$body = $method === 'POST' ? str_repeat('0123456789abcdef', 640) : '';
$send = require __DIR__ . "/$client.php";
$check = function (int $status, string $answer): void {
    if ($status !== 200 || strlen($answer) !== 1024) {
        exit("wrong answer: $status, " . strlen($answer) . " bytes\n");
    }
};
assert(is_callable($send));
$send((int) $port, $method, $body, (int) $count, $check);
