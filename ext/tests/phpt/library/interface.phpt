--TEST--
Library: docs/internals/php.md has each function of Tern\Internal, and says which may suspend as its declaration does
--FILE--
<?php
$folder = dirname(__DIR__, 3) . '/src/php';
$page = file_get_contents(dirname(__DIR__, 4) . '/docs/internals/php.md');
$section = preg_replace('/.*\n## The interface to the extension\n(.*?)\n## .*/s', '$1', $page);
preg_match_all('/^\| `(\w+)\(\)` \| [^|]+ \| (yes|no)\b/m', $section, $rows);
$listed = array_combine($rows[1], $rows[2]);
var_dump(count($listed) === count($rows[1]), count($listed) === substr_count($section, "\n| `"));

$there = [];
foreach (get_defined_functions()['internal'] as $name) {
    if (preg_match('/^tern\\\\internal\\\\(\w+)$/', $name, $found)) $there[] = $found[1];
}
foreach (array_diff($there, array_keys($listed)) as $name) echo "missing: $name()\n";
foreach (array_diff(array_keys($listed), $there) as $name) echo "too much: $name()\n";

$declared = [];
foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator($folder)) as $file) {
    if (!str_ends_with($file->getFilename(), '.stub.php')) continue;
    $text = strstr(file_get_contents($file->getPathname()), 'namespace Tern\Internal {');
    preg_match_all('~/\*\*((?:(?!\*/).)*)\*/\s*function (\w+)\(~s', (string) $text, $functions, PREG_SET_ORDER);
    foreach ($functions as [, $comment, $name]) $declared[$name] = preg_match('/\bSuspends\b|: suspends\b/', $comment) ? 'yes' : 'no';
}
var_dump(count($declared) === count($there));
foreach ($declared as $name => $suspends) {
    if (($listed[$name] ?? null) !== $suspends) echo "$name() suspends: $suspends\n";
}
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
