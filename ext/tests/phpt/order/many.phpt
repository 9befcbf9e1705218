--TEST--
More coroutines than two mappings each would allow
--SKIPIF--
<?php if (version_compare(php_uname('r'), '6.13', '<')) die('skip guards that are no mappings need Linux 6.13'); ?>
--FILE--
<?php
Co::set(['max_coroutine' => 50_000]);
Co\run(function () {
    for ($i = 0; $i < 40_000; ++$i) go('Co::yield');
    echo Co::stats()['coroutine_num'], ' coroutines, ', count(file('/proc/self/maps')) < 5_000 ? 'few' : 'many', " mappings\n";
    foreach (Co::list() as $id) if ($id !== Co::getCid()) Co::resume($id);
    echo Co::stats()['coroutine_num'], " left\n";
});
?>
--EXPECT--
40001 coroutines, few mappings
1 left
