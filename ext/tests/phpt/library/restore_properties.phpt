--TEST--
Tern\Internal\restore_properties(): declared properties are as (array) had them; objects with other properties are not touched
--FILE--
<?php
use function Tern\Internal\restore_properties;

class Base
{
    private $own = 'base';
    public ?Base $typed;
    public int $number = 1;
}
final class Service extends Base
{
    public readonly string $fixed;
    protected array $list = [1, 2];
    private $own = 'service';
    public $removed = 'here';
    public $linked = 'before';

    public function change(mixed &$outside): void
    {
        (fn() => $this->own = 'changed')->bindTo($this, Base::class)();
        $this->own = $this->typed = new self();
        $this->number = 2;
        $this->list[] = 3;
        $this->fixed = 'set';
        unset($this->removed);
        $this->linked = &$outside;
    }

    public function __destruct()
    {
        echo "destroyed\n";
    }
}

$service = new Service();
$then = (array) $service;
$outside = 'after';
$service->change($outside);
var_dump(restore_properties($service, $then));
$now = (array) $service;
foreach ($then as $key => $value) {
    echo str_replace("\0", ' ', $key), ': ', $now[$key] === $value ? 'restored' : 'differs', "\n";
}
echo implode(' ', array_keys(array_diff_key($now, $then))), ": stays\n", $outside, "\n";
try { $service->typed; } catch (Error $e) { echo $e->getMessage(), "\n"; }

unset($service->linked);
var_dump(restore_properties($service, $then), $service->linked);

$dynamic = new stdClass();
$dynamic->a = 1;
var_dump(restore_properties($dynamic, []), $dynamic->a);
?>
--EXPECT--
destroyed
bool(true)
 Base own: restored
number: restored
 * list: restored
 Service own: restored
removed: restored
linked: restored
fixed: stays
before
Typed property Base::$typed must not be accessed before initialization
bool(true)
string(6) "before"
bool(false)
int(1)
destroyed
