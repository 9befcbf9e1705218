<?php

declare(strict_types=1);

// A page that does to its process what a page can do, a few things at random each time, and may end in any way. `?do=NAME` does one of
// them; without a number of a database's port nothing asks a database. Other pages of the same worker must not notice.
interface Things
{
    public const WAIT_US = 2000;
}

function pause(): void
{
    usleep(random_int(0, Things::WAIT_US));
}

final class Waits
{
    public mixed $held = null;

    public function __construct(public string $name = 'hostile')
    {
    }

    public function __serialize(): array
    {
        pause();

        return [$this->name, $this->held];
    }

    public function __unserialize(array $data): void
    {
        pause();
        [$this->name, $this->held] = $data;
    }

    public function __destruct()
    {
        if (random_int(0, 5000) === 0) {
            pause();
        }
    }
}

final class Stream
{
    public $context;
    private bool $read = false;

    public function stream_open(string $path, string $mode): bool
    {
        pause();

        return true;
    }

    public function stream_read(int $count): string
    {
        pause();
        $text = $this->read ? '' : '<?php return 7;';
        $this->read = true;

        return $text;
    }

    public function stream_eof(): bool
    {
        return $this->read;
    }

    public function stream_stat(): array
    {
        return [];
    }

    public function stream_set_option(int $option, int $one, int $two): bool
    {
        return false;
    }
}

final class Filter extends php_user_filter
{
    public function filter($in, $out, &$consumed, bool $closing): int
    {
        pause();
        while ($bucket = stream_bucket_make_writeable($in)) {
            $bucket->data = strrev($bucket->data);
            $consumed += $bucket->datalen;
            stream_bucket_append($out, $bucket);
        }

        return PSFS_PASS_ON;
    }
}

function recurse(int $depth): int
{
    return recurse($depth + 1) + 1;
}

/** What a page can do: a name, and code. Those of the second list end the page. */
function things(): array
{
    return [
        'serialize' => static function (): void {
            $all = [$one = new Waits('a'), $one, new Waits('b'), new ArrayObject([$one])];
            $copy = unserialize(serialize($all));
            if ($copy[0] !== $copy[1] || $copy[2]->name !== 'b' || $copy[3][0] !== $copy[0]) {
                throw new LogicException('another page\'s objects');
            }
        },
        'json' => static function (): void {
            $one = new class implements JsonSerializable {
                public function jsonSerialize(): array
                {
                    pause();

                    return ['me' => 'hostile'];
                }
            };
            json_encode([$one, $one]);
            json_decode('{');
        },
        'export' => static fn() => var_export([1, new Waits()], true) . print_r(new ArrayObject([1]), true),
        'sort' => static function (): void {
            $list = range(1, 20);
            usort($list, static function (int $one, int $other): int {
                pause();

                return $other <=> $one;
            });
            array_walk($list, static fn() => pause());
            preg_replace_callback('/./', static fn(): string => (pause() ?? '') . 'x', 'abc');
        },
        'gzip' => static fn() => ob_start('ob_gzhandler'),
        'compress' => static fn() => ini_set('zlib.output_compression', '1'),
        'output' => static fn() => ob_start(static function (string $text): string {
            pause();

            return $text;
        }),
        'output_fails' => static fn() => ob_start(static fn(string $text): string => throw new RuntimeException('in an output callback')),
        'libxml' => static function (): void {
            libxml_use_internal_errors(true);
            libxml_set_streams_context(stream_context_create(['http' => ['user_agent' => 'hostile']]));
            libxml_set_external_entity_loader(static fn() => pause());
            (new DOMDocument())->loadXML('<a><b></a>');
        },
        'multibyte' => static function (): void {
            mb_internal_encoding('SJIS');
            mb_language('ja');
            mb_substitute_character(0x3007);
            mb_regex_encoding('EUC-JP');
            mb_ereg_search_init('abc', 'b');
            mb_http_output('SJIS');
        },
        'settings' => static function (): void {
            ini_set('precision', '3');
            ini_set('serialize_precision', '3');
            ini_set('default_charset', 'ISO-8859-1');
            ini_set('arg_separator.output', ';');
            ini_set('error_prepend_string', 'hostile');
            ini_set('session.name', 'hostile');
            ini_set('opcache.enable', '0');
        },
        'handlers' => static function (): void {
            set_error_handler(static fn(): bool => (pause() ?? true));
            set_exception_handler(static fn() => print('hostile'));
            spl_autoload_register(static fn() => pause());
            register_shutdown_function(static fn() => pause());
            header_register_callback(static fn() => header('X-Hostile: 1'));
            class_exists('NoSuchClass' . random_int(0, 9));
            trigger_error('hostile', E_USER_WARNING);
            iterator_apply(new ArrayIterator([1]), static fn(): bool => (pause() ?? true));
        },
        'places' => static function (): void {
            chdir('/tmp');
            umask(0077);
            putenv('HOME=/hostile');
            putenv('TZ=Asia/Tokyo');
            set_include_path('/hostile');
            setlocale(LC_ALL, 'C.UTF-8', 'de_DE.UTF-8');
            date_default_timezone_set('Asia/Tokyo');
            date_create('not a date');
            mt_srand(5);
            srand(5);
        },
        'wrappers' => static function (): void {
            stream_wrapper_register('hostile' . random_int(0, 3), Stream::class);
            stream_wrapper_register('hostile', Stream::class);
            stream_wrapper_unregister('http');
            include 'hostile://x';
            stream_context_set_default(['http' => ['user_agent' => 'hostile']]);
        },
        'filters' => static function (): void {
            stream_filter_register('hostile', Filter::class);
            $file = fopen('php://temp', 'w+');
            stream_filter_append($file, 'hostile', STREAM_FILTER_WRITE);
            fwrite($file, 'abc');
            fclose($file);  // PHP itself may crash where such a stream is left to the end of the request
        },
        'resources' => static function (): void {
            foreach (get_resources() as $one) {
                if (get_resource_type($one) === 'stream' && random_int(0, 1) === 0) {
                    fclose($one);
                }
            }
            opendir('/tmp');
            $GLOBALS['folder'] = dir('/');
            readdir();
        },
        'body' => static fn() => file_get_contents('php://input'),
        'archive' => static function (): void {
            $path = sys_get_temp_dir() . '/hostile' . getmypid() . random_int(0, 1 << 30) . '.tar';
            $archive = new PharData($path);
            $archive['a'] = 'b';
            Phar::mapPhar('hostile');
            unlink($path);
        },
        'opcache' => static fn() => random_int(0, 50) === 0 ? opcache_reset() : opcache_invalidate(__FILE__, true),
        'garbage' => static function (): void {
            if (random_int(0, 1) === 0) {
                gc_disable();
            }
            for ($number = 0; $number < 20_000; ++$number) {
                $one = new Waits();
                $one->held = $one;
            }
        },
        'graph' => static function (): void {
            for ($number = 0; $number < 20_000; ++$number) {
                $GLOBALS['graph'][] = ['one' => new stdClass(), 'two' => static fn() => $GLOBALS];
            }
            pause();
        },
        'session' => static function (): void {
            session_id('hostile' . random_int(0, 3));
            session_set_save_handler(
                static fn(): bool => true,
                static fn(): bool => true,
                static fn(): string => (pause() ?? ''),
                static fn(): bool => (pause() ?? true),
                static fn(): bool => true,
                static fn(): int => 0,
            );
            session_start();
            $_SESSION['who'] = 'hostile';
        },
        'globals' => static function (): void {
            $_SERVER = ['REMOTE_ADDR' => 'hostile'];
            $_ENV['HOME'] = $_COOKIE['who'] = $_GET['name'] = 'hostile';
            unset($GLOBALS['_POST']);
        },
        'definitions' => static function (): void {
            eval('namespace Hostile' . random_int(0, 9) . '; class wpdb { public static $all = []; } function get_option() {} const ABSPATH = 1;');
            define('WPINC', 'hostile');
            class_alias(Waits::class, 'WP_Query');
        },
        'fiber' => static function (): void {
            $fiber = new Fiber(static function (): void {
                Fiber::suspend();
            });
            $fiber->start();
            $GLOBALS['fiber'] = $fiber;
        },
        'head' => static fn() => header('Set-Cookie: who=hostile') ?? http_response_code(random_int(200, 599)),
        'flush' => static function (): void {
            echo str_repeat(' hostile', 1000);
            flush();
        },
        'program' => static fn() => shell_exec('true'),
        'generator' => static function (): void {
            $GLOBALS['generator'] = (static function (): Generator {
                try {
                    yield 1;
                } finally {
                    pause();
                }
            })();
            $GLOBALS['generator']->current();
        },
        'iconv' => static fn() => iconv_set_encoding('internal_encoding', 'UTF-16') && iconv('UTF-8', 'ASCII', "\xff"),
    ];
}

