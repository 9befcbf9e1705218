<?php

namespace App\Http\Controllers;

use App\Loaded;
use Aws\MockHandler;
use Aws\Result;
use Aws\S3\S3Client;
use DOMDocument;
use GuzzleHttp\Psr7\Utils;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\Storage;
use Laravel\SerializableClosure\SerializableClosure;
use Opis\Closure\SerializableClosure as OpisClosure;
use org\bovigo\vfs\vfsStream;
use php_user_filter;
use Symfony\Component\ErrorHandler\DebugClassLoader;
use Symfony\Component\ErrorHandler\ErrorHandler;
use function count;
use function define;
use function defined;
use function in_array;
use function ini_get;
use function is_array;
use function strlen;

/** What a request registers with PHP's engine, and packages that do. */
class EngineController
{
    /** Each package keeps in a static property that it has registered. */
    public function packages(Request $request)
    {
        $given = $request->query('given', '');
        vfsStream::setup('root', null, ['file' => $given]);
        return [
            'laravel' => unserialize(serialize(new SerializableClosure(fn() => $given)))->getClosure()(),
            'opis' => unserialize(serialize(new OpisClosure(fn() => $given)))->getClosure()(),
            'vfs' => file_get_contents(vfsStream::url('root/file')),
            's3' => $this->s3($given),
            'symfony' => $this->symfony($given),
        ];
    }

    private function s3(string $given): string
    {
        $results = new MockHandler([new Result(['Body' => Utils::streamFor($given), 'ContentLength' => strlen($given)])]);
        $client = new S3Client(['region' => 'eu-west-1', 'version' => 'latest', 'handler' => $results,
            'credentials' => ['key' => $given, 'secret' => $given]]);
        $client->registerStreamWrapper();
        return file_get_contents('s3://bucket/key');
    }

    private function symfony(string $given): string
    {
        DebugClassLoader::enable();
        ErrorHandler::register();
        return $given;
    }

    public function set()
    {
        stream_wrapper_register('changed', self::class);
        stream_wrapper_unregister('glob');
        stream_wrapper_unregister('data');
        stream_wrapper_register('data', self::class);
        stream_filter_register('changed', php_user_filter::class);
        stream_context_set_default(['http' => ['user_agent' => 'changed']]);
        set_error_handler(fn() => true);
        restore_error_handler();
        restore_error_handler();
        set_exception_handler(fn() => null);
        spl_autoload_register(fn() => null);
        $first = spl_autoload_functions()[0];
        spl_autoload_unregister($first);
        spl_autoload_register($first);
        register_shutdown_function(fn() => Storage::append('shutdown', 'called'));
        setlocale(LC_ALL, 'C.UTF-8');
        mb_substitute_character(0x21);
        mb_language('German');
        libxml_use_internal_errors(true);
        libxml_set_external_entity_loader(fn() => null);
        (new DOMDocument())->loadXML('<broken');
        umask(0o777);
        chdir('/');
        ini_set('user_agent', 'changed');
        mt_srand(1);
        @trigger_error('changed');
        self::count();
        ob_start(fn(string $printed): string => strtoupper($printed));
        echo 'printed';
        return '';
    }

    public function look()
    {
        return [
            'wrappers' => collect(stream_get_wrappers())->sort()->values(),
            'data' => file_get_contents('data:,text'),
            'filters' => stream_get_filters(),
            'context' => stream_context_get_options(stream_context_get_default()),
            'handlers' => [$this->errorHandler(), $this->exceptionHandler()],
            'autoloaders' => array_map(fn($one) => is_array($one) ? get_debug_type($one[0]) : get_debug_type($one), spl_autoload_functions()),
            'multibyte' => [mb_substitute_character(), mb_language()],
            'libxml' => [libxml_use_internal_errors(), count(libxml_get_errors()), get_debug_type(libxml_get_external_entity_loader())],
            'umask' => umask(),
            'directory' => getcwd(),
            'agent' => ini_get('user_agent'),
            'error' => error_get_last(),
            'level' => ob_get_level(),
            'count' => self::count(),
        ];
    }

    /** A file that is loaded once, by the first request that needs it. */
    public function loaded()
    {
        require_once app_path('loaded_once.php');
        return [
            'constant' => [LOADED, defined('LOADED_LATER')],
            'static' => Loaded::$values,
            'autoload' => class_exists('ByLoaded'),
            'wrapper' => in_array('loaded', stream_get_wrappers(), true),
            'filter' => in_array('loaded', stream_get_filters(), true),
        ];
    }

    public function defines(Request $request)
    {
        defined('TENANT') || define('TENANT', $request->query('tenant'));
        return TENANT;
    }

    /** opcache compiles both in another way. */
    public function declares()
    {
        define('DECLARED', true);
        return 'declared';
    }

    public function random()
    {
        $first = mt_rand();
        mt_srand(1);
        return [$first];
    }

    public function shutdown()
    {
        return Storage::get('shutdown') ?? '';
    }

    private function errorHandler(): string
    {
        $handler = set_error_handler(null);
        restore_error_handler();
        return get_debug_type($handler);
    }

    private function exceptionHandler(): string
    {
        $handler = set_exception_handler(null);
        restore_exception_handler();
        return get_debug_type($handler);
    }

    private static function count(): int
    {
        static $count = 0;
        return ++$count;
    }
}
