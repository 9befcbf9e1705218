--TEST--
docs/compat.md has the table of differences.txt
--FILE--
<?php
require __DIR__ . '/page.inc';
var_dump(str_contains(file_get_contents(__DIR__ . '/../../../../docs/compat.md'), "\n" . Tern\Api\table() . "\n"));
?>
--EXPECT--
bool(true)
