// What the admin page does. Whatever comes from clients of the server is shown as text, never as HTML.
const EVERY_MS = 1000;
const WINDOW = 10;  // polls that latencies are taken from
const LONG_MS = 5000;
const MOST_QUERIES = 15;
const one = (id) => document.getElementById(id);
let token = sessionStorage.getItem('token');
let last = null;       // the stats before
let durations = [];    // buckets of the last polls
let draining = false;
let master = null;     // the pid of the server, and of the one before it
let formerMaster = null;

const charts = [
  new Chart('requests', 'Requests per second', number, [''], 10),
  new Chart('latency', 'Latency of requests, last 10 s', duration, ['p50', 'p99'], 0.01),
  new Chart('connections', 'Connections', number, [''], 10),
  new Chart('coroutines', 'Coroutines', number, [''], 10),
  new Chart('memory', 'Memory of workers', bytes, ['resident', 'PHP heap'], 10 << 20, 1 << 20),
  new Chart('lag', 'Longest turn of a loop, last minute', duration, [''], 1),
];
one('charts').append(...charts.map((chart) => chart.element));

class Failure extends Error {
  constructor(status, body) {
    super(body.error ?? `the response was ${status}`);
    Object.assign(this, { status, body });
  }
}

async function ask(path, options = {}) {
  const sent = token;
  const headers = { 'X-Tern-Admin': '1', ...(sent && { Authorization: `Bearer ${sent}` }) };
  const response = await fetch(path, { ...options, headers, signal: AbortSignal.timeout(10000) });
  const body = await response.json().catch(() => ({}));
  if (response.ok) return body;
  if (response.status === 401) {
    if (token !== sent) return ask(path, options);  // this response is about one that is no longer used
    await askToken(sent !== null);
  }
  throw new Failure(response.status, body);
}

// --- dialogs

// The value of the button that was pressed; Escape has none. The close event would be too late: it may open again before.
const answered = (dialog) => new Promise((resolve) => {
  const over = new AbortController();
  const end = (value) => { over.abort(); resolve(value); };
  dialog.querySelector('form').addEventListener('submit', (event) => end(event.submitter?.value ?? ''), { signal: over.signal });
  dialog.addEventListener('cancel', () => end(''), { signal: over.signal });
  dialog.showModal();
});

async function askToken(wasWrong) {
  if (one('token').open) { await answered(one('token')); return; }
  token = null;
  sessionStorage.removeItem('token');
  if (wasWrong) one('token-why').textContent = 'That was not the admin_token of this server.';
  await answered(one('token'));
  if (!one('token-text').value) return;
  token = one('token-text').value;
  one('token-text').value = '';
  sessionStorage.setItem('token', token);
  one('forget').hidden = false;
}

async function confirmed(what, text, yes) {
  one('confirm-what').textContent = what;
  one('confirm-text').textContent = text;
  one('confirm-yes').textContent = yes;
  return await answered(one('confirm')) === 'yes';
}

function say(text, bad = false) {
  one('notice').hidden = !text;
  if (one('notice').textContent !== text) one('notice').textContent = text;
  one('notice').classList.toggle('bad', bad);
}

async function act(what, text, yes, path, body, accepted = `${what}: under way.`) {
  if (!await confirmed(what, text, yes)) return;
  try {
    await ask(path, { method: 'POST', body: body && JSON.stringify(body) });
    say(accepted);
  } catch (failure) {
    say(`${what}: ${failure.message}`, true);
  }
}

// --- in place: an element with a key stays where it is, with the focus and its open parts

function sync(parent, rows, key, create, update) {
  const there = new Map([...parent.children].map((child) => [child.dataset.key, child]));
  let place = parent.firstElementChild;
  for (const row of rows) {
    const id = String(key(row));
    const element = there.get(id) ?? create(row);
    there.delete(id);
    element.dataset.key = id;
    update(element, row);
    if (element === place) place = place.nextElementSibling;
    else parent.insertBefore(element, place);
  }
  for (const gone of there.values()) gone.remove();
}

const write = (element, text) => { if (element.textContent !== String(text)) element.textContent = text; };

function cells(table) {
  const labels = [...document.querySelectorAll(`#${table} th`)].map((head) => head.textContent);
  return () => make('tr', {}, ...labels.map((label) => make('td', { 'data-label': label })));
}

// --- what is shown

const samples = (stats, name) => stats.metrics[name]?.samples ?? [];
const total = (list) => list.reduce((sum, value) => sum + value, 0);

