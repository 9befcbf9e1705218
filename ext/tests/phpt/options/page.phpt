--TEST--
docs/options.md says what the table of options says
--FILE--
<?php
require __DIR__ . '/page.inc';
$kept = explode("\n", file_get_contents(__DIR__ . '/../../../../docs/options.md'));
$fresh = explode("\n", Tern\Options\page());
foreach (array_diff($fresh, $kept) as $line) echo "missing: $line\n";
foreach (array_diff($kept, $fresh) as $line) echo "too much: $line\n";
var_dump($kept === $fresh);
?>
--EXPECT--
bool(true)
