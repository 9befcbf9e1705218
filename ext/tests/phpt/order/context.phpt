--TEST--
getContext(): one for each coroutine, freed at its end
--FILE--
<?php
class Loud { function __destruct() { echo "freed "; } }
Co\run(function () {
    $id = go(function () { $c = Co::getContext(); $c['x'] = 1; $c->y = new Loud; Co::yield(); echo isset(Co::getContext()['x']) ? 'kept ' : 'lost '; });
    var_dump(get_class(Co::getContext($id)), count(Co::getContext()), Co::getContext(99), Co::getContext($id)['x'], Co::getContext($id) instanceof ArrayObject);
    $held = Co::getContext($id);
    Co::resume($id);
    echo "held ";
    unset($held);
    echo "\n";
});
?>
--EXPECT--
string(24) "Swoole\Coroutine\Context"
int(0)
NULL
int(1)
bool(true)
kept held freed 
