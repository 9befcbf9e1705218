<?php

declare(strict_types=1);

namespace Tern\Http\Client;

/** More redirects than `redirects` allows. */
final class TooManyRedirects extends RedirectError
{
}
