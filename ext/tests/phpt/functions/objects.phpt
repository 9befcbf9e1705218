--TEST--
swoole_get_objects, swoole_get_object_by_handle, swoole_get_vm_status, swoole_implicit_fn
--FILE--
<?php
class Seen { public function __construct(public int $number) {} }
$seen = [new Seen(1), new Seen(2), new Seen(3)];
$before = swoole_get_vm_status();
unset($seen[1]);
$numbers = [];
foreach (swoole_get_objects() as $object) {
    if ($object instanceof Seen) $numbers[] = $object->number;
}
unset($object);
echo json_encode($numbers), "\n";
var_dump(swoole_get_object_by_handle(spl_object_id($seen[2])) === $seen[2]);
foreach ([0, -1, 1 << 40, PHP_INT_MAX] as $handle) var_dump(swoole_get_object_by_handle($handle));
$after = swoole_get_vm_status();
var_dump($before['object_num'] - $after['object_num'], $after['resource_num'] > 0);
$file = fopen(__FILE__, 'r');
var_dump(swoole_get_vm_status()['resource_num'] > $after['resource_num']);

$counted = [new Seen(4)];
var_dump(swoole_implicit_fn('refcount', $counted[0]), swoole_implicit_fn('refcount', 5));
try { swoole_implicit_fn('nothing'); } catch (ValueError $error) { echo $error->getMessage(), "\n"; }
register_shutdown_function(function () { echo "shut down\n"; });
swoole_implicit_fn('fatal_error');
?>
--EXPECTF--
[1,3]
bool(true)
bool(false)
bool(false)
bool(false)
bool(false)
int(1)
bool(true)
bool(true)
int(2)
NULL
swoole_implicit_fn(): Argument #1 ($fn) must be "fatal_error", "bailout", "abort" or "refcount"
%A
Fatal error: A fatal error for tests in %s on line %d%A
shut down
