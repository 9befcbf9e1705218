--TEST--
Channel: subclasses, with the signatures of today and without types
--FILE--
<?php
class Typed extends Swoole\Coroutine\Channel
{
    private bool $closed = false;
    public $own = ['x'];
    public function __construct(int $size = 1, public readonly string $name = 'none') { parent::__construct($size); }
    public function push(mixed $data, float $timeout = -1): bool { return parent::push("$this->name: $data", $timeout); }
    public function pop(float $timeout = -1): mixed { return parent::pop($timeout); }
    public function close(): bool { $this->closed = true; return parent::close(); }
    public function isFull(): bool { return parent::isFull(); }
    public function isEmpty(): bool { return parent::isEmpty(); }
    public function length(): int { return parent::length(); }
    public function stats(): array { return parent::stats(); }
}
class Untyped extends chan
{
    public $errCode = 5;
    #[ReturnTypeWillChange]
    public function push($data, $timeout = -1) { return parent::push($data, $timeout); }
    #[ReturnTypeWillChange]
    public function pop($timeout = -1) { return parent::pop($timeout); }
}
Co\run(function () {
    $typed = new Typed(2, 'typed');
    go(function () use ($typed) { var_dump($typed->pop()); });
    var_dump($typed->push('value'), $typed->length(), $typed->capacity, $typed->own, $typed->errCode);
    var_dump($typed->pop(0.001), $typed->errCode, $typed->close(), $typed->pop(), $typed->errCode);
    $untyped = new Untyped;
    var_dump($untyped->errCode, $untyped->push(1), $untyped->errCode, $untyped->pop(), $untyped instanceof Co\Channel);
});
?>
--EXPECT--
string(12) "typed: value"
bool(true)
int(0)
int(2)
array(1) {
  [0]=>
  string(1) "x"
}
int(0)
bool(false)
int(-1)
bool(true)
bool(false)
int(-2)
int(5)
bool(true)
int(0)
int(1)
bool(true)
