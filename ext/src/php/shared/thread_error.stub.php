<?php

/** @generate-class-entries */

namespace Swoole\Thread;

/**
 * @strict-properties
 * @not-serializable
 */
final class Error
{
}
