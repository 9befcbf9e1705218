--TEST--
Profilers see each coroutine as they see a native Fiber, though it runs on the stacks of an earlier one
--EXTENSIONS--
ffi
--FILE--
<?php
$engine = FFI::cdef('
    typedef struct {
        void *handle, *kind, *function, *cleanup, *stack;
        int status;
        void *top_observed_frame;
        void *reserved[6];
    } context;
    void zend_observer_fiber_init_register(void (*)(context *));
    void zend_observer_fiber_switch_register(void (*)(context *, context *));
    void zend_observer_fiber_destroy_register(void (*)(context *));
    extern char execute_internal;
    extern void *zend_execute_internal;
');
// As an extension does that watches calls, which tells Tern that there is somebody.
$engine->zend_execute_internal = $engine->cast('void *', FFI::addr($engine->execute_internal));

$watching = false;
$names = [];
function show($context): string {
    global $engine, $names;
    $name = $names[$engine->cast('uintptr_t', $context)->cdata] ??= chr(ord('A') + count($names));
    return $name . ' ' . ['init', 'running', 'suspended', 'dead'][$context->status];
}
function say(string $event): void {
    global $watching;
    if ($watching) echo "  $event\n";
}
$engine->zend_observer_fiber_init_register(fn($context) => say('new ' . show($context)));
$engine->zend_observer_fiber_switch_register(fn($from, $to) => say(show($from) . ' -> ' . show($to)));
$engine->zend_observer_fiber_destroy_register(fn($context) => say('gone ' . show($context)));

function run(string $title, callable $start): void {
    global $watching, $names;
    echo "$title\n";
    $names = [];
    $watching = true;
    $start();
    $watching = false;
}
function native(): void {
    $fiber = new Fiber(fn() => Fiber::suspend());
    $fiber->start();
    $fiber->resume();
    unset($fiber);
}
function coroutine(): void {
    Co::resume(go(fn() => Co::yield()));
}

go(fn() => null);
run('native', native(...));
run('coroutine', coroutine(...));
run('another one', coroutine(...));
run('nested', fn() => go(fn() => go(fn() => Co::sleep(0.001))));
?>
--EXPECT--
native
  new A init
  B running -> A init
  A running -> B suspended
  B running -> A suspended
  A dead -> B suspended
  gone A dead
coroutine
  new A init
  B running -> A init
  A running -> B suspended
  B running -> A suspended
  A dead -> B suspended
  gone A dead
another one
  new A init
  B running -> A init
  A running -> B suspended
  B running -> A suspended
  A dead -> B suspended
  gone A dead
nested
  new A init
  B running -> A init
  new C init
  A running -> C init
  C running -> A suspended
  A dead -> B suspended
  gone A dead
