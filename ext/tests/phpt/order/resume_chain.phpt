--TEST--
Resumes nest as deep as calls
--FILE--
<?php
Co\run(function () {
    $before = 0;
    for ($i = 0; $i < 5; ++$i) {
        $before = go(function () use ($i, $before) {
            Co::yield();
            echo "down$i ";
            if ($before) Co::resume($before);
            echo "up$i ";
        });
    }
    Co::resume($before);
    echo "\n";
});
?>
--EXPECT--
down4 down3 down2 down1 down0 up0 up1 up2 up3 up4 
