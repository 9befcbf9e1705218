<?php

declare(strict_types=1);

namespace Swoole\Thread;

use Exception;
use ReflectionClass;
use Swoole\Coroutine;
use Swoole\Thread;
use Tern\Internal\Declarations;
use Tern\Internal\ThreadPoolMember;
use function Swoole\Coroutine\run;
use function class_exists;
use function is_subclass_of;
use function str_ends_with;

/** Threads that run objects of one class, and run again when they end. */
class Pool
{
    private const PAUSE = 0.1;  // seconds before a thread that has failed runs again

    private string $runnableClass;
    private int $threadNum;
    private string $autoloader = '';
    private string $classDefinitionFile = '';
    /** @var array<int, mixed> */
    private array $arguments = [];
    /** @var array<int, Thread> */
    private array $threads = [];
    private ?Atomic $running = null;

    /**
     * @param string $runnableClass a subclass of Runnable
     * @param int $threadNum how many run at a time
     * @throws Exception when it is not above 0
     */
    public function __construct(string $runnableClass, int $threadNum)
    {
        if ($threadNum <= 0) {
            throw new Exception("a pool needs at least one thread, $threadNum given");
        }
        $this->runnableClass = $runnableClass;
        $this->threadNum = $threadNum;
    }

    /**
     * What Runnable::run() gets.
     *
     * @param mixed ...$arguments as those of a Thread
     */
    public function withArguments(...$arguments): static
    {
        $this->arguments = array_values($arguments);
        return $this;
    }

    /** The file that loads classes in each thread. Without it, vendor/autoload.php is used where the program has included one. */
    public function withAutoloader(string $autoloader): static
    {
        $this->autoloader = $autoloader;
        return $this;
    }

    /** The file that declares the class. Each thread includes it. */
    public function withClassDefinitionFile(string $classDefinitionFile): static
    {
        $this->classDefinitionFile = $classDefinitionFile;
        return $this;
    }

    /**
     * Returns when the pool was shut down and all threads have ended.
     *
     * @throws Exception when there is no such class, or its file does more than declare classes
     */
    public function start(): void
    {
        $this->findClass();
        if ($this->autoloader === '') {
            $this->autoloader = self::findAutoloader();
        }
        $this->running = new Atomic(1);
        Coroutine::getCid() > 0 ? $this->runAll() : run($this->runAll(...));
    }

    /** Ends the pool: Runnable::isRunning() becomes false, and no thread runs again. */
    public function shutdown(): void
    {
        $this->running?->set(0);
    }

    /**
     * Whether a thread may include the file: it must not start the program once more.
     *
     * @param string $filePath
     */
    protected function isValidPhpFile($filePath): bool
    {
        return Declarations::areAll($filePath);
    }

    /** @param int $index */
    protected function createThread($index): void
    {
        $this->threads[$index] = new Thread(
            ThreadPoolMember::FILE,
            $this->autoloader,
            $this->runnableClass,
            $this->classDefinitionFile,
            $this->running,
            $index,
            ...$this->arguments,
        );
    }

    private function findClass(): void
    {
        if ($this->classDefinitionFile !== '') {
            require_once $this->classDefinitionFile;
        } elseif (class_exists($this->runnableClass, false)) {
            $this->classDefinitionFile = (string) (new ReflectionClass($this->runnableClass))->getFileName();
            if ($this->classDefinitionFile !== '' && !$this->isValidPhpFile($this->classDefinitionFile)) {
                throw new Exception("$this->classDefinitionFile does more than declare classes: a thread cannot include it");
            }
        }
        if (!class_exists($this->runnableClass)) {
            throw new Exception("there is no class $this->runnableClass");
        }
        if (!is_subclass_of($this->runnableClass, Runnable::class)) {
            throw new Exception("the class $this->runnableClass must extend " . Runnable::class);
        }
    }

    private static function findAutoloader(): string
    {
        foreach (get_included_files() as $file) {
            if (str_ends_with($file, 'vendor/autoload.php')) {
                return $file;
            }
        }
        return '';
    }

    private function runAll(): void
    {
        $supervisors = [];
        for ($index = 0; $index < $this->threadNum; $index++) {
            $supervisors[] = (int) Coroutine::create($this->supervise(...), $index);
        }
        Coroutine::join($supervisors);
    }

    private function supervise(int $index): void
    {
        do {
            $this->createThread($index);
            while (!$this->threads[$index]->join() && $this->threads[$index]->isAlive()) {
                Coroutine::sleep(self::PAUSE);  // it cannot be waited for: there are no more descriptors
            }
            $failed = $this->threads[$index]->getExitStatus() !== 0;
            unset($this->threads[$index]);
            if ($failed && $this->running?->get() !== 0) {
                Coroutine::sleep(self::PAUSE);
            }
        } while ($this->running?->get() !== 0);
    }
}
