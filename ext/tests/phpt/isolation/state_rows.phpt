--TEST--
The table of state: each row of the first half says what is found out, and each replaced function has a row
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/../context/rows.inc';
require __DIR__ . '/state_rows.inc';

$probes = require __DIR__ . '/state_probes.inc';
$rows = array_column(Tern\Internal\state_rows(), null, 'key');
foreach (array_diff_key($rows, $probes) as $key => $row) {
    echo "$key: no probe\n";
}
foreach (array_diff_key($probes, $rows) as $key => $probe) {
    echo "$key: no row\n";
}

$names = array_map(strtolower(...), array_merge(...array_values(array_column($rows, 'names'))));
foreach (array_keys(array_filter(array_count_values($names), fn($count) => $count > 1)) as $name) {
    echo "$name: in two rows\n";
}
$stateless = ['stream_select', 'socket_select', 'exit', 'die'];  // for descriptors above 1,023; functions from PHP 8.4 on
$about_classes = '/^(reflection|(class|interface|trait|enum)_|get_declared_)/';  // they know classes that are not loaded
$others = preg_grep($about_classes, Tern\Internal\replaced_functions(), PREG_GREP_INVERT);
foreach (array_diff($others, $names, $stateless) as $name) {
    echo "$name: replaced, but in no row\n";
}

compare_rows(array_slice($probes, 0, intdiv(count($probes), 2)));
echo count($rows) > 40 ? "all rows\n" : "too few rows\n";
?>
--EXPECT--
all rows
