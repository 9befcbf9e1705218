--TEST--
Library: the metrics of applications: one that was made before a request needs it is not busy
--FILE--
<?php
require dirname(__DIR__) . '/server.inc';
$server = start_server('
    final class Spent implements Tern\Internal\Framework\Application\Handler
    {
        private bool $spent = false;

        public function respond($request, $response): void { $this->spent = true; $response->end("handled"); }
        public function isSpent(): bool { return $this->spent; }
        public function reset(): void {}
    }

    $server->on("workerStart", function () use (&$pool) {
        $limits = new Tern\Internal\Framework\Application\PoolLimits(2, 1, 0);
        $pool = new Tern\Internal\Framework\Application\HandlerPool(new Spent, fn() => new Spent, $limits);
    });
    $server->on("request", function ($request, $response) use (&$pool) {
        if ($request->server["path_info"] === "/metrics") {
            $response->end(Tern\Metrics::render());
        } else {
            $pool->respond($request, $response);
        }
    });');

for ($n = 0; $n < 2; ++$n) {
    echo $server->get('/'), "\n";
    preg_match_all('/^tern_applications\w*\{.*/m', $server->get('/metrics'), $lines);
    echo implode("\n", $lines[0]), "\n";
}
echo $server->stop();
?>
--EXPECT--
handled
tern_applications{worker="0"} 1
tern_applications_busy{worker="0"} 0
tern_applications_waiting{worker="0"} 0
handled
tern_applications{worker="0"} 1
tern_applications_busy{worker="0"} 0
tern_applications_waiting{worker="0"} 0
