<?php
// Sets $count values of a map of threads, each of one of 1,000 keys: every other one is a number, the rest are texts.
[, , $count] = $argv;

$map = new Swoole\Thread\Map();
for ($done = 0; $done < $count; ++$done) {
    $map['key' . $done % 1000] = $done % 2 === 0 ? $done : 'the name of a visitor';
}
