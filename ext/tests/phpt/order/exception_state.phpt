--TEST--
An exception in flight stays where it is: finally blocks may suspend
--FILE--
<?php
Co\run(function () {
    foreach (['a', 'b'] as $name) go(function () use ($name) {
        try { try { throw new Exception($name); } finally { Co::sleep(0.001); echo "finally $name "; } } catch (Exception $e) { echo 'caught ', $e->getMessage(), ' '; }
    });
});
echo "\n";
?>
--EXPECT--
finally a caught a finally b caught b 
