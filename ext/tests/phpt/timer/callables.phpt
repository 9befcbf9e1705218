--TEST--
Timer: callables that can only be called from where they were given
--FILE--
<?php
use Swoole\Timer;
class Base { protected function inherited($what) { echo "inherited $what of ", static::class, "\n"; } }
class Clock extends Base {
    private function hidden(int $id, $what) { echo "hidden $what\n"; Timer::clear($id); }
    private static function hiddenStatic($what) { echo "hidden static $what of ", static::class, "\n"; }
    public function open($what) { echo "open $what\n"; }
    public function start() {
        Timer::tick(1, [$this, 'hidden'], 'tick');
        Timer::after(1, [$this, 'hiddenStatic'], 'after');
        Timer::after(1, [static::class, 'hiddenStatic'], 'by name');
        Timer::after(1, [$this, 'inherited'], 'after');
        Timer::after(1, [$this, 'open'], 'after');
        Timer::after(1, $this->hiddenStatic(...), 'closure');
        Timer::after(1, [$this, 'magic'], 'after');
        Timer::after(1, __CLASS__ . '::magicStatic', 'after');
        Timer::after(1, $this);
    }
    public function __call($name, $given) { echo "__call($name) ", json_encode($given), "\n"; }
    public static function __callStatic($name, $given) { echo "__callStatic($name) ", json_encode($given), "\n"; }
    public function __invoke() { echo "__invoke()\n"; }
    public function __destruct() { echo "freed\n"; }
}
(new class extends Clock {})->start();
(new Clock)->start();
Timer::clearAll();
(new Clock)->start();
try {
    Timer::after(1, [new Base, 'inherited']);
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECTF--
freed
freed
Swoole\Timer::after(): Argument #2 ($callback) must be a valid callback, cannot access protected method Base::inherited()
hidden tick
hidden static after of Clock
hidden static by name of Clock
inherited after of Clock
open after
hidden static closure of Clock
__call(magic) ["after"]
__callStatic(magicStatic) ["after"]
__invoke()
freed
