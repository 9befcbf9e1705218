--TEST--
docs/state.md, docs/contexts.md and docs/classic.md have what the table of state says
--FILE--
<?php
require __DIR__ . '/state_pages.inc';
foreach (['state', 'contexts', 'classic'] as $name) {
    $kept = explode("\n", file_get_contents(Tern\State\DOCS . "/$name.md"));
    $fresh = explode("\n", Tern\State\page($name));
    foreach (array_diff($fresh, $kept) as $line) echo "$name: missing: $line\n";
    foreach (array_diff($kept, $fresh) as $line) echo "$name: too much: $line\n";
    var_dump($kept === $fresh);
}
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
