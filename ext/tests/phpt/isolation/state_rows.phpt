--TEST--
The table of state: each row says what is found out, and each replaced function has a row
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/../context/rows.inc';

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
foreach (array_diff(Tern\Internal\replaced_functions(), $names, $stateless) as $name) {
    echo "$name: replaced, but in no row\n";
}

$is_loadable = fn(string $name) => is_file(ini_get('extension_dir') . "/$name.so");
foreach ($probes as $key => $probe) {
    $needs = $probe['extension'] ?? null;
    $settings = $needs !== null && $is_loadable($needs) ? ["extension=$needs"] : [];
    $is_there = $needs === null || $settings !== [] || extension_loaded($needs);
    $is_there = $is_there && ($key !== 'memory' || getenv('USE_ZEND_ALLOC') !== '0');  // else PHP does not count it
    if (!isset($rows[$key]) || !$is_there || $settings === [] && !function_exists($probe['function'] ?? 'strlen')) {
        continue;
    }
    $found = run_php([...$settings, 'error_reporting=-1'], '../isolation/state_walk.inc', $key);
    foreach (is_array($found) ? $found : ['all' => $found] as $mode => $holds) {
        if ($holds !== ($rows[$key][$mode] ?? null)) {
            echo "$key: $mode: ", $rows[$key][$mode] ?? '', ' in the table, found: ', json_encode($holds), "\n";
        }
    }
}
echo count($rows) > 40 ? "all rows\n" : "too few rows\n";
?>
--EXPECT--
all rows
