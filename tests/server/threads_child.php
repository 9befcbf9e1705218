<?php
[$map, $name] = Swoole\Thread::getArguments();
$map['thread'] = $name;
exit(7);
