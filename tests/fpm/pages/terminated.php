<?php
// What must not run when request_terminate_timeout ends the page: each writes its name into ?notes=.
class Note
{
    public function __construct(private readonly string $name)
    {
    }

    public function __destruct()
    {
        note($this->name);
    }
}

class Sessions extends SessionHandler
{
    public function write(string $id, string $data): bool
    {
        note('session');
        return parent::write($id, $data);
    }
}

function note(string $name): void
{
    file_put_contents($_GET['notes'], "$name\n", FILE_APPEND);
}

function generate(): Generator
{
    try {
        yield 1;
    } finally {
        note('finally of a generator');
    }
}

function run(): void
{
    $local = new Note('local variable');
    $generator = generate();
    $generator->current();
    try {
        touch("$_GET[until].begun");
        while (!file_exists($_GET['until'])) {
            clearstatcache();
            $_GET['how'] === 'waits' && usleep(5000);
        }
    } catch (Throwable) {
        note('catch');
    } finally {
        note('finally');
    }
}

session_save_path(dirname($_GET['notes']));
session_id('terminated');
session_set_save_handler(new Sessions());
session_start();
$_SESSION['is'] = 'changed';
register_shutdown_function(note(...), 'shutdown function');
ob_start(static function (string $text): string {
    note('output');
    return $text;
});
$global = new Note('global variable');
echo 'text';
run();
