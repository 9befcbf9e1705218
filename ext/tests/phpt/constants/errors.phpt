--TEST--
Every error number has a name, a text of its own and a place above 500
--FILE--
<?php
$texts = [];
foreach (get_defined_constants(true)['swoole'] as $name => $number) {
    if (!str_starts_with($name, 'SWOOLE_ERROR_')) continue;
    $text = swoole_strerror($number, SWOOLE_STRERROR_SWOOLE);
    if ($number <= 500 || $text === 'Unknown error') echo "$name\n";
    // 800 has two names: that of 5 and that of 6.
    if (isset($texts[$text]) && constant($texts[$text]) !== $number) echo "$name and {$texts[$text]}\n";
    $texts[$text] = $name;
}
var_dump(count($texts) > 100);
?>
--EXPECT--
bool(true)
