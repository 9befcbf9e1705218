<?php
// application.php: an application in contexts whose requests connect, or use an object that is kept: for sites_test.py.

final class Database
{
    public static ?PDO $kept = null;

    public static function connect(): PDO
    {
        return new PDO('mysql:host=127.0.0.1;port=' . getenv('DATABASE_PORT') . ';dbname=test', 'root', '');
    }
}

return function ($request, $response): string {
    if (isset($request->get['rest'])) {
        $db = Database::$kept ??= new PDO('mysql:host=127.0.0.1;port=' . getenv('DATABASE_PORT') . ';dbname=test;charset=utf8mb4', 'root', '', [
            PDO::ATTR_EMULATE_PREPARES => false,
            (PHP_VERSION_ID < 80400 ? PDO::MYSQL_ATTR_INIT_COMMAND : Pdo\Mysql::ATTR_INIT_COMMAND) => "SET time_zone = '+03:00', sql_mode = 'ANSI_QUOTES'",
        ]);
        $statement = $db->prepare('SELECT CONNECTION_ID(), @@time_zone, @@sql_mode, ?, SLEEP(0.002)');
        $statement->execute([$request->get['rest']]);
        return json_encode($statement->fetch(PDO::FETCH_NUM));
    }
    $keeps = isset($request->get['keep']);
    $db = $keeps ? Database::$kept ??= Database::connect() : Database::connect();
    $row = $db->query('SELECT CONNECTION_ID(), @left')->fetch(PDO::FETCH_NUM);
    $db->exec('SET @left = 1');
    return json_encode([(int) $row[0], $row[1]]);
};
