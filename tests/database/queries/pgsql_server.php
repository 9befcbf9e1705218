<?php
// pgsql_server.php: serves pgsql_application.php, for pgsql_queries_test.py.

require __DIR__ . '/serve.php';
require __DIR__ . '/pgsql_application.php';

serve_application();
