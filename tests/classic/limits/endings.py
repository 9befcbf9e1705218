"""Scripts that end in unusual ways: output callbacks that fail, destructors after exit() and after exceptions."""
D = "class D { function __construct(public $n) {} function __destruct() { echo '[d', $this->n, ']'; } } "
FAILS = {"throw": "throw new Exception('failed');", "exit": "exit;", "exit_text": "exit('bye');", "error": "trigger_error('mine', E_USER_ERROR);",
         "undefined": "missing();", "memory": "return str_repeat('x', 1 << 30);", "compile": "eval('function a() {} function a() {}');"}


def scripts():
    yield from output_callbacks()
    yield from destructors()


def output_callbacks():
    for name, fails in FAILS.items():
        callback = "function ($b) { " + fails + " }"
        yield f"output_{name}", f"ob_start({callback}); echo 'secret';"
        yield f"output_{name}_inner", f"ob_start(fn($b) => strtoupper($b)); echo 'outer '; ob_start({callback}); echo 'secret';"
        yield f"output_{name}_outer", f"ob_start({callback}); echo 'secret '; ob_start(fn($b) => strtoupper($b)); echo 'inner';"
        yield f"output_{name}_sent", f"while (ob_get_level()) {{ ob_end_flush(); }} echo 'sent '; flush(); ob_start({callback}); echo 'secret';"
        yield f"output_{name}_early", f"ob_start({callback}); echo 'text'; ob_end_flush(); echo 'never';"
        yield f"output_{name}_flush", f"ob_start({callback}); echo 'text'; ob_flush(); echo 'never';"
        yield f"output_{name}_clean", f"ob_start({callback}); echo 'secret'; ob_end_clean(); echo 'never';"
        yield f"output_{name}_after_exit", f"ob_start({callback}); echo 'secret'; exit;"
        yield f"output_{name}_after_exception", f"ob_start({callback}); echo 'secret'; throw new Exception('first');"
        yield f"output_{name}_handled", f"set_exception_handler(function ($e) {{ echo 'handled'; }}); ob_start({callback}); echo 'secret';"
        yield f"output_{name}_shutdown", f"register_shutdown_function(function () {{ echo 'at end'; }}); ob_start({callback}); echo 'secret';"
        yield f"output_{name}_in_shutdown", f"register_shutdown_function(function () {{ ob_start({callback}); echo 'secret'; }}); echo 'first ';"
        yield f"output_{name}_chunk", f"ob_start({callback}, 4); $more = $_GET['more'] ?? ' more'; echo 'secret'; echo $more; echo 'never';"
        yield f"output_{name}_destructor", D + f"$d = new D(1); ob_start({callback}); echo 'secret';"


