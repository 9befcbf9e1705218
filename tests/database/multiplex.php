<?php
// multiplex.php: requests that wait between their statements, for multiplex_test.py. A path is the name of a function, and `kind` says
// which object it uses. What is particular to a database is in multiplex_mysql.php and multiplex_pgsql.php: before() and after().

require __DIR__ . '/common.php';

// Each of two requests waits for the other one's first statement before it sends its second one.
function on_turns($request): array
{
    ['kind' => $kind, 'me' => $me, 'other' => $other] = $request->get;
    $seen = guarded(fn() => value($db = kept($kind), 'SELECT 1'));
    touch(given('folder') . "/$me");
    await_file($other);
    return [$seen, guarded(fn() => value(kept($kind), 'SELECT 2'))];
}

// A request has sent some statements, and waits before it sends more.
function on_wait($request): array
{
    ['kind' => $kind, 'what' => $what] = $request->get;
    $db = connect($kind);
    $kept = before($db, $what);
    ignore_user_abort(!isset($request->get['leaves']));
    note('WAITS', $what);
    await_file($request->get['until'] ?? 'go');
    return [$what, guarded(fn() => after($db, $what, $kept))];
}

// Another one wants a connection, and leaves what it can in its session.
function on_take($request): array
{
    return [guarded(fn() => leave_dirt(connect($request->get['kind'])))];
}

function on_pid(): array
{
    return [getmypid()];
}

function guarded(callable $call): mixed
{
    try {
        return $call();
    } catch (PDOException | mysqli_sql_exception | PgsqlError $error) {
        return 'error: ' . $error->getMessage();
    }
}
