<?php
// random_pgsql_reports.php: random programs for PostgreSQL whose objects often report what others write, for db_shared_queries.

const REPORTS = true;
require __DIR__ . '/random_pgsql.php';
