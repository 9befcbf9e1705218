"""Process\\Pool, Process\\Manager, and processes that workers of a server fork."""
# Time limit: 120 s
import os
import pathlib
import signal
import unittest

from harness import PhpFile, TestCase, alive, children_of, process_stat, wait_until

START = r"""
note('END', var_export($pool->start(), true));
"""


class PoolTest(TestCase):
    def pool(self, body, make="2", start=START):
        return self.run_script(f"""
use Swoole\\Process;
use Swoole\\Process\\Pool;
$pool = new Pool({make});
foreach (['workerStart', 'workerStop', 'workerExit'] as $event) {{
    $pool->on($event, function ($pool, $id) use ($event) {{ note("<$event $id " . getmypid() . '>'); }});
}}
{body}
""" + start, wait=False)

    def pids(self, server, count):
        server.wait_for(r"^<workerStart \d+ \d+>", count)
        return server.wait_workers(2)

    def end(self, server):
        server.send_signal(signal.SIGTERM)
        server.wait_for(r"^END NULL")
        server.wait_exit()

    IDLE = "$pool->on('workerStart', function ($pool, $id) { note(\"<workerStart $id \" . getmypid() . '>'); %s });"

    def test_killed_workers_are_replaced(self):
        server = self.pool(self.IDLE % "while (true) Co::sleep(1);", "2, 0, 0, true")
        pids = self.pids(server, 2)
        os.kill(pids[0], signal.SIGKILL)
        server.wait_for(r"^<workerStart \d+ \d+>", 3)
        now = server.wait_workers(2)
        self.assertIn(pids[1], now)
        self.assertNotIn(pids[0], now)
        self.end(server)
        self.assertEqual(len(server.output().split("<workerExit")), 3)
        self.assertEqual(len(server.output().split("<workerStop")), 3)

    def test_reload_replaces_all(self):
        server = self.pool(self.IDLE % "while (true) Co::sleep(1);", "2, 0, 0, true")
        pids = self.pids(server, 2)
        server.send_signal(signal.SIGUSR1)
        server.wait_for(r"^<workerStop \d+ \d+>", 2, patience_s=30)
        self.assertFalse(set(pids) & set(server.wait_workers(2)))
        self.end(server)

    def test_one_that_dies_at_once_does_not_spin(self):
        server = self.pool(self.IDLE % "exit(1);", "1")
        server.wait_for(r"^<workerStart \d+ \d+>", 4)
        server.wait_for("ended with exit code 1", 4)
        self.end(server)
        # Two at once, then 100 ms, 200 ms, 400 ms, ...
        self.assertLess(len(server.output().split("<workerStart")), 12)

    def test_signals_of_the_program(self):
        body = self.IDLE % r"""
            $running = true;
            Process::signal(SIGTERM, function () use (&$running, $id) { note("TERM $id"); $running = false; });
            note('SET');
            while ($running) Co::sleep(0.01);"""
        server = self.pool(body, "2, 0, 0, true")
        server.wait_for(r"^SET", 2)
        self.end(server)
        self.assertIn("TERM 0", server.output())
        self.assertIn("TERM 1", server.output())

    def test_detach(self):
        body = self.IDLE % r"""
            if (!file_exists(__DIR__ . '/DETACHED')) {
                touch(__DIR__ . '/DETACHED');
                note('DETACHED', var_export($pool->detach(), true), (string) getmypid());
                while (!file_exists(__DIR__ . '/GO')) Co::sleep(0.005);
                note('LEFT');
                return;
            }
            while (true) Co::sleep(1);"""
        server = self.pool(body, "1, 0, 0, true")
        detached = int(server.wait_for(r"^DETACHED true (\d+)")[1])
        server.wait_for(r"^<workerStart 0 \d+>", 2)
        self.assertTrue(alive(detached))
        (server.folder / "GO").touch()
        server.wait_for("^LEFT")
        wait_until(lambda: process_stat(detached) is None, "the detached process to be reaped")
        self.end(server)

    def test_a_blocking_worker_is_killed(self):
        body = "$pool->set(['max_wait_time' => 0.2]);" + self.IDLE % "while (true) usleep(1000);"
        server = self.pool(body)
        self.pids(server, 2)
        self.end(server)
        self.assertEqual(children_of(server.pid), [])

    def test_the_master_is_killed(self):
        for body, make in (("while (true) Co::sleep(1);", "2, 0, 0, true"), ("while (true) usleep(10000);", "2")):
            server = self.pool(self.IDLE % body, make)
            pids = self.pids(server, 2)
            os.kill(server.pid, signal.SIGKILL)
            server.process.wait()
            wait_until(lambda: not any(alive(pid) for pid in pids), "the workers to leave")
            server.kill()


class ForkingWorkerTest(TestCase):
    def test_the_loop_goes_on(self):
        server = self.run_script(PhpFile("server/forking_worker.php", {"hook_flags": -1 & 0x7fffffff}))
        before = server.get("/").text
        with server.client() as client:
            for _ in range(5):
                self.assertEqual(client.ask(path="/fork").text, "child 0")
                self.assertEqual(client.ask(path="/open").text, "opened\n0")
                self.assertRegex(client.ask(path="/process?wait=1").text, r"^-1 false \d+$")
                self.assertEqual(client.ask(path="/").text, before)

    def test_signals_of_the_server_stay_its_own(self):
        server = self.serve(r"""
            $refused = @Swoole\Process::signal(SIGTERM, fn () => null);
            $gate = new Co\Channel(1);
            $taken = Swoole\Process::signal(SIGALRM, fn (int $signal) => $gate->push($signal));
            Swoole\Process::kill(getmypid(), SIGALRM);
            $response->end(json_encode([$refused, $taken, $gate->pop(5) === SIGALRM]));
        """)
        self.assertEqual(server.get("/").text, "[false,true,true]")

    def test_a_child_holds_no_connection_and_no_port(self):
        server = self.run_script(PhpFile("server/forking_worker.php"))
        with server.client() as client:
            child = int(client.ask(path="/process").text.split()[-1])
            client.send(b"bad request\r\n\r\n")
            client.rest()
        self.assertTrue(alive(child))
        sockets = [os.readlink(f"/proc/{child}/fd/{fd}") for fd in os.listdir(f"/proc/{child}/fd")]
        rows = [line.split() for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]]
        listening = {row[9] for row in rows if row[3] == "0A"}
        self.assertFalse([one for one in sockets if one.strip("socket:[]") in listening])
        self.assertEqual(server.get("/wait").text, "0")


if __name__ == "__main__":
    unittest.main()
