--TEST--
Tern\Application: its arguments are checked
--EXTENSIONS--
opcache
--INI--
opcache.enable_cli=1
--FILE--
<?php
use Tern\Application;

function attempt(mixed ...$arguments): void
{
    try {
        new Application(...$arguments);
        echo "made\n";
    } catch (Throwable $thrown) {
        echo get_class($thrown), ': ', str_replace(__DIR__, '', $thrown->getMessage()), "\n";
    }
}
attempt(__FILE__);
attempt(__FILE__, 1000, applications: 1000, maxRequests: PHP_INT_MAX, maxMemory: 0, idleTime: 0, maxWait: 86400);
attempt(__DIR__);
attempt(__DIR__ . '/none.php');
attempt(__FILE__, 0);
attempt(__FILE__, 1001);
attempt(__FILE__, applications: 0);
attempt(__FILE__, maxRequests: -1);
attempt(__FILE__, maxMemory: -1);
attempt(__FILE__, idleTime: 86401);
attempt(__FILE__, maxWait: -1);
ini_set('opcache.enable', '0');
var_dump(Tern\Context::isAvailable());
attempt(__FILE__, 1);
attempt(__FILE__);
?>
--EXPECTF--
made
made
ValueError: Tern\Application: file must be one that can be read, "" given
ValueError: Tern\Application: file must be one that can be read, "/none.php" given
ValueError: Tern\Application: concurrency must be 1 to 1000, 0 given
ValueError: Tern\Application: concurrency must be 1 to 1000, 1001 given
ValueError: Tern\Application: applications must be 1 to 1000, 0 given
ValueError: Tern\Application: maxRequests must be 0 or more, -1 given
ValueError: Tern\Application: maxMemory must be 0 or more, -1 given
ValueError: Tern\Application: idleTime must be 0 to 86400, 86401 given
ValueError: Tern\Application: maxWait must be 0 to 86400, -1 given
bool(false)
Error: Tern\Application: concurrency needs opcache: set opcache.enable=1 and opcache.enable_cli=1 in php.ini
made