/** And how a page can end. */
function ends(): array
{
    return [
        'well' => static fn() => null,
        'exit' => static fn() => exit('hostile'),
        'exit_in_callback' => static fn() => array_map(static fn() => exit(1), [1]),
        'exit_in_output' => static fn() => ob_start(static fn(): string => exit(1)),
        'exit_in_destructor' => static fn() => new class {
            public function __destruct()
            {
                exit(2);
            }
        },
        'uncaught' => static fn() => throw new RuntimeException('hostile'),
        'uncaught_in_shutdown' => static fn() => register_shutdown_function(static fn() => throw new RuntimeException('hostile')),
        'fatal' => static fn() => eval('class Waits {}'),
        'parse' => static fn() => eval('class {'),
        'memory' => static fn() => str_repeat('x', 1 << 20) . str_repeat('x', 1 << 30),
        'memory_slowly' => static function (): void {
            ini_set('memory_limit', '16M');
            for ($all = [];; $all[] = str_repeat('x', 10_000)) {
            }
        },
        'recursion' => static function (): void {
            ini_set('memory_limit', '16M');
            recurse(0);
        },
        'recursion_in_autoloader' => static function (): void {
            ini_set('memory_limit', '16M');
            spl_autoload_register(static fn(string $name) => class_exists($name . 'x'));
            class_exists('Nowhere');
        },
        'time' => static function (): void {
            if (random_int(0, 20) === 0) {
                set_time_limit(1);
                for ($number = 0;; ++$number) {
                }
            }
        },
        'finish' => static function (): void {
            fastcgi_finish_request();
            pause();
        },
    ];
}

$things = things();
$chosen = isset($_GET['do']) ? [$_GET['do']] : (array) array_rand($things, random_int(1, 4));
foreach ($chosen as $name) {
    pause();
    try {
        ($things[$name] ?? ends()[$name])();
    } catch (Exception) {
        echo 'caught ';
    }
}
if (!isset($_GET['do'])) {
    $ends = ends();
    $ends[array_rand($ends)]();
}
echo 'hostile';
