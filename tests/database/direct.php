<?php
// direct.php: the state of a new session, of a program without a server; or what a test wants to be done, or to know.

require __DIR__ . '/../support/server.php';
require __DIR__ . '/actions.php';

$db = connect(given('kind'));
execute($db, ...given('queries', []));
$shown = given('rows', null) !== null ? rows($db, given('rows')) : (given('queries', null) === null ? state($db) : []);
echo json_encode($shown, JSON_THROW_ON_ERROR | JSON_PARTIAL_OUTPUT_ON_ERROR);