// Of what was counted between two looks; null: nothing.
function quantile(before, after, share) {
  const bounds = Object.keys(after).map((key) => [key === '+Inf' ? Infinity : Number(key), key]).sort((a, b) => a[0] - b[0]);
  const counts = bounds.map(([, key]) => after[key] - (before[key] ?? 0));
  const all = counts.at(-1);
  if (!all) return null;
  const at = counts.findIndex((count) => count >= all * share);
  const below = at ? counts[at - 1] : 0;
  const from = at ? bounds[at - 1][0] : 0;
  const to = Number.isFinite(bounds[at][0]) ? bounds[at][0] : from;
  return 1000 * (from + (to - from) * (all * share - below) / (counts[at] - below || 1));
}

function showCharts(stats, time) {
  const workers = stats.workers.filter((worker) => worker.role !== 'admin');
  const count = total(samples(stats, 'tern_http_requests_total').map((sample) => sample.value));
  const buckets = samples(stats, 'tern_http_request_duration_seconds')[0]?.buckets ?? {};
  const rate = last && last.count <= count ? (count - last.count) * 1000 / (time - last.time) : null;
  const before = durations[0] ?? buckets;
  durations = [...durations, buckets].slice(-WINDOW);
  charts[0].add(time, rate);
  charts[1].add(time, quantile(before, buckets, 0.5), quantile(before, buckets, 0.99));
  charts[2].add(time, stats.server.connection_num);
  charts[3].add(time, total(workers.map((worker) => worker.coroutines)));
  charts[4].add(time, total(workers.map((worker) => worker.memory_rss)), total(workers.map((worker) => worker.memory_php)));
  charts[5].add(time, Math.max(0, ...workers.map((worker) => worker.loop_lag_ms)));
  return count;
}

// A new process at the same address has taken over, or was started in the place of the other: its counters are its own.
function followMaster({ pid }) {
  if (master !== null && pid !== master) {
    formerMaster = master;
    options = null;
    say('');
  }
  master = pid;
}

function upgradeText({ pid, upgrade }) {
  if (upgrade.state === 'starting') return `Upgrade: process ${upgrade.pid} starts the new server. This one serves until it is ready.`;
  if (upgrade.state === 'done') return `Upgrade: process ${upgrade.pid} takes over. This server finishes its requests.`;
  if (upgrade.state === 'failed') return 'The last upgrade failed, and this server continues: its log says why.';
  return formerMaster === null ? '' : `Process ${pid} serves now, in the place of process ${formerMaster}.`;
}

function showUpgrade(server) {
  followMaster(server);
  const text = upgradeText(server);
  one('upgrade-state').hidden = !text;
  write(one('upgrade-state'), text);
  one('upgrade-state').classList.toggle('bad', server.upgrade.state === 'failed');
  one('upgrade').disabled = server.draining || server.upgrade.state === 'starting';
}

function showServer(server) {
  draining = server.draining;
  const state = server.draining ? 'draining' : server.ready ? 'ready' : 'starting';
  one('state').className = `badge ${state}`;
  write(one('state'), state);
  write(one('facts'), `${server.addresses.join(', ')} · Tern ${server.version}, PHP ${server.php} · pid ${server.pid} · up ${duration(server.uptime * 1000)}`);
  document.title = `${server.addresses[0]} · tern`;
  one('reload-tasks').hidden = !server.task_worker_num;
  for (const id of ['reload', 'reload-tasks', 'stop']) one(id).disabled = server.draining;
}

const names = { event: 'Worker', task: 'Task worker', user: 'Process' };
const newRow = cells('workers');

function newWorker(worker) {
  const row = newRow();
  const acts = row.lastElementChild;
  acts.className = 'acts';
  const look = make('button', { type: 'button', 'aria-label': `Coroutines of worker ${worker.id}` }, 'Coroutines');
  look.addEventListener('click', () => showStacks(worker.id));
  acts.append(look);
  const drain = make('button', { type: 'button', 'aria-label': `Drain worker ${worker.id}` }, 'Drain');
  drain.addEventListener('click', () => act(`Drain worker ${worker.id}`,
    'A new process takes its place; the old one finishes its requests and leaves.', 'Drain', `/workers/${worker.id}/drain`));
  acts.append(drain);
  return row;
}

