<?php
// The same work as with coroutines.
function use_files(int $count): void
{
    $folder = getenv('BENCH_FILES');
    for ($i = 0; $i < $count; ++$i) {
        file_put_contents("$folder/$i", 'seventeen letters');
    }
    for ($i = 0; $i < $count; ++$i) {
        file_get_contents("$folder/$i");
    }
}
