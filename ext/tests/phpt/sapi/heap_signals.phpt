--TEST--
Scripts: the handler of a signal runs in whichever script is there: none has a heap of its own any more
--EXTENSIONS--
opcache
pcntl
posix
--INI--
opcache.enable_cli=1
tern.own_heaps=check
log_errors=0
--SKIPIF--
<?php
if (getenv('USE_ZEND_ALLOC') === '0') die('skip: another memory manager');
?>
--FILE--
<?php
require __DIR__ . '/site.inc';

Site::run([
    'sets' => <<<'PHP'
        final class Seen
        {
            public array $signals = [];
            public function __invoke($signal, $info) { $this->signals[] = [$signal, str_repeat('x', 100)]; }
        }
        pcntl_signal(SIGUSR2, $GLOBALS['seen'] = new Seen);
        echo 'set';
        PHP,
    'waits' => 'for ($i = 0; $i < 20; ++$i) Co::sleep(0.001); echo "waited";',
    'signals' => <<<'PHP'
        $kept = str_repeat('kept', 100);
        posix_kill(getmypid(), SIGUSR2);
        pcntl_signal_dispatch();
        echo count(pcntl_signal_get_handler(SIGUSR2)->signals), ' of ', strlen($kept);
        PHP,
], function (Site $site) {
    foreach ($site->askAll('/waits', '/sets') as $answer) echo explode("\n\n", $answer)[1], "\n";
    foreach (['/signals', '/waits', '/signals'] as $name) echo explode("\n\n", $site->ask($name))[1], "\n";
});
?>
--EXPECT--
waited
set
1 of 400
waited
2 of 400
