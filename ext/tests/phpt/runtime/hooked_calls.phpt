--TEST--
Runtime: Tern\hooked_calls() tells which calls of which object suspend
--FILE--
<?php
var_dump(array_filter(Tern\hooked_calls(), fn ($row) => $row['suspends'] !== []));
Co\run(function () use (&$objects) { $objects = Tern\hooked_calls(); });
$php = $objects['php'];
var_dump(array_keys($php), $php['note']);
foreach (['read', 'readv', 'poll', 'sleep', 'usleep'] as $call) {
    echo $call, ' ', count(array_keys($php['suspends'], $call)), "\n";
}
var_dump(array_intersect($php['may_block'], $php['suspends']));
foreach (array_keys($objects) as $path) {
    if (preg_match('/^(libc|ld-linux|ld-musl|libasan|tern)\b/', basename($path))) echo $path, "\n";
}
?>
--EXPECT--
array(0) {
}
array(3) {
  [0]=>
  string(8) "suspends"
  [1]=>
  string(9) "may_block"
  [2]=>
  string(4) "note"
}
string(0) ""
read 1
readv 0
poll 1
sleep 1
usleep 1
array(0) {
}
