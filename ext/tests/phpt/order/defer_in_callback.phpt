--TEST--
Each coroutine has its own deferred functions
--FILE--
<?php
Co\run(function () {
    $ids = [];
    for ($i = 0; $i < 3; ++$i) $ids[] = go(function () use ($i) { defer(fn () => print("end$i ")); Co::yield(); echo "body$i "; });
    foreach (array_reverse($ids) as $id) Co::resume($id);
    echo "\n";
});
?>
--EXPECT--
body2 end2 body1 end1 body0 end0 
