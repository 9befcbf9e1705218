<?php

declare(strict_types=1);

namespace App\Task;

use Hyperf\Task\Annotation\Task;

class Sum
{
    #[Task]
    public function sum(int $a, int $b): int
    {
        return $a + $b;
    }
}
