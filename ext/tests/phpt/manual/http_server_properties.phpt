--TEST--
The manual's HTTP program with objects: callbacks are methods, the server is reached from them
--FILE--
<?php
require __DIR__ . '/server_program.inc';
final class App
{
    private Swoole\Http\Server $server;
    private int $count = 0;

    public function __construct()
    {
        $this->server = new Swoole\Http\Server('127.0.0.1', 0);
        $this->server->set(['worker_num' => 1, 'max_request' => 1000, 'document_root' => '/', 'http_parse_post' => true]);
        $this->server->on('start', [$this, 'onStart']);
        $this->server->on('workerStart', [$this, 'onWorkerStart']);
        $this->server->on('request', $this->onRequest(...));
    }

    public function server(): Swoole\Http\Server { return $this->server; }
    public function onStart(Swoole\Http\Server $server): void { echo "start\n"; }
    public function onWorkerStart(Swoole\Http\Server $server, int $workerId): void { $this->count = 40; }

    private function onRequest(Swoole\Http\Request $request, Swoole\Http\Response $response): void
    {
        if ($request->server['request_uri'] === '/favicon.ico') {
            $response->status(404);
            $response->end();
            return;
        }
        ++$this->count;
        $clients = count($this->server->getClientList());
        $response->end("request $this->count, $clients client of worker {$this->server->worker_id}");
    }
}
$program = start_program(fn () => (new App)->server());
echo $program->get('/'), "\n", $program->get('/'), "\n", strtok($program->request('/favicon.ico'), "\n"), "\n";
$program->stop();
?>
--EXPECT--
start
request 41, 1 client of worker 0
request 42, 1 client of worker 0
HTTP/1.1 404 Not Found
