<?php

/** @generate-function-entries */

/**
 * Sends the response of this page to its end; what the page prints afterwards is dropped. The page continues. For classic sites
 * (docs/classic.md). May suspend.
 *
 * @return bool false where there is no response
 */
function fastcgi_finish_request(): bool {}

/**
 * The header fields of the request, for classic sites.
 *
 * @return array<string, string> by name, as Accept-Language; several lines of one name with commas between them
 */
function getallheaders(): array {}

/**
 * What the status page of this pool shows, of `tern fpm`.
 *
 * @return array<string, mixed>|false false elsewhere
 */
function fpm_get_status(): array|false {}

/**
 * @return array<string, string>
 * @implementation-alias getallheaders
 */
function apache_request_headers(): array {}
