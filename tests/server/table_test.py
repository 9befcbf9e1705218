"""Tables that the workers of a server share: also with those that are killed, and with their successors."""
import json
import os
import signal
import unittest

from http_client import request
from php_program import PhpFile
from server_case import TestCase


class TableTest(TestCase):
    def test_all_workers_count_in_one_row(self):
        server = self.run_script(PhpFile("server/table.php", {"worker_num": 3}))
        server.wait_serving(3)
        clients = [server.client() for _ in range(9)]
        counts = {int(client.ask(path="/count").body) for client in clients for _ in range(10)}
        self.assertEqual(counts, set(range(1, 91)))
        for client in clients:
            client.close()

    def test_a_worker_that_is_killed_while_it_writes_leaves_a_whole_row(self):
        server = self.run_script(PhpFile("server/table.php", {"worker_num": 2}))
        server.wait_serving(2)
        for _ in range(5):
            writer = server.client()
            pid = json.loads(writer.ask(path="/read").body)[0]
            mark = server.mark()
            writer.send(request(path="/write"))
            server.wait_for("writing", since=mark)
            os.kill(pid, signal.SIGKILL)
            writer.expect_closed()
            writer.close()
            server.wait_for(f"worker .*{pid}.* ended by signal 9", since=mark)
            _, row, counted, rows = json.loads(server.get("/read").body)
            self.assertEqual(row["text"], row["text"][0] * 1000)
            self.assertTrue(counted)
            self.assertEqual(rows, 1)


if __name__ == "__main__":
    unittest.main()
