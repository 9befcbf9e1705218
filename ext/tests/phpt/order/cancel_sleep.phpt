--TEST--
cancel() of a sleep: its timer goes, and it can sleep again
--FILE--
<?php
Co\run(function () {
    $other = go(function () { var_dump(Co::sleep(1000)); var_dump(Co::sleep(0.001)); echo "other ends\n"; });
    Co::cancel($other);
    echo "cancelled\n";
});
?>
--EXPECT--
bool(false)
cancelled
bool(true)
other ends
