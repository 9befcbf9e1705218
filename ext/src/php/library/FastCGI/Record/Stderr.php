<?php

declare(strict_types=1);

namespace Swoole\FastCGI\Record;

use Swoole\FastCGI;
use Swoole\FastCGI\Record;

/** A part of what the program reports beside its response. */
class Stderr extends Record
{
    /** @param string $contentData '': the end of it */
    public function __construct(string $contentData)
    {
        $this->type = FastCGI::STDERR;
        $this->setContentData($contentData);
    }
}
