--TEST--
Tern\Cache refuses what cannot be
--FILE--
<?php
$cache = new Tern\Cache(1 << 20);
$large = str_repeat('x', 1 << 20);
$cases = [
    fn () => new Tern\Cache(1000),
    fn () => new Tern\Cache(-1),
    fn () => $cache->__construct(1 << 20),
    fn () => (new ReflectionClass(Tern\Cache::class))->newInstanceWithoutConstructor()->get('k'),
    fn () => clone $cache,
    fn () => serialize($cache),
    fn () => $cache->get(''),
    fn () => $cache->set(str_repeat('k', 1025), 1),
    fn () => $cache->set('k', 1, 'soon'),
    fn () => $cache->set('k', 1, NAN),
    fn () => $cache->set('k', fn () => 1),
    fn () => $cache->set('k', ['deep' => new class {}]),
    fn () => $cache->decrement('k', PHP_INT_MIN),
    fn () => $cache->set('k', $large),
    fn () => $cache->add('k', $large),
    fn () => $cache->remember('k', null, fn () => $large) === $large,
    fn () => $cache->remember('k', null, fn () => fn () => 1),
    fn () => $cache->has('k'),
];
foreach ($cases as $case) {
    try {
        echo json_encode($case()), "\n";
    } catch (Throwable $error) {
        echo get_class($error), ': ', strtok($error->getMessage(), "\0"), "\n";
    }
}
?>
--EXPECTF--
ValueError: Tern\Internal\SharedCache::__construct(): Argument #1 ($size) must be between 65536 and 1099511627776 bytes, 1000 given
ValueError: Tern\Internal\SharedCache::__construct(): Argument #1 ($size) must be between 65536 and 1099511627776 bytes, -1 given
Error: The object is constructed already
Error: you must call constructor first: Tern\Cache::__construct() was not called
Error: Trying to clone an uncloneable object of class Tern\Cache
Exception: Serialization of 'Tern\Cache' is not allowed
ValueError: Tern\Internal\SharedCache::get(): Argument #1 ($key) must have 1 to 1024 bytes, has 0
ValueError: Tern\Internal\SharedCache::set(): Argument #1 ($key) must have 1 to 1024 bytes, has 1025
TypeError: Tern\Internal\SharedCache::set(): Argument #3 ($ttl) must be of type DateInterval|int|float|null, string given
ValueError: Tern\Internal\SharedCache::set(): Argument #3 ($ttl) must be a number of seconds, NAN given
Exception: Serialization of 'Closure' is not allowed
Exception: Serialization of 'class@anonymous' is not allowed
ValueError: Tern\Internal\SharedCache::decrement(): Argument #2 ($by) must be greater than -9223372036854775808

Warning: Tern\Internal\SharedCache::set(): 1048576 bytes are more than a value may have in a cache of this size, %d in %s on line %d
false

Warning: Tern\Internal\SharedCache::add(): 1048576 bytes are more than a value may have in a cache of this size, %d in %s on line %d
false

Warning: Tern\Internal\SharedCache::fulfil(): 1048576 bytes are more than a value may have in a cache of this size, %d in %s
true
Exception: Serialization of 'Closure' is not allowed
false
