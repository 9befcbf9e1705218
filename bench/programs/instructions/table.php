<?php
// Writes $count rows of three columns, each to one of 1,000 keys.
[, , $count] = $argv;

$table = new Swoole\Table(2048);
$table->column('name', Swoole\Table::TYPE_STRING, 32);
$table->column('visits', Swoole\Table::TYPE_INT);
$table->column('score', Swoole\Table::TYPE_FLOAT);
$table->create();
for ($done = 0; $done < $count; ++$done) {
    $table->set('key' . $done % 1000, ['name' => 'a visitor', 'visits' => $done, 'score' => 1.5]);
}
