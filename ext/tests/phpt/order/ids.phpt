--TEST--
Numbers begin with 1, and are not used again; parents
--FILE--
<?php
echo Co::getCid(), ' ', var_export(Co::getPcid(), true), "\n";
go(function () { echo Co::getCid(), ' ', Co::getPcid(), "\n"; go(function () { echo Co::getCid(), ' ', Co::getPcid(), "\n"; Co::sleep(0.001); echo Co::getPcid(), "\n"; }); });
go(function () { echo Co::getCid(), ' ', Co::getuid(), ' ', Co::getPcid(), ' ', Co::getPcid(2), ' ', var_export(Co::getPcid(77), true), "\n"; });
?>
--EXPECT--
-1 false
1 -1
2 1
3 3 -1 1 false
1
