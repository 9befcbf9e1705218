<?php
// Ends of each kind with which a script has failed, or not.
switch ($_GET['how']) {
    case 'exit':
        exit(255);
    case 'memory':
        ini_set('memory_limit', '8M');
        str_repeat('x', 64 << 20);
        break;
    case 'compile':
        eval('class A extends A {} interface I {} class B extends I {}');
        break;
    case 'sent':
        echo 'begin';
        ob_end_flush();
        flush();
        no_such_function();
}
echo 'end';
