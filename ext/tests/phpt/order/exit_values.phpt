--TEST--
exit() and die() in a coroutine, also called by name, take what they take in the main code
--FILE--
<?php
preg_match('~/\S*/tern\.so~', file_get_contents('/proc/self/maps'), $match);
$run = function (string $code) use ($match): string {
    $options = ' -n -d display_errors=1 -d html_errors=0 -d extension=' . $match[0];
    exec(PHP_BINARY . $options . ' -r ' . escapeshellarg($code), $lines, $status);
    return "status $status: " . trim(implode('|', $lines));
};
$texts = ['null', 'false', 'true', '0', '20', '10.0', '15.5', '"text"', '[]', 'STDERR', 'new stdClass'];
$calls = ['exit', 'exit()', 'die', 'die("text")'];
foreach ($texts as $text) $calls[] = "exit($text)";
if (PHP_VERSION_ID >= 80400) {  // they are functions
    array_push($calls, 'call_user_func("die", 3)', 'array_map("exit", [4])', '(exit(...))("text")', '(die(...))(5)', 'exit(status: 6)');
}
foreach ($calls as $call) {
    $code = "try { $call; } catch (Error \$error) { echo get_class(\$error), ': ', \$error->getMessage(); }";
    $outside = $run($code);
    $inside = $run("Swoole\Coroutine\\run(function () { $code });");
    if ($inside !== $outside) echo "$call\n  outside: $outside\n  inside:  $inside\n";
}
echo $run('Swoole\Coroutine\run(function () { exit(7); });'), "\n";
foreach (PHP_VERSION_ID >= 80400 ? ['exit', 'die'] : [] as $name) {
    Swoole\Coroutine\run(function () use ($name) {
        try { array_map($name, ['text']); } catch (Swoole\ExitException $exit) {}
        if ($exit->getStatus() !== 'text') echo "$name: wrong\n";
    });
}
?>
--EXPECT--
status 7:
