<?php

/** @generate-function-entries */

namespace Tern;

/**
 * Every option that Server::set() and Server\Port::set() know, for tools and documentation.
 *
 * @return array a list of arrays with the keys name, aliases, supported and, when it is supported: type, scope ("server"
 *               or "port"), least and most (null: none), default, doc
 */
function server_options(): array {}
