<?php
// Which database the connection without a name is of.
if (isset($_GET['database'])) {
    pg_connect("host=127.0.0.1 port={$_GET['port']} user=tern dbname={$_GET['database']}");
}
if (isset($_GET['go'])) {
    touch("{$_GET['go']}.waits");
    while (!file_exists($_GET['go'])) {
        usleep(1000);
    }
}
try {
    echo pg_fetch_result(pg_query('select current_database()'), 0, 0);
} catch (Error $error) {
    echo 'none';
}
