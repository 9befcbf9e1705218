<?php
fwrite(fopen("php://stderr", "w"), $_GET["text"] . "\n");
fwrite(fopen("php://stdout", "w"), "out\n");
echo "said";
