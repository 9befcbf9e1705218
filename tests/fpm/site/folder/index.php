<?php
require dirname(__DIR__) . '/dump.php';
