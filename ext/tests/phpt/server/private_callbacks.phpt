--TEST--
Server: callbacks that are private or protected methods, given where they may be called
--FILE--
<?php
require __DIR__ . '/../server.inc';
$server = start_server('
    final class App
    {
        public function __construct(Swoole\Http\Server $server)
        {
            $server->set(["task_worker_num" => 1]);
            foreach (["request", "workerStart", "task"] as $event) {
                $server->on($event, [$this, "on$event"]);
            }
            $server->listen("127.0.0.1", 0, SWOOLE_SOCK_TCP)->on("receive", [$this, "onReceive"]);
            echo get_debug_type($server->getCallback("task")), " ", json_encode(is_callable($server->getCallback("task"))), "\n";
        }
        protected function onRequest($request, $response)
        {
            $GLOBALS["server"]->task("x", -1, [$this, "onFinish"]);
            $response->end("protected");
        }
        private function onReceive($server, $fd, $reactor, $data) {}
        private function onWorkerStart($server, $id) { $id === 0 && print("worker starts\n"); }
        private function onTask($server, $id, $from, $data) { return "$data done"; }
        private function onFinish($server, $id, $data) { echo "$data\n"; $server->shutdown(); }
    }
    new App($server);
');
echo file_get_contents("http://127.0.0.1:$server->port/"), "\n";
echo $server->stop(0);
?>
--EXPECT--
protected
Closure true
worker starts
x done
