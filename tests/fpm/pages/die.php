<?php
posix_kill(getmypid(), (int) $_GET["signal"]);
sleep(10);
