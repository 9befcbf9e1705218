--TEST--
exit() and die() in a coroutine, also called by name, take what they take in the main code
--EXTENSIONS--
pcntl
--FILE--
<?php
preg_match('~/\S*/tern\.so~', file_get_contents('/proc/self/maps'), $match);
// Each text is run by a process of its own, forked by one program. Gives what each printed, and its status.
$run = function (array $calls, string $before = '', string $after = '') use ($match): array {
    $code = 'function in_child(callable $call): void { if (pcntl_fork() === 0) $call(); pcntl_wait($status);
        echo "\nstatus ", pcntl_wexitstatus($status), "\n--\n"; }';
    foreach ($calls as $call) {
        $code .= "in_child(function () { $before try { $call; } catch (Error \$error) { echo get_class(\$error), ': ',
            \$error->getMessage(); } $after exit(0); });";
    }
    $options = ' -n -d display_errors=1 -d html_errors=0 -d extension=' . $match[0];
    return explode("\n--\n", shell_exec(PHP_BINARY . $options . ' -r ' . escapeshellarg($code)));
};
$texts = ['null', 'false', 'true', '0', '20', '10.0', '15.5', '"text"', '[]', 'STDERR', 'new stdClass'];
$calls = ['exit', 'exit()', 'die', 'die("text")'];
foreach ($texts as $text) $calls[] = "exit($text)";
if (PHP_VERSION_ID >= 80400) {  // they are functions
    array_push($calls, 'call_user_func("die", 3)', 'array_map("exit", [4])', '(exit(...))("text")', '(die(...))(5)', 'exit(status: 6)');
}
$outside = $run($calls);
$inside = $run($calls, 'Swoole\Coroutine\run(function () {', '});');
foreach ($calls as $i => $call) {
    if ($inside[$i] !== $outside[$i]) echo "$call\n  outside: $outside[$i]\n  inside:  $inside[$i]\n";
}
echo count($inside) - count($calls), ' ', $run(['exit(7)'], 'Swoole\Coroutine\run(function () {', '});')[0], "\n";
foreach (PHP_VERSION_ID >= 80400 ? ['exit', 'die'] : [] as $name) {
    Swoole\Coroutine\run(function () use ($name) {
        try { array_map($name, ['text']); } catch (Swoole\ExitException $exit) {}
        if ($exit->getStatus() !== 'text') echo "$name: wrong\n";
    });
}
?>
--EXPECT--
1 
status 7
