--TEST--
Statics, globals and references are shared between coroutines
--FILE--
<?php
function counter() { static $count = 0; return ++$count; }
$global = 0; $list = [];
Co\run(function () use (&$list) {
    for ($i = 0; $i < 3; ++$i) go(function () use ($i, &$list) { global $global; ++$global; Co::yield(); $list[] = $i . ':' . counter(); });
    foreach (Co::list() as $cid) if ($cid !== Co::getCid()) Co::resume($cid);
});
echo $global, ' ', implode(' ', $list), "\n";
?>
--EXPECT--
3 2:1 1:2 0:3
