--TEST--
swoole_exec, swoole_shell_exec, swoole_gethostbynamel, ...: they suspend whatever is hooked, and block outside of coroutines
--FILE--
<?php
Swoole\Runtime::enableCoroutine(0);
var_dump(swoole_exec('echo one; echo two; exit 3', $output, $status), $output, $status);
var_dump(swoole_shell_exec('echo text'), swoole_gethostbynamel('127.0.0.1'), swoole_gethostbyaddr('127.0.0.1') !== '');
$order = [];
Co\run(function () use (&$order) {
    Swoole\Runtime::enableCoroutine(0);
    $gate = sys_get_temp_dir() . '/tern_cooperative_' . getmypid();
    posix_mkfifo($gate, 0600);
    go(function () use ($gate, &$order) {
        swoole_exec("cat $gate", $lines);
        $order[] = $lines[0];
    });
    go(function () use ($gate, &$order) {
        $order[] = 'the other goes on';
        swoole_shell_exec("echo from the other > $gate");
        unlink($gate);
    });
});
echo implode("\n", $order), "\n";
foreach ([fn () => swoole_exec(''), function () { $hosts = 5; swoole_getmxrr('localhost', $hosts); }] as $call) {
    try { var_dump($call()); } catch (Throwable $error) { echo $error::class, ': ', $error->getMessage(), "\n"; }
}
var_dump(@swoole_gethostbyaddr('no address'));
foreach (['swoole_mail', 'swoole_checkdnsrr', 'swoole_dns_check_record', 'swoole_dns_get_mx', 'swoole_dns_get_record'] as $name) {
    if (!function_exists($name)) echo "$name is missing\n";
}
?>
--EXTENSIONS--
posix
--EXPECTF--
string(3) "two"
array(2) {
  [0]=>
  string(3) "one"
  [1]=>
  string(3) "two"
}
int(3)
string(5) "text
"
array(1) {
  [0]=>
  string(9) "127.0.0.1"
}
bool(true)
the other goes on
from the other
ValueError: swoole_exec(): Argument #1 ($command) %s be empty
TypeError: swoole_getmxrr(): Argument #2 ($hosts) must be of type array, int given
string(0) ""
