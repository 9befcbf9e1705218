--TEST--
swoole_error_log, swoole_error_log_ex, swoole_ignore_error
--FILE--
<?php
// The log goes to standard error: another process shows what arrives there.
$script = <<<'PHP'
swoole_error_log(SWOOLE_LOG_ERROR, "first\nforged\0end");
swoole_error_log(SWOOLE_LOG_DEBUG, 'too low');
swoole_error_log(SWOOLE_LOG_INFO, str_repeat('x', 100000) . 'cut');
swoole_ignore_error(1005);
swoole_ignore_error(1005);
swoole_error_log_ex(SWOOLE_LOG_WARNING, 1005, 'ignored');
swoole_error_log_ex(SWOOLE_LOG_WARNING, 1004, 'kept');
for ($i = 0; $i < 40; ++$i) @swoole_ignore_error(2000 + $i);
foreach ([-1, SWOOLE_LOG_NONE] as $level) {
    try {
        swoole_error_log($level, 'never');
    } catch (ValueError $error) {
        echo $error->getMessage(), "\n";
    }
}
PHP;
$command = [PHP_BINARY, '-n', '-d', 'extension=' . loaded_extension(), '-r', $script];
$process = proc_open($command, [1 => ['pipe', 'w'], 2 => ['pipe', 'w']], $pipes);
echo stream_get_contents($pipes[1]);
$log = stream_get_contents($pipes[2]);
proc_close($process);

function loaded_extension(): string
{
    preg_match('~\S*/tern\.so~', file_get_contents('/proc/self/maps'), $found);
    return $found[0];
}
var_dump(substr_count($log, "\n") === 3 + substr_count("first\nforged", "\n"));
var_dump(str_contains($log, "\tERROR\tfirst"), str_contains($log, "\0"), str_contains($log, 'too low'));
var_dump(str_contains($log, 'xxx'), str_contains($log, 'cut'), str_contains($log, 'ignored'));
var_dump(str_contains($log, "\tWARNING\tkept (ERRNO 1004)"), str_contains($log, 'never'));
?>
--EXPECT--
swoole_error_log(): Argument #1 ($level) must be one of the SWOOLE_LOG_* constants below SWOOLE_LOG_NONE
swoole_error_log(): Argument #1 ($level) must be one of the SWOOLE_LOG_* constants below SWOOLE_LOG_NONE
bool(true)
bool(true)
bool(false)
bool(false)
bool(true)
bool(false)
bool(false)
bool(true)
bool(false)