def destructors():
    ends = {"end": "", "exit": "exit('bye');", "exit_in_function": "function f() { $l = new D('local'); exit; } f();",
            "exception": "throw new Exception('mine');", "exception_in_function": "function f() { $l = new D('local'); throw new Exception('mine'); } f();",
            "error": "trigger_error('mine', E_USER_ERROR);", "undefined": "missing();",
            "handled": "set_exception_handler(function ($e) { echo 'handled'; }); throw new Exception('mine');",
            "handler_throws": "set_exception_handler(function ($e) { throw new Exception('second'); }); throw new Exception('mine');",
            "handler_exits": "set_exception_handler(function ($e) { exit('bye'); }); throw new Exception('mine');",
            "parse": "eval('$x = ;');",
            "shutdown_throws": "register_shutdown_function(function () { echo '[one]'; throw new Exception('mine'); });"
                               "register_shutdown_function(function () { echo '[two]'; });",
            "shutdown_throws_handled": "set_exception_handler(function ($e) { echo 'handled'; });"
                                       "register_shutdown_function(function () { throw new Exception('mine'); });"
                                       "register_shutdown_function(function () { echo '[two]'; });",
            "shutdown_exits": "register_shutdown_function(function () { echo '[one]'; exit('bye'); });"
                              "register_shutdown_function(function () { echo '[two]'; });",
            "shutdown_error": "register_shutdown_function(function () { echo '[one]'; trigger_error('mine', E_USER_ERROR); });"
                              "register_shutdown_function(function () { echo '[two]'; });"}
    objects = {"globals": "$a = new D(1); $b = new D(2); $c = new D(3);",
               "arrays": "$a = [new D(1), new D(2)]; $b = new D(3); $c = $d = new D(4); $e = ['x' => ['y' => new D(5)]];",
               "statics": "class S { static $s; } S::$s = new D('static'); function g() { static $v; $v ??= new D('variable'); } g(); $a = new D(1);",
               "cycles": "$a = new D(1); $a->self = $a; $b = new D(2); $b->other = new D(3); $b->other->other = $b; unset($b);",
               "closures": "$d = new D(1); $f = function () use ($d) {}; unset($d); $g = new D(2);",
               "nested": "$a = new D(1); $a->inner = new D(2); $a->inner->inner = new D(3); $b = $a->inner;"}
    for end, code in ends.items():
        for kind, made in objects.items():
            yield f"destructors_{kind}_{end}", "#[AllowDynamicProperties] " + D + made + " echo 'made '; " + code
    throws = "class T { function __construct(public $n) {} function __destruct() { echo '[t', $this->n, ']'; throw new Exception('of ' . $this->n); } } "
    yield "destructor_throws", D + throws + "$a = new D(1); $t = new T(2); $b = new D(3); $u = new T(4);"
    yield "destructor_throws_at_exit", D + throws + "$a = new D(1); $t = new T(2); $b = new D(3); exit;"
    yield "destructor_throws_handled", (D + throws + "set_exception_handler(function ($e) { echo 'handled ', $e->getMessage(); }); $a = new D(1);"
                                                     " $t = new T(2); $b = new D(3);")
    yield "destructor_throws_inside", D + throws + "$a = new D(1); $t = new T(2); unset($t); echo 'never';"
    yield "destructor_throws_static", D + throws + "class S { static $s; } S::$s = new T(1); $a = new D(2); $b = [new D(3)];"
    yield "destructor_exits", D + "class E { function __destruct() { echo '[e]'; exit; } } $a = new D(1); $e = new E; $b = new D(2);"
    yield "destructor_makes", D + "class M { function __destruct() { echo '[m]'; $GLOBALS['later'] = new D(9); } } $m = new M; $a = new D(1);"
    yield "destructor_reads", ("class R { function __destruct() { global $a, $s; echo '[', $s, count($a ?? []), ']'; } } $r = new R;"
                               " $q = [new R]; $s = 'text'; $a = [1, 2];")
    yield "destructor_prints", D + "ob_start(fn($b) => strtoupper($b)); $a = new D('x'); echo 'printed ';"
    yield "destructor_headers", "class H { function __destruct() { header('X-Late: yes'); http_response_code(404); } } $h = new H; echo 'x';"
    yield "destructor_reads_statics", ("class R { static $s = 'static'; public $o; function __destruct() { static $n = 0;"
                                       " echo '[', self::$s, ++$n, $this->o?->o === $this ? 'both' : 'one', ']'; } } $a = new R; $b = new R;"
                                       " $a->o = $b; $b->o = $a; $c = new R;")
    yield "destructor_error", (D + "class E { function __destruct() { echo '[e]'; trigger_error('mine', E_USER_ERROR); } } $a = new D(1);"
                                   " $e = new E; $b = new D(2);")
    yield "destructor_unset", (D + "class U { function __destruct() { echo '[u]'; unset($GLOBALS['a'], $GLOBALS['c']); } } $a = new D(1);"
                                   " $b = new D(2); $u = new U; $c = [new D(3)];")
    yield "destructor_of_shutdown", (D + "$d = new D(1); register_shutdown_function(function () use ($d) { echo '[shutdown]'; }); unset($d);"
                                         " $e = new D(2); $f = [new D(0)];")
    yield "destructor_of_handler", D + "$d = new D(1); set_error_handler(function () use ($d) {}); unset($d); $e = new D(2);"
    yield "destructor_references", D + "$a = new D(1); $b = &$a; $c = new D(2); function f() { global $c; static $s; $s = $c; } f(); $e = new D(3);"
    yield "output_reads_globals", (D + "$text = 'global'; $a = new D(1); ob_start(function ($b)"
                                       " { return $b . $GLOBALS['text'] . count($GLOBALS['list']); }); $list = [new D(2), 1]; echo 'x ';")
