"""Tables that the workers of a server share: also with those that are killed, and with their successors."""
import json
import os
import signal
import unittest

from harness import SERVING, TestCase, request

SETUP = r"""
$table = new Swoole\Table(100);
$table->column('count', Swoole\Table::TYPE_INT);
$table->column('text', Swoole\Table::TYPE_STRING, 1000);
$table->create();
"""

COUNT = SERVING + r"""
global $table;
$key = $server->worker_id . ' ' . getmypid();
$table->set($key, ['text' => str_repeat($key, 10)]);
$table->incr($key, 'count');
$response->end((string) $table->incr('all', 'count'));
"""

# A worker that never stops writing, to be killed in the middle of it.
WRITE = SETUP + r"""
function write_without_end($table) {
    for ($i = 0;; ++$i) {
        $table->set('row', ['count' => 1 + $i % 26, 'text' => str_repeat(chr(97 + $i % 26), 1000)]);
        if ($i === 0) error_log('writing');
    }
}
"""

READ = SERVING + r"""
global $table;
if ($request->server['request_uri'] === '/write') write_without_end($table);
$response->end(json_encode([getmypid(), $table->get('row'), $table->incr('row', 'count') > 0, count($table)]));
"""


class TableTest(TestCase):
    def test_all_workers_count_in_one_row(self):
        server = self.serve(COUNT, {"worker_num": 3}, setup=SETUP)
        server.wait_serving(3)
        clients = [server.client() for _ in range(9)]
        counts = {int(client.ask().body) for client in clients for _ in range(10)}
        self.assertEqual(counts, set(range(1, 91)))
        for client in clients:
            client.close()

    def test_a_worker_that_is_killed_while_it_writes_leaves_a_whole_row(self):
        server = self.serve(READ, {"worker_num": 2}, setup=WRITE)
        server.wait_serving(2)
        for _ in range(5):
            writer = server.client()
            pid = json.loads(writer.ask().body)[0]
            mark = server.mark()
            writer.send(request(path="/write"))
            server.wait_for("writing", since=mark)
            os.kill(pid, signal.SIGKILL)
            writer.expect_closed()
            writer.close()
            server.wait_for(f"worker .*{pid}.* ended by signal 9", since=mark)
            _, row, counted, rows = json.loads(server.get().body)
            self.assertEqual(row["text"], row["text"][0] * 1000)
            self.assertTrue(counted)
            self.assertEqual(rows, 1)


if __name__ == "__main__":
    unittest.main()
