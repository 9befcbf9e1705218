"""opcache_reset() in one pool while another one serves requests: opcache is one for all pools of a master, as with PHP-FPM."""
import threading
import unittest

from harness import wait_until
from pools import PoolTest

RESETS = 10
CLIENTS = 3


class OpcacheResetTest(PoolTest):
    def test_two_pools_under_load(self):
        two = self.fpm.folder / "two"
        self.start({"one": "", "two": f"listen = {two}"})
        wrong, counts, ended = [], [0] * CLIENTS, threading.Event()

        def ask(number):
            while not ended.is_set():
                try:
                    text = self.get("classes.php", two, f"number={number}")
                except (OSError, EOFError, AssertionError) as error:
                    text = repr(error)
                if text != f"class {number}":
                    wrong.append(text)
                counts[number] += 1
        clients = [threading.Thread(target=ask, args=(number,)) for number in range(CLIENTS)]
        for client in clients:
            client.start()
        try:
            for _ in range(RESETS):
                before, asked = int(self.get("opcache.php", two)), sum(counts)
                self.get("opcache.php", query="reset")
                wait_until(lambda: int(self.get("opcache.php", two)) > before, "the reset")
                wait_until(lambda: sum(counts) > asked + CLIENTS, "requests")
        finally:
            ended.set()
            for client in clients:
                client.join()
        self.assertEqual(wrong, [])
        self.assertEqual(self.fpm.told("WARNING", "exited on signal"), [])
        self.fpm.stop()


if __name__ == "__main__":
    unittest.main()
