<?php
// The server of mysqli_poll_test.py: what mysqli_poll() says of connections, with few and with many open descriptors.
require __DIR__ . '/../support/server.php';

final class Polls
{
    /** @var string[] */
    public array $found = [];
    private mysqli $owner;
    /** @var mysqli[] */
    private array $links = [];

    public function __construct(private int $port)
    {
        $this->owner = $this->connect();
        foreach (['quick', 'slow', 'idle'] as $name) {
            $this->links[$name] = $this->connect();
        }
    }

    private function connect(): mysqli
    {
        return new mysqli('127.0.0.1', 'root', '', 'test', $this->port);
    }

    /** By names of connections; other values are passed as they are. */
    private function ask(?array $read, ?array $error, int $seconds = 0, int $microseconds = 0, bool $method = false): void
    {
        $links = fn(?array $names) => $names === null ? null : array_map(fn($one) => $this->links[$one] ?? $one, $names);
        $sets = [$links($read), $links($error), ['before']];
        try {
            $count = $method ? mysqli::poll($sets[0], $sets[1], $sets[2], $seconds, $microseconds)
                : mysqli_poll($sets[0], $sets[1], $sets[2], $seconds, $microseconds);
            $this->found[] = json_encode([$count, ...array_map($this->names(...), $sets)]);
        } catch (Error $error) {
            $this->found[] = $error::class . ': ' . preg_replace('/^.*\(\): /', '', $error->getMessage());
        }
    }

    private function names(?array $set): ?array
    {
        return $set === null ? null : array_map(fn($one) => array_search($one, $this->links, true), $set);
    }

    public function all(): void
    {
        $this->owner->query("SELECT GET_LOCK('poll', 10)");
        $this->links['quick']->query('SELECT 42', MYSQLI_ASYNC);
        $this->links['slow']->query("SELECT GET_LOCK('poll', 10)", MYSQLI_ASYNC);
        $this->ask(['slow', 'q' => 'quick', 'i' => 'idle'], null, 10);
        $this->ask(['q' => 'quick', 's' => 'slow'], ['s' => 'slow', 5 => 'idle'], 10, 0, true);
        $this->found[] = $this->links['quick']->reap_async_query()->fetch_row()[0];
        $this->ask(['slow'], [], 0, 1000);
        $this->ask(['quick', 'idle'], null);
        $this->ask([], []);
        $this->ask(null, null);
        $this->ask(['slow'], null, -1);
        $this->ask(['slow'], null, 0, -1);
        go(fn() => $this->owner->query("SELECT RELEASE_LOCK('poll')"));
        $this->ask(['slow'], null, 10);
        $this->found[] = $this->links['slow']->reap_async_query()->fetch_row()[0];
    }
}

$server = http_server();
$server->set(['hook_flags' => SWOOLE_HOOK_ALL]);
$server->on('request', function ($request, $response) {
    static $fill = [];
    while (count($fill) < (int) $request->get['descriptors']) {
        $fill[] = fopen('/dev/null', 'r');
    }
    $polls = new Polls(given('port'));
    set_error_handler(fn($level, $message) => (bool) ($polls->found[] = preg_replace('/^.*\(\): /', '', $message)));
    $polls->all();
    $response->end(json_encode($polls->found));
});
run();
