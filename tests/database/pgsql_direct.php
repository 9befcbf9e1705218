<?php
// pgsql_direct.php: the state of a new session, of a program without a server; or the queries that a test needs at first.

require __DIR__ . '/../support/server.php';
require __DIR__ . '/pgsql_actions.php';

$db = connect(given('kind'));
execute($db, ...given('queries', []));
echo json_encode(given('queries', null) === null ? state($db) : [], JSON_THROW_ON_ERROR | JSON_PARTIAL_OUTPUT_ON_ERROR);
