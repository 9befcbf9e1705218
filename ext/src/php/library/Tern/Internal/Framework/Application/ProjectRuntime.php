<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Application;

use Symfony\Component\Runtime\RuntimeInterface;
use Symfony\Component\Runtime\SymfonyRuntime;
use UnexpectedValueException;
use function dirname;
use function interface_exists;
use function is_array;
use function is_file;
use function is_string;
use function ini_get;

/**
 * What symfony/runtime does for an index.php that requires vendor/autoload_runtime.php: it reads .env, sets the handler of errors, and
 * knows the arguments of the function that the file returns.
 */
final class ProjectRuntime
{
    private const FILE = 'autoload_runtime.php';

    private function __construct(private readonly RuntimeInterface $runtime)
    {
    }

    /** Whether a file is made for it. */
    public static function isAskedBy(string $index): bool
    {
        return str_contains((string) file_get_contents($index), self::FILE);
    }

    /** The classes of the project must be there. Null: the file does not ask for it. */
    public static function of(string $index): ?self
    {
        if (!interface_exists(RuntimeInterface::class) || !self::isAskedBy($index)) {
            return null;
        }
        unset($_SERVER['argv'], $_SERVER['argc']);  // "--env" there is not for the application
        $extra = self::extra(dirname($index, 2));
        $class = $_SERVER['APP_RUNTIME'] ?? $_ENV['APP_RUNTIME'] ?? $extra['class'] ?? SymfonyRuntime::class;
        unset($extra['class'], $extra['autoload_template']);
        $options = self::given() + $extra;
        if (!is_string($class) || !is_a($class, RuntimeInterface::class, true)) {
            throw new UnexpectedValueException('APP_RUNTIME is not the name of a runtime');
        }
        $display = (string) ini_get('display_errors');
        $runtime = new $class($options);
        ini_set('display_errors', $display);  // for a console it turns that on
        return new self($runtime);
    }

    /** Calls the function that an index.php has returned. */
    public function call(callable $function): mixed
    {
        [$resolved, $arguments] = $this->runtime->getResolver($function)->resolve();
        return $resolved(...$arguments);
    }

    /**
     * What composer.json says of it, which Composer has written to the file, too.
     *
     * @return array<mixed>
     */
    private static function extra(string $project): array
    {
        $file = "$project/composer.json";
        $package = is_file($file) ? json_decode((string) file_get_contents($file), true) : null;
        $extra = is_array($package) && is_array($package['extra'] ?? null) ? $package['extra']['runtime'] ?? null : null;
        $extra = is_array($extra) ? $extra : [];
        $within = is_string($extra['project_dir'] ?? null) ? $extra['project_dir'] : '';
        return ['project_dir' => rtrim("$project/$within", '/')] + $extra;
    }

    /** @return array<mixed> of the environment */
    private static function given(): array
    {
        $options = $_SERVER['APP_RUNTIME_OPTIONS'] ?? $_ENV['APP_RUNTIME_OPTIONS'] ?? [];
        $options = is_string($options) ? json_decode($options, true, 512, JSON_THROW_ON_ERROR) : $options;
        return is_array($options) ? $options : [];
    }
}
