"""Scripts that end in unusual ways: output callbacks that fail."""
D = "class D { function __construct(public $n) {} function __destruct() { echo '[d', $this->n, ']'; } } "
FAILS = {"throw": "throw new Exception('failed');", "exit": "exit;", "exit_text": "exit('bye');", "error": "trigger_error('mine', E_USER_ERROR);",
         "undefined": "missing();"}


def scripts():
    yield from output_callbacks()


def output_callbacks():
    for name, fails in FAILS.items():
        callback = "function ($b) { " + fails + " }"
        yield f"output_{name}", f"ob_start({callback}); echo 'secret';"
        yield f"output_{name}_inner", f"ob_start(fn($b) => strtoupper($b)); echo 'outer '; ob_start({callback}); echo 'secret';"
        yield f"output_{name}_outer", f"ob_start({callback}); echo 'secret '; ob_start(fn($b) => strtoupper($b)); echo 'inner';"
        yield f"output_{name}_sent", f"while (ob_get_level()) {{ ob_end_flush(); }} echo 'sent '; flush(); ob_start({callback}); echo 'secret';"
        yield f"output_{name}_clean", f"ob_start({callback}); echo 'secret'; ob_end_clean(); echo 'never';"
        yield f"output_{name}_after_exit", f"ob_start({callback}); echo 'secret'; exit;"
        yield f"output_{name}_after_exception", f"ob_start({callback}); echo 'secret'; throw new Exception('first');"
        yield f"output_{name}_handled", f"set_exception_handler(function ($e) {{ echo 'handled'; }}); ob_start({callback}); echo 'secret';"
        yield f"output_{name}_shutdown", f"register_shutdown_function(function () {{ echo 'at end'; }}); ob_start({callback}); echo 'secret';"
        yield f"output_{name}_in_shutdown", f"register_shutdown_function(function () {{ ob_start({callback}); echo 'secret'; }}); echo 'first ';"
        yield f"output_{name}_destructor", D + f"$d = new D(1); ob_start({callback}); echo 'secret';"
        yield f"output_{name}_early", f"ob_start({callback}); echo 'text'; ob_end_flush(); echo 'never';"
        yield f"output_{name}_flush", f"ob_start({callback}); echo 'text'; ob_flush(); echo 'never';"
        yield f"output_{name}_chunk", f"ob_start({callback}, 4); $more = $_GET['more'] ?? ' more'; echo 'secret'; echo $more; echo 'never';"
