<?php
// Where code of a page runs: each place writes its directory into the file notes.
class Ends
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

function note(string $place): void
{
    file_put_contents($_SERVER['DOCUMENT_ROOT'] . '/notes', $place . ' ' . getcwd() . "\n", FILE_APPEND);
}

function run(): void
{
    $local = new Ends('local variable');
}

session_save_path($_SERVER['DOCUMENT_ROOT']);
session_set_save_handler(new Sessions(), false);
session_start();
$_SESSION['is'] = 'written';
register_shutdown_function(note(...), 'shutdown function');
ob_start(static function (string $text): string {
    note('output');
    return $text;
});
$global = new Ends('global variable');
run();
isset($_GET['folder']) && chdir($_GET['folder']);
note('script');
match ($_GET['end'] ?? '') {
    'exit' => exit,
    'exception' => throw new Exception('thrown'),
    'error' => str_repeat('a', 1 << 40),
    default => null,
};
