<?php

declare(strict_types=1);

namespace Swoole\FastCGI\Record;

use Swoole\FastCGI;
use Swoole\FastCGI\Record;

/** A part of the body of a request. */
class Stdin extends Record
{
    /** @param string $contentData '': the end of it */
    public function __construct(string $contentData)
    {
        $this->type = FastCGI::STDIN;
        $this->setContentData($contentData);
    }
}
