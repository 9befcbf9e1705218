--TEST--
Server\Helper: stats_file is JSON, PHP code or lines, by its extension
--FILE--
<?php
use Swoole\Server\Helper;
require __DIR__ . '/../server.inc';
foreach (['json', 'php', 'txt'] as $extension) {
    $file = sys_get_temp_dir() . '/tern-stats-' . getmypid() . ".$extension";
    $server = start_server('$server->on("request", fn ($request, $response) => $response->end(""));',
        ['stats_file' => $file, 'stats_timer_interval' => 1]);
    while (!is_file($file) || filesize($file) === 0) {
        usleep(1000);
        clearstatcache();
    }
    $server->stop();
    $text = file_get_contents($file);
    $stats = match ($extension) {
        'json' => json_decode($text, true),
        'php' => require $file,
        default => preg_match('/^worker_num: (\d+)$/m', $text, $match) ? ['worker_num' => (int) $match[1]] : null,
    };
    echo "$extension ", json_encode($stats['worker_num']), "\n";
    unlink($file);
}
?>
--EXPECT--
json 1
php 1
txt 1
