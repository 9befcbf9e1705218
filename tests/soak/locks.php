<?php
// locks.php KIND KILLS WORKERS SEED: processes that take turns at a lock, some of them with coroutines, and whoever has
// it is killed again and again. What the lock guards is a counter that is read, and written a little later, beside a
// proof that is added to: they are never apart by more than the one step of somebody who was killed. Prints figures;
// ends with 1 when something is wrong.
use Swoole\Atomic;
use Swoole\Lock;

const KINDS = ['RWLOCK' => Lock::RWLOCK, 'FILELOCK' => Lock::FILELOCK, 'MUTEX' => Lock::MUTEX, 'SEM' => Lock::SEM,
    'SPINLOCK' => Lock::SPINLOCK];
const EOWNERDEAD = 130;
const PATIENCE = 5.0;  // seconds

[, $kind, $kills, $workers, $seed] = $argv;
mt_srand((int) $seed);

class World
{
    public Lock $lock;
    public Atomic\Long $counter;
    public Atomic\Long $proof;
    public Atomic\Long $holder;  // its pid, 0: nobody
    public Atomic\Long $takeovers;
    public Atomic\Long $reads;
    public Atomic $wrong;
    public string $path = '';

    public function __construct(public string $kind)
    {
        if ($kind === 'FILELOCK') {
            $this->path = tempnam(sys_get_temp_dir(), 'locks');
        }
        $this->lock = new Lock(KINDS[$kind], $this->path);
        foreach (['counter', 'proof', 'holder', 'takeovers', 'reads'] as $name) {
            $this->$name = new Atomic\Long();
        }
        $this->wrong = new Atomic();
    }

    public function complain(string $what): void
    {
        $this->wrong->add();
        fwrite(STDERR, "$this->kind: " . posix_getpid() . ": $what\n");
    }

    /** Has it alone: makes good what somebody who died left half done, then takes a step. */
    public function step(): void
    {
        $told = $this->lock->errCode === EOWNERDEAD;
        if ($told) {
            $this->takeovers->add();
        }
        $apart = $this->counter->get() - $this->proof->get();
        if ($apart === 1 && ($told || $this->kind === 'FILELOCK')) {
            $this->proof->add();
        } elseif ($apart !== 0) {
            $this->complain("$apart apart" . ($told ? ', told' : ''));
        }
        $this->holder->set(posix_getpid());
        $seen = $this->counter->get();
        for ($i = mt_rand(0, 2000); $i > 0; --$i);
        $this->counter->set($seen + 1);
        for ($i = mt_rand(0, 200); $i > 0; --$i);
        $this->proof->add();
        $this->holder->cmpset(posix_getpid(), 0);
    }

    public function read(): void
    {
        $told = $this->lock->errCode === EOWNERDEAD;
        $apart = $this->counter->get() - $this->proof->get();
        if ($apart !== 0 && !($apart === 1 && ($told || $this->kind === 'FILELOCK'))) {
            $this->complain("a reader found $apart");
        }
        $this->reads->add();
    }

    public function turn(): void
    {
        $reads = ($this->kind === 'RWLOCK' || $this->kind === 'FILELOCK') && mt_rand(0, 2) === 0;
        if (!$this->lock->lock($reads ? LOCK_SH : LOCK_EX, PATIENCE)) {
            $this->complain('no lock in time: ' . $this->lock->errCode);
            return;
        }
        $reads ? $this->read() : $this->step();
        if (!$this->lock->unlock()) {
            $this->complain('could not unlock');
        }
    }

    public function work(bool $with_coroutines): void
    {
        if (!$with_coroutines) {
            for (;;) {
                $this->turn();
            }
        }
        Co\run(function () {
            for ($i = 0; $i < 2; ++$i) {
                go(function () {
                    for (;;) {
                        $this->turn();
                        Co::sleep(0.001);
                    }
                });
            }
        });
    }
}

function start(World $world, int $number): int
{
    $pid = pcntl_fork();
    if ($pid > 0) {
        return $pid;
    }
    mt_srand(posix_getpid());
    $world->work($number % 3 === 2);
    posix_kill(posix_getpid(), SIGKILL);
}

$world = new World($kind);
$pids = [];
for ($i = 0; $i < $workers; ++$i) {
    $pids[$i] = start($world, $i);
}
$waits = [];
$hit = 0;
for ($n = 0; $n < $kills; ++$n) {
    usleep(mt_rand(0, 2000));
    $victim = array_search($world->holder->get(), $pids, true);
    if ($victim !== false && mt_rand(0, 9) > 0) {
        ++$hit;
    } else {
        $victim = mt_rand(0, $workers - 1);
    }
    posix_kill($pids[$victim], SIGKILL);
    $start = hrtime(true);
    // Not reaped before: the dead are noticed all the same.
    if (!$world->lock->lockwait(PATIENCE)) {
        $world->complain("not available after kill $n: " . $world->lock->errCode);
    } else {
        $waits[] = (hrtime(true) - $start) / 1e6;
        $world->step();
        $world->lock->unlock();
    }
    pcntl_waitpid($pids[$victim], $status);
    $pids[$victim] = start($world, $victim);
}
foreach ($pids as $pid) {
    posix_kill($pid, SIGKILL);
}
foreach ($pids as $pid) {
    pcntl_waitpid($pid, $status);
}
if (!$world->lock->lockwait(PATIENCE)) {
    $world->complain('not available at the end: ' . $world->lock->errCode);
}
if ($world->path !== '') {
    unlink($world->path);
}
sort($waits);
printf(
    "%-8s %d kills, %d aimed at who had it, %d took over and were told, %d steps, %d reads; available after %.1f ms (median), %.1f (p99), %.1f (most); %d wrong\n",
    $kind,
    $kills,
    $hit,
    $world->takeovers->get(),
    $world->proof->get(),
    $world->reads->get(),
    $waits[intdiv(count($waits), 2)],
    $waits[(int) (count($waits) * 0.99)],
    end($waits),
    $world->wrong->get(),
);
exit($world->wrong->get() > 0 ? 1 : 0);
