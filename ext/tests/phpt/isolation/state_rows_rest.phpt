--TEST--
The table of state: each row of the second half says what is found out
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/../context/rows.inc';
require __DIR__ . '/state_rows.inc';

$probes = require __DIR__ . '/state_probes.inc';
compare_rows(array_slice($probes, intdiv(count($probes), 2)));
echo "all rows\n";
?>
--EXPECT--
all rows