function showWorkers(stats, time) {
  const workers = stats.workers.filter((worker) => worker.role !== 'admin');
  write(one('workers-count'), workers.length);
  sync(document.querySelector('#workers tbody'), workers, (worker) => `${worker.id}:${worker.pid}`, newWorker, (row, worker) => {
    const before = last?.workers.find((other) => other.pid === worker.pid);
    const rate = before ? number(Math.max(0, worker.requests - before.requests) * 1000 / (time - last.time)) : '–';
    const up = worker.started ? duration(Math.max(0, Math.floor(stats.server.time - worker.started)) * 1000) : '–';
    [`${names[worker.role]} ${worker.id}`, worker.pid, worker.status, rate, number(worker.concurrency || worker.tasks),
      number(worker.connections), number(worker.coroutines), number(worker.timers), bytes(worker.memory_rss), bytes(worker.memory_php),
      duration(worker.loop_lag_ms), number(worker.blocked), up].forEach((text, at) => write(row.children[at], text));
    row.children[2].className = worker.status;
    row.children[11].classList.toggle('bad', worker.blocked > 0);
  });
}

function showPools(stats) {
  const pools = new Map();
  for (const [field, name] of [['size', 'connections'], ['lent', 'used_connections'], ['idle', 'idle_connections'], ['waiting', 'waiting']]) {
    for (const { labels, value } of samples(stats, `tern_pool_${name}`)) {
      const key = `${labels.pool}\n${labels.worker}`;
      pools.set(key, { ...pools.get(key), ...labels, [field]: value });
    }
  }
  one('pools-section').hidden = !pools.size;
  sync(document.querySelector('#pools tbody'), pools.values(), (pool) => `${pool.pool}\n${pool.worker}`, cells('pools'), (row, pool) => {
    [pool.pool || '(no name)', pool.worker, pool.size, pool.lent, pool.idle, pool.waiting].forEach((text, at) => write(row.children[at], text));
  });
}

async function showPinned(stats) {
  const count = total(samples(stats, 'tern_db_connections_pinned').map(({ value }) => value));
  const pinned = count ? (await ask('/connections')).pinned : [];
  one('pinned-section').hidden = !pinned.length;
  sync(document.querySelector('#pinned tbody'), pinned, (entry) => `${entry.worker}\n${entry.where}\n${entry.got_at}`, cells('pinned'), (row, entry) => {
    [entry.reason.replaceAll('_', ' '), entry.where, entry.worker, duration(entry.for_ms)].forEach((text, at) => write(row.children[at], text));
  });
}

async function showQueries(stats) {
  const count = total(samples(stats, 'tern_db_queries_total').map(({ value }) => value));
  const queries = count ? (await ask('/queries')).queries.slice(0, MOST_QUERIES) : [];
  one('queries-section').hidden = !queries.length;
  sync(document.querySelector('#queries tbody'), queries, (query) => query.digest, cells('queries'), (row, query) => {
    [query.text || '(others)', number(query.count), number(query.failed), number(query.rows), duration(query.waited_ms), duration(query.mean_ms),
      duration(query.worst_ms)].forEach((text, at) => write(row.children[at], text));
    row.firstElementChild.className = 'mono';
  });
}

function showTables(stats) {
  const tables = new Map();
  for (const [field, name] of [['rows', 'rows'], ['most', 'most_rows'], ['bytes', 'memory_bytes']]) {
    for (const { labels, value } of samples(stats, `tern_table_${name}`)) {
      tables.set(labels.table, { ...tables.get(labels.table), ...labels, [field]: value });
    }
  }
  one('tables-section').hidden = !tables.size;
  sync(document.querySelector('#tables tbody'), tables.values(), (table) => table.table, cells('tables'), (row, table) => {
    [table.table, table.columns, number(table.rows), number(table.most), bytes(table.bytes)].forEach((text, at) => write(row.children[at], text));
  });
}

function newRequest() {
  const summary = make('summary', {}, make('span', { class: 'what mono' }), make('span', { class: 'why' }), make('span', { class: 'time' }));
  return make('li', { class: 'request' }, make('details', {}, summary, make('p', { class: 'took' }), make('pre', { tabindex: '0' })));
}

function tookText({ cpu_ms, waits_ms, switches, memory }) {
  const waits = Object.entries(waits_ms).map(([kind, ms]) => `${kind} ${duration(ms)}`);
  return [`cpu ${duration(cpu_ms)}`, ...waits, `switches ${number(switches)}`, `memory ${bytes(memory)}`].join(', ');
}

function fillRequest(row, entry) {
  const [what, why, time] = row.querySelector('summary').children;
  const title = entry.request ? `${entry.request.method} ${entry.request.path}` : `coroutine ${entry.id}`;
  write(what, title);
  write(why, `${entry.worker == null ? '' : `worker ${entry.worker}, `}${entry.request ? `coroutine ${entry.id}, ` : ''}waits for ${entry.waits_for}`);
  write(time, duration(entry.for_ms));
  time.classList.toggle('long', entry.request !== null && entry.for_ms >= LONG_MS);
  write(row.querySelector('.took'), entry.account ? tookText(entry.account) : '');
  write(row.querySelector('pre'), entry.stack.join('\n') || 'No PHP code.');
}

