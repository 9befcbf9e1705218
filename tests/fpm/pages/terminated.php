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

class Stream
{
    /** @var resource */
    public $context;

    public function stream_open(): bool
    {
        return true;
    }

    public function stream_write(string $data): int
    {
        return strlen($data);
    }

    public function stream_flush(): bool
    {
        note('flush of a stream');
        return true;
    }

    public function stream_close(): void
    {
        note('close of a stream');
    }
}

class Filter extends php_user_filter
{
    public function filter($in, $out, &$consumed, bool $closing): int
    {
        $closing && note('filter');
        while ($bucket = stream_bucket_make_writeable($in)) {
            $consumed += $bucket->datalen;
            stream_bucket_append($out, $bucket);
        }
        return PSFS_PASS_ON;
    }

    public function onClose(): void
    {
        note('close of a filter');
    }
}

/** @return resource */
function open_stream()
{
    $stream = fopen('noted://anything', 'w');
    fwrite($stream, 'text');
    return $stream;
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
    $stream = open_stream();
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
stream_wrapper_register('noted', Stream::class);
stream_filter_register('noted', Filter::class);
$stream = open_stream();
$filtered = fopen('php://temp', 'w');
stream_filter_append($filtered, 'noted', STREAM_FILTER_WRITE);
fwrite($filtered, 'text');
echo 'text';
run();
