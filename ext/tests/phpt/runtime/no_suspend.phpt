--TEST--
Runtime: where others would see something half done, calls block as ever
--EXTENSIONS--
posix
pcntl
--FILE--
<?php
class Cycle { public $self; function __construct() { $this->self = $this; } function __destruct() { usleep(1000); echo 'destructed '; } }
class Plain { function __destruct() { usleep(1000); echo 'destructed '; } }
file_put_contents($file = __DIR__ . '/no_suspend.tmp', '<?php usleep(1000); (function () { usleep(1000); })(); echo "included ";');
spl_autoload_register(function ($class) { usleep(1000); eval("class $class {}"); echo 'loaded '; });
$places = [
    'include' => function () use ($file) { include $file; },
    'autoload' => function () { new Missing; },
    'garbage collection' => function () { new Cycle; gc_collect_cycles(); },
    'destructor' => function () { new Plain; },
    'signal handler' => function () {
        pcntl_async_signals(true);
        pcntl_signal(SIGUSR1, function () { usleep(1000); echo 'handled '; });
        posix_kill(getmypid(), SIGUSR1);
        for ($i = 0; $i < 3; ++$i);
    },
    'eval suspends' => function () { eval('usleep(1000); echo "evaled ";'); },
    'a comparison suspends' => function () { $a = [2, 1]; usort($a, function ($a, $b) { usleep(1000); return $a <=> $b; }); echo 'sorted ', $a[0]; },
];
Co\run(function () use ($places) {
    foreach ($places as $name => $place) {
        $id = go(function () use ($place) { $place(); echo "done "; });
        echo "[$name: over] ";
        if (Co::exists($id)) Co::join([$id]);
        echo "\n";
    }
});
unlink($file);
?>
--EXPECTF--
included done [include: over] 
loaded done [autoload: over] 
destructed done [garbage collection: over] 
%r(destructed done \[destructor: over\]|\[destructor: over\] destructed done)%r 
handled done [signal handler: over] 
[eval suspends: over] evaled done 
[a comparison suspends: over] sorted 1done 
