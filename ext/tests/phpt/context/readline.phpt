--TEST--
Contexts: the line editor belongs to the process: what would stay in it is refused
--EXTENSIONS--
opcache
readline
--INI--
opcache.enable_cli=1
opcache.file_update_protection=0
--FILE--
<?php
$file = tempnam(sys_get_temp_dir(), 'readline');
file_put_contents($file, <<<'PHP'
<?php
function attempt(string $function, mixed ...$arguments): void
{
    try {
        $function(...$arguments);
        echo "$function: called\n";
    } catch (Swoole\Error $refused) {
        echo strtok($refused->getMessage(), ':'), "\n";
    }
}
function attempts(): void
{
    attempt('readline_add_history', 'secret');
    attempt('readline_read_history', '/nothing');
    attempt('readline_clear_history');
    attempt('readline_completion_function', fn() => []);
    attempt('readline_callback_handler_install', '', fn() => null);
    attempt('readline_info', 'readline_name', 'mine');
    attempt('readline_info');
}
PHP);
Co\run(function () use ($file) {
    $context = Tern\Context::fresh();
    $context->include($file);
    $context->run('attempts');
    $context->end();
});
unlink($file);
var_dump(readline_info('readline_name') === 'mine', readline_add_history('of the program'), readline_clear_history());
?>
--EXPECT--
readline_add_history() cannot be used in a context
readline_read_history() cannot be used in a context
readline_clear_history() cannot be used in a context
readline_completion_function() cannot be used in a context
readline_callback_handler_install() cannot be used in a context
readline_info() cannot be used in a context
readline_info: called
bool(false)
bool(true)
bool(true)
