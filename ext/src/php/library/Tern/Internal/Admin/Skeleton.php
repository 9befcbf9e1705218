<?php

declare(strict_types=1);

namespace Tern\Internal\Admin;

/** What is on the admin page, before its script has filled it. */
final class Skeleton
{
    public const HTML = <<<'HTML'
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>tern</title>
<link rel="icon" href="data:,">
<style>{style}</style>
</head>
<body>
<a class="skip" href="#main">To the charts</a>
<header>
  <h1>tern</h1>
  <span id="state" class="badge" role="status">connecting</span>
  <p id="facts"></p>
  <nav aria-label="Actions">
    <button type="button" id="reload">Reload workers</button>
    <button type="button" id="reload-tasks" hidden>Reload task workers</button>
    <button type="button" id="upgrade">Upgrade server</button>
    <button type="button" id="stop" class="danger">Stop server</button>
    <button type="button" id="forget" hidden>Forget token</button>
  </nav>
</header>
<p id="notice" role="alert" hidden></p>
<p id="upgrade-state" role="status" hidden></p>
<main id="main">
  <section aria-labelledby="h-charts">
    <h2 id="h-charts" class="unseen">Now</h2>
    <div id="charts"></div>
  </section>
  <section aria-labelledby="h-requests">
    <h2 id="h-requests">Requests in flight <span id="requests-count" class="count"></span></h2>
    <ul id="silent" class="plain"></ul>
    <ul id="requests" class="plain"></ul>
    <p id="requests-none" class="none">None that wait.</p>
  </section>
  <section aria-labelledby="h-workers">
    <h2 id="h-workers">Workers <span id="workers-count" class="count"></span></h2>
    <div class="scroll"><table id="workers">
      <thead><tr><th scope="col">Worker</th><th scope="col">Pid</th><th scope="col">Status</th>
      <th scope="col">Requests/s</th><th scope="col">In flight</th><th scope="col">Connections</th>
      <th scope="col">Coroutines</th><th scope="col">Timers</th><th scope="col">Memory</th>
      <th scope="col">PHP heap</th><th scope="col">Longest turn</th><th scope="col">Blocked</th>
      <th scope="col">Up</th><th scope="col"><span class="unseen">Actions</span></th></tr></thead>
      <tbody></tbody></table></div>
  </section>
  <section aria-labelledby="h-pools" id="pools-section" hidden>
    <h2 id="h-pools">Pools</h2>
    <div class="scroll"><table id="pools">
      <thead><tr><th scope="col">Pool</th><th scope="col">Worker</th><th scope="col">Connections</th>
      <th scope="col">Lent</th><th scope="col">Idle</th><th scope="col">Waiting</th></tr></thead>
      <tbody></tbody></table></div>
  </section>
  <section aria-labelledby="h-tables" id="tables-section" hidden>
    <h2 id="h-tables">Shared tables</h2>
    <div class="scroll"><table id="tables">
      <thead><tr><th scope="col">Table</th><th scope="col">Columns</th><th scope="col">Rows</th>
      <th scope="col">At most</th><th scope="col">Memory</th></tr></thead>
      <tbody></tbody></table></div>
  </section>
  <section aria-labelledby="h-options">
    <h2 id="h-options">Options</h2>
    <div class="bar"><label>Find <input type="search" id="find" autocomplete="off"></label>
    <label><input type="checkbox" id="changed" checked> only those that were set</label></div>
    <dl id="options"></dl>
    <p id="options-none" class="none" hidden>None.</p>
  </section>
</main>
<dialog id="token" aria-labelledby="h-token">
  <form method="dialog">
    <h2 id="h-token">Token</h2>
    <p id="token-why">This server asks for its <code>admin_token</code>. It is kept until this tab is closed.</p>
    <label>Token <input type="password" id="token-text" autocomplete="off" required minlength="16"></label>
    <div class="bar"><button class="main">Connect</button></div>
  </form>
</dialog>
<dialog id="confirm" aria-labelledby="confirm-what">
  <form method="dialog">
    <h2 id="confirm-what"></h2>
    <p id="confirm-text"></p>
    <div class="bar"><button value="yes" id="confirm-yes" class="main">Yes</button><button value="no">Cancel</button></div>
  </form>
</dialog>
<dialog id="stacks" aria-labelledby="stacks-what">
  <form method="dialog" class="bar"><h2 id="stacks-what"></h2><button value="close">Close</button></form>
  <p id="stacks-none" class="none" hidden></p>
  <ul id="stacks-list" class="plain"></ul>
</dialog>
<script>{script}</script>
</body>
</html>

HTML;
}
