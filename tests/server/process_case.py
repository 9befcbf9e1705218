"""A server that says which events it saw, for tests of its processes."""
import re

from harness import TestCase

# /slow goes on when the file GO of the server's folder is there.
ROUTER = r"""
$function = 'on_' . strtr(trim($request->server['path_info'], '/'), '/', '_');
$function($request, $response, $server);
"""

FUNCTIONS = r"""
function on_pid($request, $response, $server) { $response->end($server->worker_pid . ' ' . ($GLOBALS['words'] ?? '')); }
function on_fd($request, $response, $server) { $response->end("$server->worker_pid $request->fd"); }
function on_body($request, $response, $server) { $response->end($server->worker_pid . ' ' . $request->rawContent()); }
function on_slow($request, $response, $server) {
    note('BEGUN', (string) $server->worker_pid);
    try {
        while (!file_exists(__DIR__ . '/GO')) Swoole\Coroutine::sleep(0.005);
    } finally { note('FINALLY'); }
    $response->end("$server->worker_pid slow");
}
"""

EVENTS = r"""
foreach (['managerStart', 'managerStop', 'beforeReload', 'afterReload', 'beforeShutdown', 'shutdown'] as $event) {
    $server->on($event, function ($server) use ($event) { note("<$event>"); });
}
foreach (['workerStart', 'workerStop', 'workerExit'] as $event) {
    $server->on($event, function ($server, $id) use ($event) { note("<$event $id $server->worker_pid>"); });
}
$server->on('workerError', function ($server, $id, $pid, $code, $signal) { note("<workerError $id $pid $code $signal>"); });
"""


class ProcessTest(TestCase):
    def serve(self, handler=ROUTER, options=None, setup="", **more):
        return super().serve(handler, options, setup=FUNCTIONS + EVENTS + setup, **more)

    def events(self, server, since=0):
        return re.findall(r"^<(\w+)", server.output()[since:], re.M)

    def go(self, server):
        (server.folder / "GO").touch()

    def worker_starts(self, server, count):
        return server.wait_for(r"^<workerStart \d+ (\d+)>", count)
