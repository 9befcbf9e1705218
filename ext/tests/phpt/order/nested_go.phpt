--TEST--
go() runs its body at once, nested ones first
--FILE--
<?php
echo "1 ";
go(function () {
    echo "2 ";
    go(function () { echo "3 "; go(function () { echo "4 "; }); echo "5 "; });
    echo "6 ";
});
echo "7\n";
?>
--EXPECT--
1 2 3 4 5 6 7
