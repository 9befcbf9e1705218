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
class Slow {  // a file that takes its time to be read
    public $context;
    private $left = '<?php echo "included ";';
    function stream_open() { usleep(1000); return true; }
    function stream_stat() { return []; }
    function stream_set_option() { return false; }
    function stream_read($count) { usleep(1000); [$now, $this->left] = [$this->left, '']; return $now; }
    function stream_eof() { return $this->left === ''; }
    function stream_close() {}
}
stream_wrapper_register('slow', 'Slow');
spl_autoload_register(function ($class) { usleep(1000); eval("class $class {}"); echo 'loaded '; });
$places = [
    'include_once' => function () use ($file) { include_once $file; },
    'a function that is called while a file is included once' => function () use ($file) { copy($file, "$file.2"); require_once "$file.2"; },
    'opening a file' => function () { include 'slow://file'; },
    'include suspends' => function () use ($file) { include $file; },
    'include within include_once' => function () use ($file) {
        file_put_contents("$file.3", '<?php include ' . var_export($file, true) . ';');
        include_once "$file.3";
    },
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
array_map('unlink', [$file, "$file.2", "$file.3"]);
?>
--EXPECTF--
included done [include_once: over] 
included done [a function that is called while a file is included once: over] 
included done [opening a file: over] 
[include suspends: over] included done 
included done [include within include_once: over] 
loaded done [autoload: over] 
destructed done [garbage collection: over] 
%r(destructed done \[destructor: over\]|\[destructor: over\] destructed done)%r 
handled done [signal handler: over] 
[eval suspends: over] evaled done 
[a comparison suspends: over] sorted 1done 
