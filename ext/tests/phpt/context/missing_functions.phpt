--TEST--
Tern\Context: code that crosses to a context without the functions of its file
--EXTENSIONS--
opcache
--INI--
opcache.enable_cli=1
opcache.file_update_protection=0
--FILE--
<?php
use Tern\Context;

function helper(string $x): string
{
    return "helped $x";
}
final class Helps
{
    public function help(string $x): string
    {
        return helper($x);
    }
}
function report(callable $body): void
{
    try {
        echo json_encode($body()), "\n";
    } catch (Error $error) {
        echo get_class($error), ': ', preg_replace('~Code of \S*/~', 'Code of ', $error->getMessage()), "\n";
    }
}
Co\run(function () {
    $copy = Context::copy();
    $fresh = Context::fresh();
    foreach (['copy' => $copy, 'fresh' => $fresh] as $kind => $context) {
        echo "$kind\n";
        report(fn () => $context->run(fn () => helper('a closure')));
        report(fn () => $context->run(fn () => (fn () => helper('a closure within one'))()));
        report(fn () => $context->run([new Helps(), 'help'], 'a method'));
        report(fn () => $context->run('call_user_func', [new Helps(), 'help'], 'an array'));
        report(fn () => $context->run('is_object', new Helps()));
        report(fn () => $context->run('array_map', fn (string $x) => strtoupper($x), ['without it']));
        report(fn () => $context->run('array_map', null, ['no function']));
        report(fn () => $context->run('call_user_func_array', 'call_user_func', [fn () => helper('within an array')]));
    }
    echo "\n", helper('outside'), "\n";
});
?>
--EXPECT--
copy
"helped a closure"
"helped a closure within one"
"helped a method"
"helped an array"
true
["WITHOUT IT"]
["no function"]
"helped within an array"
fresh
Error: Code of missing_functions.php calls helper(), which does not exist in the context: the file was not included there
Error: Code of missing_functions.php calls helper(), which does not exist in the context: the file was not included there
Error: Code of missing_functions.php calls helper(), which does not exist in the context: the file was not included there
Error: Code of missing_functions.php calls helper(), which does not exist in the context: the file was not included there
Error: Code of missing_functions.php calls helper(), which does not exist in the context: the file was not included there
["WITHOUT IT"]
["no function"]
Error: Code of missing_functions.php calls helper(), which does not exist in the context: the file was not included there

helped outside