function showRequests({ requests, silent }) {
  write(one('requests-count'), requests.length);
  one('requests-none').hidden = requests.length > 0 || silent.length > 0;
  sync(one('silent'), silent, (entry) => entry.worker, () => make('li', { class: 'request bad' }), (row, entry) => {
    write(row, entry.blocked ? `${entry.error}\n${entry.blocked}` : entry.error);
  });
  sync(one('requests'), requests.slice(0, 100), (entry) => `${entry.worker}:${entry.id}`, newRequest, fillRequest);
}

async function showStacks(worker) {
  write(one('stacks-what'), `Coroutines of worker ${worker}`);
  let list = [];
  let none = 'None waits.';
  try {
    list = await ask(`/workers/${worker}/coroutines`);
  } catch (failure) {
    none = failure.body?.blocked ? `${failure.message}\n${failure.body.blocked}` : failure.message;
  }
  write(one('stacks-none'), none);
  one('stacks-none').hidden = list.length > 0;
  sync(one('stacks-list'), list, (entry) => entry.id, newRequest, fillRequest);
  if (!one('stacks').open) one('stacks').showModal();
}

// --- options

let options = null;
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const valueText = (value) => value === '' ? 'empty' : typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);

function showOptions() {
  const text = one('find').value.trim().toLowerCase();
  const shown = (options ?? []).filter((option) => (!one('changed').checked || text || !same(option.value, option.default))
    && `${option.name} ${option.doc}`.toLowerCase().includes(text));
  one('options-none').hidden = shown.length > 0;
  sync(one('options'), shown, (option) => option.name, (option) => make('div', { class: 'option' },
    make('dt', {}, make('code', {}, option.name)),
    make('dd', { class: same(option.value, option.default) ? '' : 'set' }, make('code', {}, valueText(option.value))),
    make('dd', { class: 'doc' }, `${option.doc} (${option.type}, default: ${valueText(option.default)})`)), () => {});
}

// --- over and over

async function look() {
  const [stats, requests] = await Promise.all([ask('/stats'), ask('/requests')]);
  const time = stats.server.time * 1000;  // there: responses may be late
  const count = showCharts(stats, time);
  showServer(stats.server);
  showUpgrade(stats.server);
  showWorkers(stats, time);
  showPools(stats);
  await Promise.all([showPinned(stats), showQueries(stats)]);
  showTables(stats);
  showRequests(requests);
  last = { count, time, workers: stats.workers };
  if (options === null) { options = await ask('/options'); showOptions(); }
}

async function run() {
  for (;;) {
    const began = performance.now();
    if (!document.hidden) {
      try {
        await look();
        if (one('notice').classList.contains('bad') && one('notice').dataset.lost) { say(''); delete one('notice').dataset.lost; }
      } catch (failure) {
        if (!(failure instanceof Failure)) {
          one('state').className = 'badge gone';
          write(one('state'), draining ? 'stopped' : 'no answer');
          say(draining ? 'The server has stopped.' : 'The server does not answer. Trying again.', true);
          one('notice').dataset.lost = '1';
        } else if (failure.status !== 401) say(failure.message, true);
      }
    }
    await new Promise((resolve) => setTimeout(resolve, Math.max(100, EVERY_MS - (performance.now() - began))));
  }
}

one('reload').addEventListener('click', () => act('Reload', 'Each worker is replaced by a new one, one after the other. No request is lost.', 'Reload', '/reload'));
one('reload-tasks').addEventListener('click', () => act('Reload task workers', 'Each task worker is replaced by a new one.', 'Reload', '/reload', { only_tasks: true }));
one('upgrade').addEventListener('click', () => act('Upgrade', 'The program is started anew, with the PHP and the Tern that are installed now. When the new server is ready, it takes over. No request is lost.', 'Upgrade', '/upgrade', undefined, ''));
one('stop').addEventListener('click', () => act('Stop', 'Nothing is accepted any more, requests in flight are finished, and the server ends. It cannot be started again from this page.', 'Stop the server', '/stop'));
one('forget').addEventListener('click', () => { sessionStorage.removeItem('token'); location.reload(); });
one('find').addEventListener('input', showOptions);
one('changed').addEventListener('change', showOptions);
one('forget').hidden = token === null;
run();
