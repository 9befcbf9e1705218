"""The server held against the cases of the Autobahn|Testsuite, by their numbers."""
# Time limit: 400 s
from websocket_autobahn_cases import AUTOBAHN, LARGEST
from websocket_conformance_test import ConformanceCases
from websocket_echo import COMPRESSION


class AutobahnTest(ConformanceCases):
    OPTIONS = {"package_max_length": LARGEST, "socket_buffer_size": 4 * LARGEST, **COMPRESSION}

    def run_section(self, number):
        count, cases = AUTOBAHN[number]
        numbers = set()
        for one in cases():
            self.run_cases([one])
            self.assertEqual(one.section.split(".")[0], number)
            numbers.add(one.section)
        self.assertEqual(len(numbers), count)


for number, (_, cases) in AUTOBAHN.items():
    setattr(AutobahnTest, f"test_{number}_{cases.__name__}", lambda self, number=number: self.run_section(number))
