--TEST--
The API is the published one, but for the differences that are listed
--FILE--
<?php
require __DIR__ . '/differences.inc';
Tern\Api\report();
echo "done\n";
?>
--EXPECT--
done
