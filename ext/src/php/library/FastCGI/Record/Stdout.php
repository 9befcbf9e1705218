<?php

declare(strict_types=1);

namespace Swoole\FastCGI\Record;

use Swoole\FastCGI;
use Swoole\FastCGI\Record;

/** A part of a response: its head and its body. */
class Stdout extends Record
{
    /** @param string $contentData '': the end of it */
    public function __construct(string $contentData)
    {
        $this->type = FastCGI::STDOUT;
        $this->setContentData($contentData);
    }
}
