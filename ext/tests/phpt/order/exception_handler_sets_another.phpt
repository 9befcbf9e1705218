--TEST--
An exception handler that sets another one and throws: as in the main code
--FILE--
<?php
preg_match('~/\S*/tern\.so~', file_get_contents('/proc/self/maps'), $match);
$script = tempnam(sys_get_temp_dir(), 'tern-script-');
$run = function (string $code, string $environment = '') use ($match, $script): string {
    file_put_contents($script, "<?php $code");
    $options = ' -n -d display_errors=1 -d html_errors=0 -d extension=' . $match[0];
    exec($environment . PHP_BINARY . "$options $script", $lines);
    return implode('|', preg_grep('/^(one|two|exit|Fatal error)/', $lines));
};
foreach (['throw new Exception("two")', 'exit("exit")'] as $end) {
    $code = "set_exception_handler(function (\$one) {
        echo \$one->getMessage(), \"\\n\";
        set_exception_handler(function (\$two) { echo \$two->getMessage(), \"\\n\"; });
        $end;
    });
    ";
    // PHP itself leaks the exception there; that is not what is tested.
    $outside = $run("$code throw new Exception('one');", 'ASAN_OPTIONS="$ASAN_OPTIONS:detect_leaks=0" ');
    $inside = $run("$code Co\\run(function () { throw new Exception('one'); });");
    echo $outside === $inside ? "same\n" : "outside: $outside\ninside:  $inside\n";
}
unlink($script);
?>
--EXPECT--
same
same
