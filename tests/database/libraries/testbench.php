<?php
// testbench.php: what Laravel's own tests need of orchestra/testbench, which registries may lack: an application without files of its
// own. There are the tables of the cache and of users; tests that need more of testbench fail.

namespace Orchestra\Testbench\Attributes;

use Attribute;

#[Attribute(Attribute::TARGET_METHOD | Attribute::IS_REPEATABLE)]
final class DefineEnvironment
{
    public function __construct(public readonly string $method)
    {
    }
}

#[Attribute(Attribute::TARGET_CLASS)]
final class WithMigration
{
    /** @var string[] */
    public readonly array $names;

    public function __construct(string ...$names)
    {
        $this->names = $names;
    }
}

namespace Orchestra\Testbench\Concerns;

trait WithLaravelMigrations
{
}

namespace Orchestra\Testbench\Factories;

final class UserFactory
{
    private static int $count = 0;

    public static function new(): self
    {
        return new self();
    }

    public function raw(): array
    {
        $number = ++self::$count;
        return ['name' => "User $number", 'email' => "user$number@example.com", 'password' => 'secret'];
    }
}

namespace Orchestra\Testbench;

use Illuminate\Config\Repository;
use Illuminate\Contracts\Console\Kernel as KernelContract;
use Illuminate\Contracts\Debug\ExceptionHandler;
use Illuminate\Foundation\Application;
use Illuminate\Foundation\Bootstrap\BootProviders;
use Illuminate\Foundation\Bootstrap\RegisterFacades;
use Illuminate\Foundation\Bootstrap\RegisterProviders;
use Illuminate\Foundation\Console\Kernel;
use Illuminate\Foundation\Exceptions\Handler;
use Illuminate\Foundation\Testing\TestCase as LaravelTestCase;
use Illuminate\Http\Request;
use Illuminate\Support\ServiceProvider;
use Illuminate\Testing\PendingCommand;
use Orchestra\Testbench\Attributes\DefineEnvironment;
use Orchestra\Testbench\Attributes\WithMigration;
use Orchestra\Testbench\Concerns\WithLaravelMigrations;
use ReflectionClass;
use ReflectionMethod;

abstract class TestCase extends LaravelTestCase
{
    public function createApplication(): Application
    {
        $app = new Application($this->folder());
        $app->detectEnvironment(fn() => 'testing');
        $app->instance('config', new Repository($this->settings()));
        $app->instance('request', Request::create('http://localhost'));
        $app->singleton(KernelContract::class, Kernel::class);
        $app->singleton(ExceptionHandler::class, Handler::class);
        date_default_timezone_set('UTC');
        $app->bootstrapWith([RegisterFacades::class]);
        $this->defineEnvironment($app);
        $this->getEnvironmentSetUp($app);
        foreach ((new ReflectionMethod($this, $this->name()))->getAttributes(DefineEnvironment::class) as $attribute) {
            $this->{$attribute->newInstance()->method}($app);
        }
        $app->bootstrapWith([RegisterProviders::class, BootProviders::class]);
        $this->addMigrations($app->databasePath('migrations'));
        return $app;
    }

    // At once, and not in a destructor: there PHP before 8.4 lets no coroutine wait.
    public function artisan($command, $parameters = [])
    {
        $pending = parent::artisan($command, $parameters);
        if ($pending instanceof PendingCommand) {
            $pending->run();
        }
        return $pending;
    }

    // The connections of this test end before the next one makes its own.
    protected function tearDown(): void
    {
        parent::tearDown();
        gc_collect_cycles();
    }

    protected function setUpTraits(): array
    {
        $this->defineDatabaseMigrations();
        $this->beforeApplicationDestroyed(fn() => $this->destroyDatabaseMigrations());
        return parent::setUpTraits();
    }

    protected function defineEnvironment($app)
    {
    }

    protected function getEnvironmentSetUp($app)
    {
    }

    protected function defineDatabaseMigrations()
    {
    }

    protected function destroyDatabaseMigrations()
    {
    }

    private function addMigrations(string $folder): void
    {
        array_map(unlink(...), glob("$folder/*.php"));
        if (\in_array(WithLaravelMigrations::class, class_uses_recursive($this), true)) {
            copy(__DIR__ . '/users.php', "$folder/2020_01_01_000000_make_users.php");
        }
        foreach ((new ReflectionClass($this))->getAttributes(WithMigration::class) as $attribute) {
            if (\in_array('cache', $attribute->newInstance()->names, true)) {
                $source = \dirname((new ReflectionClass(Application::class))->getFileName(), 2);
                copy("$source/Cache/Console/stubs/cache.stub", "$folder/2020_01_01_000000_make_cache.php");
            }
        }
    }

    private function folder(): string
    {
        $folder = \dirname($_GET['results']) . '/application';
        foreach (['bootstrap/cache', 'config', 'database/migrations', 'resources/views', 'storage/framework/views', 'storage/logs'] as $name) {
            is_dir("$folder/$name") || mkdir("$folder/$name", 0777, true);
        }
        return $folder;
    }

    private function settings(): array
    {
        $database = ['host' => '127.0.0.1', 'prefix' => '', 'prefix_indexes' => true];
        return [
            'app' => ['key' => str_repeat('k', 32), 'cipher' => 'AES-256-CBC', 'debug' => true, 'timezone' => 'UTC', 'locale' => 'en', 'fallback_locale' => 'en',
                'url' => 'http://localhost', 'aliases' => [], 'providers' => ServiceProvider::defaultProviders()->toArray()],
            'auth' => ['defaults' => ['guard' => 'web']],
            'broadcasting' => ['default' => 'null', 'connections' => ['null' => ['driver' => 'null']]],
            'cache' => ['default' => 'array', 'prefix' => '', 'stores' => ['array' => ['driver' => 'array'],
                'database' => ['driver' => 'database', 'table' => 'cache', 'connection' => null]]],
            'database' => ['default' => getenv('DB_CONNECTION'), 'migrations' => 'migrations', 'connections' => [
                'mysql' => ['driver' => 'mysql', 'port' => getenv('MYSQL_TEST_PORT'), 'database' => 'library', 'username' => 'root', 'password' => '', 'charset' => 'utf8mb4',
                    'collation' => 'utf8mb4_unicode_ci', 'strict' => true, 'engine' => null] + $database,
                'pgsql' => ['driver' => 'pgsql', 'port' => getenv('PGSQL_TEST_PORT'), 'database' => 'library', 'username' => 'root', 'password' => '', 'charset' => 'utf8',
                    'search_path' => 'public', 'sslmode' => 'prefer'] + $database]],
            'filesystems' => ['default' => 'local', 'disks' => ['local' => ['driver' => 'local', 'root' => $this->folder() . '/storage']]],
            'hashing' => ['driver' => 'bcrypt', 'bcrypt' => ['rounds' => 4]],
            'logging' => ['default' => 'null', 'channels' => ['null' => ['driver' => 'monolog', 'handler' => 'Monolog\Handler\NullHandler']]],
            'mail' => ['default' => 'array', 'mailers' => ['array' => ['transport' => 'array']]],
            'queue' => ['default' => 'sync', 'connections' => ['sync' => ['driver' => 'sync'],
                'database' => ['driver' => 'database', 'table' => 'jobs', 'queue' => 'default', 'retry_after' => 90]]],
            'session' => ['driver' => 'array', 'lottery' => [0, 100], 'cookie' => 'session'],
            'view' => ['paths' => [$this->folder() . '/resources/views'], 'compiled' => $this->folder() . '/storage/framework/views'],
        ];
    }
}
