<?php
// Writes and reads files of 17 bytes, by the same names in every request.
function use_files(int $count): void
{
    $folder = getenv('BENCH_FILES');
    for ($i = 0; $i < $count; ++$i) {
        Swoole\Coroutine\System::writeFile("$folder/$i", 'seventeen letters');
    }
    for ($i = 0; $i < $count; ++$i) {
        Swoole\Coroutine\System::readFile("$folder/$i");
    }
}
