<?php
// run.php: runs a file with tests of a library by its PHPUnit, as a page: ?library=&database=&test=&filter=&results=. The results are in JUnit's
// form. The database `library` is a new one. Without a library it tells how many connections of the pool were used again.

use Doctrine\Tests\TestUtil;
use PHPUnit\TextUI\Application;
use PHPUnit\TextUI\Command;

if (!isset($_GET['library'])) {
    exit((string) Tern\Metrics::collect()['tern_db_connections_reused_total']['samples'][0]['value']);
}
['library' => $library, 'database' => $database, 'test' => $test, 'results' => $results] = $_GET;
$place = getenv('DATABASE_LIBRARIES');
ini_set('memory_limit', '-1');
putenv("DB_CONNECTION=$database");
require "$place/$library/vendor/autoload.php";
if ($library === 'laravel') {
    require __DIR__ . '/testbench.php';
} else {
    date_default_timezone_set('UTC');
    foreach (['driver' => "pdo_$database", 'host' => '127.0.0.1', 'user' => 'root', 'password' => '', 'dbname' => 'library',
        'port' => getenv(strtoupper($database) . '_TEST_PORT')] as $name => $value) {
        $GLOBALS["db_$name"] = $value;
    }
    (new ReflectionProperty(TestUtil::class, 'initialized'))->setValue(null, true);
}
$words = ['phpunit', '--no-configuration', '--colors=never', '--log-junit', $results, '--exclude-group', 'performance,locking_functional', '--filter', $_GET['filter'], $test];
class_exists(Application::class) ? (new Application())->run($words) : (new Command())->run($words, false);
