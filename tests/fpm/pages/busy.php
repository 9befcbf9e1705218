<?php
// Computes until the file ?until= is there.
function compute(string $until): int
{
    for ($i = 0; !file_exists($until); ++$i) {
        clearstatcache();
    }
    return $i;
}
touch("$_GET[until].begun");
echo compute($_GET['until']) > 0 ? 'computed' : 'there';
