<?php
// What mysql_server.php does with the connection that its worker keeps, by the path of the request. Read for each request,
// so that what they keep ends with it.
return [
    'tick' => fn($keeper) => 'tick',
    'shut' => fn($keeper) => value($keeper, "SELECT GET_LOCK('gate', 0)"),
    'pass' => fn($keeper) => value(connect(), "SELECT GET_LOCK('gate', 20)"),
    'waiting' => fn($keeper) => value($keeper, "SELECT COUNT(*) FROM information_schema.PROCESSLIST"
        . " WHERE STATE = 'User lock'"),
    'open' => fn($keeper) => value($keeper, "SELECT RELEASE_LOCK('gate')"),
    'id' => fn($keeper) => connect()->sock,
    'plain' => function ($keeper) {
        $client = connect();
        $rows = $client->prepare('SELECT 1 AS v')->execute();
        return [$client->sock, $rows, $client->query("SHOW SESSION STATUS LIKE 'Com_stmt_prepare'")[0]['Value']];
    },
    'held' => function ($keeper) {
        static $statement = null;
        $client = connect(['timeout' => 6]);
        $statement = $client->prepare('SELECT 1');
        $client->close();
        return $client->connect(['timeout' => 6] + given('at')) ? [$statement->execute(), $client->sock] : null;
    },
    'mess' => function ($keeper) {
        $client = connect(['fetch_mode' => true, 'database' => 'test']);
        foreach (['CREATE TEMPORARY TABLE mess (v INT)', 'SET @mess = 1', "SET sql_mode = ''", 'SET autocommit = 0',
            'USE information_schema', "DO GET_LOCK('mess', 0)"] as $sql) {
            $client->query($sql) || throw new Exception($client->error);
        }
        $client->prepare('SELECT @mess')->execute();
        return $client->sock;
    },
    'messy' => fn($keeper) => (int) !value($keeper, "SELECT IS_FREE_LOCK('mess')"),
    'clean' => function ($keeper) {
        $client = connect(['fetch_mode' => true, 'database' => 'test']);
        $client->query("SELECT @mess, @@sql_mode != '', @@autocommit, DATABASE()");
        $seen = array_values($client->fetch());
        return [$client->sock, $seen, $client->query('SELECT * FROM mess'), $client->errno];
    },
    'others' => fn($keeper) => value($keeper, 'SELECT COUNT(*) FROM information_schema.PROCESSLIST') - 1,
    'kill' => function ($keeper) {
        $rows = $keeper->query('SELECT ID FROM information_schema.PROCESSLIST WHERE TIME_MS > 60 AND ID != '
            . $keeper->sock);
        foreach ($rows as $row) {
            $keeper->query("KILL $row[ID]");
        }
        return count($rows);
    },
    'begin_with' => fn($keeper) => $keeper->query("SET GLOBAL init_connect = 'SET @begun = 1'"),
    'begin' => fn($keeper) => $keeper->query("SET GLOBAL init_connect = ''"),
];
