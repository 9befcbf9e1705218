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
    $keeps = isset($request->get['keep']);
    $db = $keeps ? Database::$kept ??= Database::connect() : Database::connect();
    $row = $db->query('SELECT CONNECTION_ID(), @left')->fetch(PDO::FETCH_NUM);
    $db->exec('SET @left = 1');
    return json_encode([(int) $row[0], $row[1]]);
};
