<?php

namespace App;

class Loaded
{
    public static array $values = [];
}

Loaded::$values = ['set', 'by', 'the file'];
