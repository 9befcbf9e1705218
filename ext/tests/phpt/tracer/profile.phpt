--TEST--
swoole_tracer_prof_begin() and prof_end(): the calls of all coroutines, in the Trace Event Format
--INI--
swoole.profile=1
--FILE--
<?php
use Swoole\Coroutine;

final class Work
{
    public function run(float $seconds): void
    {
        Coroutine::sleep($seconds);
    }
}
function fails(): void
{
    throw new Exception('no');
}
$path = tempnam(sys_get_temp_dir(), 'tern-profile-');
var_dump(swoole_tracer_prof_begin(['root_path' => __DIR__ . '/']), swoole_tracer_prof_begin());
Coroutine\run(function () {
    go(fn() => (new Work)->run(0.003));
    (new Work)->run(0.001);
    try {
        fails();
    } catch (Exception) {
    }
});
var_dump(swoole_tracer_prof_end($path), swoole_tracer_prof_end($path));
$trace = json_decode(file_get_contents($path), true);
unlink($path);
$calls = array_filter($trace['traceEvents'], fn($event) => $event['ph'] === 'X');
usort($calls, fn($one, $other) => [$one['tid'], $one['ts']] <=> [$other['tid'], $other['ts']]);
foreach ($calls as $call) {
    if (str_contains($call['name'], '{closure')) continue;
    echo "coroutine $call[tid]: $call[name], ", $call['dur'] >= (str_contains($call['name'], 'run') ? 1000 : 0) ? 'right' : 'short', "\n";
}
var_dump($trace['lost'], array_unique(array_column($calls, 'pid')) === [getmypid()]);
swoole_tracer_prof_begin();
var_dump(swoole_tracer_prof_end('/nowhere/at/all'));
try {
    swoole_tracer_prof_begin(['root_path' => 1]);
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECTF--
bool(true)
bool(false)
bool(true)
bool(false)
coroutine 1: Work::run (profile.php:6), right
coroutine 1: fails (profile.php:11), right
coroutine 2: Work::run (profile.php:6), right
int(0)
bool(true)

Warning: swoole_tracer_prof_end(/nowhere/at/all): Failed to open stream: No such file or directory in %s on line %d
bool(false)
swoole_tracer_prof_begin(): Argument #1 ($options) must have a string as "root_path", int given
