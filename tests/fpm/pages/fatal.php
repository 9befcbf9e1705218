<?php
echo 'before';
throw new LogicException('broken');
