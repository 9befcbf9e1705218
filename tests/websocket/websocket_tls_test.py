"""The WebSocket cases over TLS: frames in records, records in frames, and its own end of the stream."""
# Time limit: 400 s
import unittest

from certificates import Certificates, over_tls, tls_context
from websocket_cases import HALF_CLOSE, LIMIT
from websocket_conformance_test import ConformanceTest
from websocket_echo import COMPRESSION


class OverTlsTest(ConformanceTest):
    TLS = True

    @classmethod
    def setUpClass(cls):
        certificates = Certificates()
        cls.addClassCleanup(certificates.close)
        certificate, key = certificates.issue("localhost")
        cls.OPTIONS = {"package_max_length": LIMIT, **COMPRESSION, "ssl_cert_file": str(certificate), "ssl_key_file": str(key)}
        cls.context = tls_context()
        super().setUpClass()

    def connect(self):
        return over_tls(super().connect(), self.context)

    def check(self, one, cut):
        if HALF_CLOSE not in one.steps:  # Python's TLS cannot
            super().check(one, cut)


del ConformanceTest  # runs where it is


if __name__ == "__main__":
    unittest.main()
