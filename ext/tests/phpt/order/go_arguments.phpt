--TEST--
Arguments, return values and every kind of callable
--FILE--
<?php
class Kind { public function __construct(public $x = 'x') {} function method(...$a) { echo "method $this->x ", implode(',', $a), "\n"; } static function fixed(...$a) { echo 'static ', implode(',', $a), "\n"; } function __invoke(...$a) { echo 'invoke ', implode(',', $a), "\n"; } function __call($name, $a) { echo "__call $name ", implode(',', $a), "\n"; } static function __callStatic($name, $a) { echo "__callStatic $name ", implode(',', $a), "\n"; } }
function plain(...$a) { echo 'function ', implode(',', $a), "\n"; return 1; }
go('plain', 1, 2); go([new Kind, 'method'], 3); go(['Kind', 'fixed'], 4); go('Kind::fixed', 5); go(new Kind, 6); go([new Kind, 'magic'], 7); go('Kind::magic', 8); go(plain(...), 9); go(fn (...$a) => plain(...$a), 10);
try { go('nowhere'); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
go('strtoupper', 'an internal function');
?>
--EXPECT--
function 1,2
method x 3
static 4
static 5
invoke 6
__call magic 7
__callStatic magic 8
function 9
function 10
go(): Argument #1 ($func) must be a valid callback, function "nowhere" not found or invalid function name
