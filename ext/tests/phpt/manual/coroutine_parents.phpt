--TEST--
Manual: getCid() and getPcid() inside, outside and after the parent has gone
--FILE--
<?php
var_dump(Co::getCid(), Co::getPcid());
Co\run(function () {
    var_dump(Co::getCid(), Co::getPcid());
    go(function () {
        var_dump(Co::getPcid());
        $inner = go(function () {
            Co::sleep(0.001);
            var_dump(Co::exists(Co::getPcid()));
        });
        var_dump(Co::getPcid($inner));
    });
    var_dump(Co::exists(2), Co::exists(3), Co::exists(99), Co::getuid());
});
var_dump(Co::getPcid());
?>
--EXPECT--
int(-1)
bool(false)
int(1)
int(-1)
int(1)
int(2)
bool(false)
bool(true)
bool(false)
int(1)
bool(false)
bool(false)
