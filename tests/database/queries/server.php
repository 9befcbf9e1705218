<?php
// server.php: serves application.php, for queries_test.py.

require __DIR__ . '/serve.php';
require __DIR__ . '/application.php';

serve_application();
