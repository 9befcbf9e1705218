--TEST--
Threads: the published surface of the classes that share values
--FILE--
<?php
foreach (['Map', 'ArrayList', 'Queue', 'Atomic', 'Atomic\Long', 'Lock', 'Barrier', 'Error'] as $name) {
    var_dump(class_exists("Swoole\\Thread\\$name", false));
    $class = new ReflectionClass("Swoole\\Thread\\$name");
    echo ($class->isFinal() ? 'final ' : ''), $class->getName(), ' ', implode(', ', $class->getInterfaceNames()), ' ', json_encode($class->getConstants()), "\n";
    foreach ($class->getMethods() as $method) {
        $parameters = array_map(fn($p) => "{$p->getType()} \${$p->name}" . ($p->isDefaultValueAvailable() ? ' = ' . json_encode($p->getDefaultValue()) : ''), $method->getParameters());
        $type = $method->getReturnType();
        echo "  {$method->name}(", implode(', ', $parameters), ')', $type ? ": $type" : '', "\n";
    }
}
?>
--EXPECT--
bool(true)
final Swoole\Thread\Map ArrayAccess, Countable []
  __construct(?array $array = null)
  offsetGet(mixed $key): mixed
  offsetExists(mixed $key): bool
  offsetSet(mixed $key, mixed $value): void
  offsetUnset(mixed $key): void
  find(mixed $value): mixed
  count(): int
  keys(): array
  values(): array
  incr(mixed $key, mixed $value = 1): mixed
  decr(mixed $key, mixed $value = 1): mixed
  add(mixed $key, mixed $value): bool
  update(mixed $key, mixed $value): bool
  clean(): void
  toArray(): array
  sort(): void
bool(true)
final Swoole\Thread\ArrayList ArrayAccess, Countable []
  __construct(?array $array = null)
  offsetGet(mixed $key): mixed
  offsetExists(mixed $key): bool
  offsetSet(mixed $key, mixed $value): void
  offsetUnset(mixed $key): void
  find(mixed $value): ?int
  count(): int
  incr(mixed $key, mixed $value = 1): mixed
  decr(mixed $key, mixed $value = 1): mixed
  clean(): void
  toArray(): array
  sort(): void
bool(true)
final Swoole\Thread\Queue Countable {"NOTIFY_ONE":1,"NOTIFY_ALL":2}
  __construct()
  push(mixed $value, int $notify_which = 0): void
  pop(float $wait = 0): mixed
  count(): int
  clean(): void
bool(true)
final Swoole\Thread\Atomic  []
  __construct(int $value = 0)
  add(int $add_value = 1): int
  sub(int $sub_value = 1): int
  get(): int
  set(int $value): void
  cmpset(int $cmp_value, int $new_value): bool
  wait(float $timeout = 1): bool
  wakeup(int $count = 1): bool
bool(true)
final Swoole\Thread\Atomic\Long  []
  __construct(int $value = 0)
  add(int $add_value = 1): int
  sub(int $sub_value = 1): int
  get(): int
  set(int $value): void
  cmpset(int $cmp_value, int $new_value): bool
bool(true)
final Swoole\Thread\Lock  {"MUTEX":3,"RWLOCK":1,"SPINLOCK":5}
  __construct(int $type = 3)
  lock(int $operation = 2, float $timeout = -1): bool
  unlock(): bool
bool(true)
final Swoole\Thread\Barrier  []
  __construct(int $count)
  wait(): void
bool(true)
final Swoole\Thread\Error  []
