--TEST--
An error handler that suspends stays set for the other coroutines, and is not called by its own errors
--FILE--
<?php
class Handler {
    public function handle(int $code, string $text, string $file, int $line): bool {
        echo "[", Co::getCid(), "] $text\n";
        if ($text === 'first') {
            Co::yield();
            trigger_error('inside', E_USER_NOTICE);
        }
        return true;
    }
    public static function other(int $code, string $text): bool { echo "other: $text\n"; return true; }
}
ini_set('html_errors', 0);
foreach ([[new Handler, 'handle'], Closure::fromCallable([new Handler, 'handle'])] as $handler) {
    set_error_handler($handler);
    Co\run(function () {
        $waiting = go(function () { trigger_error('first', E_USER_NOTICE); trigger_error('after', E_USER_NOTICE); });
        trigger_error('second', E_USER_NOTICE);
        Co::resume($waiting);
        trigger_error('third', E_USER_NOTICE);
    });
    restore_error_handler();
}
echo "another one is set meanwhile\n";
set_error_handler([new Handler, 'handle']);
Co\run(function () {
    $waiting = go(function () { trigger_error('first', E_USER_NOTICE); trigger_error('after', E_USER_NOTICE); });
    set_error_handler(['Handler', 'other']);
    Co::resume($waiting);
    trigger_error('third', E_USER_NOTICE);
});
var_dump(set_error_handler(null));
?>
--EXPECTF--
[2] first
[1] second

Notice: inside in %s on line 7
[2] after
[1] third
[4] first
[3] second

Notice: inside in %s on line 7
[4] after
[3] third
another one is set meanwhile
[6] first
other: inside
other: after
other: third
array(2) {
  [0]=>
  string(7) "Handler"
  [1]=>
  string(5) "other"
}
