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

/**
 * What hooks do to each object of this process that makes blocking calls, for tools. Call it in a coroutine
 * with hooks on: nothing suspends before there was one.
 *
 * @return array by path of the object ("php": the program) arrays with the keys suspends and may_block (lists of names of
 *               calls; "syscall": directly to the kernel) and note ("" or why all calls of the object block)
 */
function hooked_calls(): array {}
