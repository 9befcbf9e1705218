<?php
// random_reports.php: random programs whose objects often report what others write, for db_shared_queries.

const REPORTS = true;
require __DIR__ . '/random_mysql.php';
