--TEST--
Internal\cooperate(): calls of one coroutine suspend it, whatever hooks are on
--FILE--
<?php
use function Tern\Internal\cooperate;

Swoole\Runtime::enableCoroutine(0);
Co\run(function () {
    go(function () { cooperate(true); usleep(1000); var_dump(cooperate(false)); usleep(1000); echo "first\n"; });
    echo "meanwhile\n";
    go(function () { usleep(1000); var_dump(cooperate(true)); echo "second\n"; });
    echo "not meanwhile\n";
});
try {
    cooperate(true);
} catch (Error $error) {
    echo $error->getMessage(), "\n";
}
?>
--EXPECT--
meanwhile
bool(false)
second
not meanwhile
bool(true)
first
API must be called in the coroutine
