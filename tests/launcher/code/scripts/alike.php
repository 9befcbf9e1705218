<?php

declare(strict_types=1);

namespace Shop\Alike;

use Attribute;
use Shop\Streams\STDERR;
use Vendor\FFI;

/** Nothing in this file behaves differently: chdir('/'), pcntl_fork(), exit. */
#[sleep(1), textdomain(2)]
#[Attribute(flags: Attribute::TARGET_CLASS)]
abstract class Alike extends STDIN implements STDOUT
{
    public const STDIN = 0, STDERR = 2;
    public const PHP_SAPI = 'cli';

    public function chdir(string $folder): static
    {
        $this->chdir($folder)->textdomain(0);
        $this?->putenv('A=B');
        self::pcntl_fork();
        static::sleep(1);
        Alike::dl('a');
        new sleep(1);
        return new static();
    }

    abstract public function exit(): STDERR;

    public static function &pcntl_fork(): array
    {
        return [...self::all(STDIN: 1), self::STDIN, Alike::STDERR, FFI::cdef('a'), FFI::class];
    }

    public function eval(STDIN $one, STDERR ...$others): void
    {
        $this->exit();
        $one->die = $one->STDOUT + $one?->STDOUT;
        echo "pcntl_fork() chdir('/') STDIN {$one->sleep(1)} $one->STDIN", 'textdomain(0); php://stdin is a name', <<<TEXT
            exit; sem_get(1); php://stdout
            TEXT;
    }
}

enum Stream
{
    case STDIN;
    case exit;
}

function textdomain(int $mask): int
{
    STDIN:
    $names = ['chdir', 'STDIN', 'pcntl_fork', PHP_SAPI];
    textdomain($mask);
    require __DIR__ . '/../config.php';
    require 'config.php';
    include '.hidden.php';
    file_get_contents('php://input') . fopen('php://output', 'w') . fopen('php://memory', 'w');
    \ini_get('memory_limit');
    $names['a']::sleep(1);
    \defined('PHP_SAPI') || file_get_contents(__DIR__ . '/./a');
    // exit(1);
    return $names instanceof STDIN ? 1 : 2;
}

echo PHP_SAPI, "\n";
header(...);
__halt_compiler();
<?php exit; chdir('/'); pcntl_fork(); ?>
