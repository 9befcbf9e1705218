<?php

declare(strict_types=1);

namespace Tern\Internal\Admin;

/** How the admin page looks. */
final class Style
{
    public const CSS = <<<'CSS'
:root {
  color-scheme: light dark;
  --page: #f4f5f3; --card: #fff; --text: #1b1f1d; --soft: #5a635f; --line: #dde1de;
  --one: #0b6e66; --one-soft: #0b6e6622; --two: #b4530a; --good: #0b6e4f; --bad: #b3261e; --warn: #8a5a00;
  --focus: #1d5fd1;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #121513; --card: #1b1f1d; --text: #e7ebe8; --soft: #9ba5a0; --line: #303733;
    --one: #4fd1c1; --one-soft: #4fd1c122; --two: #f2a65a; --good: #5fd6a4; --bad: #ff8a80; --warn: #f0c060;
    --focus: #8ab4ff;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0 auto; max-width: 84rem; padding: 0 1rem 3rem; background: var(--page); color: var(--text);
  font: 0.9375rem/1.45 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
h1 { margin: 0; font-size: 1.25rem; letter-spacing: -0.01em; }
h2 { margin: 0 0 0.5rem; font-size: 1rem; }
section { margin-top: 1.5rem; }
code, pre, .mono { font: 0.8125rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
header { display: flex; flex-wrap: wrap; gap: 0.4rem 0.75rem; align-items: center; padding: 0.9rem 0 0.4rem; }
header p { margin: 0; color: var(--soft); flex: 1 1 14rem; overflow-wrap: anywhere; }
nav, .bar { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
button {
  font: inherit; font-size: 0.875rem; padding: 0.35rem 0.75rem; color: var(--text); background: var(--card);
  border: 1px solid var(--line); border-radius: 0.4rem; cursor: pointer;
}
button:hover { border-color: var(--soft); }
button:disabled { opacity: 0.5; cursor: default; }
button.danger { color: var(--bad); }
button.main { color: var(--card); background: var(--one); border-color: var(--one); font-weight: 600; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
input[type=search], input[type=password] {
  font: inherit; padding: 0.35rem 0.6rem; color: var(--text); background: var(--card);
  border: 1px solid var(--line); border-radius: 0.4rem;
}
.skip { position: absolute; left: -100vw; }
.skip:focus { position: static; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.badge { padding: 0.1rem 0.6rem; border: 1px solid; border-radius: 1rem; font-size: 0.8125rem; font-weight: 600; color: var(--soft); }
.badge.ready { color: var(--good); }
.badge.draining, .badge.starting { color: var(--warn); }
.badge.gone { color: var(--bad); }
#notice, #upgrade-state { margin: 0.25rem 0; padding: 0.5rem 0.75rem; background: var(--card); border: 1px solid var(--line); border-radius: 0.4rem; }
#notice.bad, #upgrade-state.bad { border-color: var(--bad); color: var(--bad); }
.count, .none { color: var(--soft); font-weight: 400; }
.none { margin: 0; }
.plain { list-style: none; margin: 0; padding: 0; }

#charts { display: grid; grid-template-columns: repeat(3, 1fr); gap: 0.75rem; }
.chart { background: var(--card); border: 1px solid var(--line); border-radius: 0.6rem; padding: 0.7rem 0.8rem 0.5rem; min-width: 0; }
.chart h3 { margin: 0; font-size: 0.8125rem; font-weight: 500; color: var(--soft); }
.chart .values { display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: baseline; font-variant-numeric: tabular-nums; min-height: 2rem; }
.chart .value { font-size: 1.375rem; font-weight: 600; white-space: nowrap; }
.chart .value small { margin-left: 0.3rem; font-size: 0.75rem; font-weight: 500; color: var(--soft); }
.chart .value.one small::before, .chart .value.two small::before {
  content: ""; display: inline-block; width: 0.55rem; height: 0.55rem; margin-right: 0.25rem; border-radius: 50%; background: var(--one);
}
.chart .value.two small::before { background: var(--two); }
.chart .plot { position: relative; padding-top: 1rem; }
.chart svg { display: block; width: 100%; height: 5rem; overflow: visible; touch-action: pan-y; }
.chart .line { fill: none; stroke-width: 1.75; stroke-linejoin: round; vector-effect: non-scaling-stroke; stroke: var(--one); }
.chart .line.two { stroke: var(--two); }
.chart .area { fill: var(--one-soft); }
.chart .grid { stroke: var(--line); stroke-width: 1; vector-effect: non-scaling-stroke; }
.chart .cursor { stroke: var(--soft); stroke-width: 1; vector-effect: non-scaling-stroke; }
.chart .scale { display: flex; justify-content: space-between; font-size: 0.6875rem; color: var(--soft); font-variant-numeric: tabular-nums; }
.chart .most { position: absolute; top: 0; right: 0; font-size: 0.6875rem; line-height: 1rem; color: var(--soft); }

.scroll { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: 0.6rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th { font-size: 0.75rem; font-weight: 500; color: var(--soft); text-align: right; white-space: nowrap; padding: 0.45rem 0.6rem; }
td { text-align: right; padding: 0.4rem 0.6rem; border-top: 1px solid var(--line); white-space: nowrap; }
th:nth-child(-n+1), td:nth-child(-n+1) { text-align: left; }
#workers th:nth-child(3), #workers td:nth-child(3) { text-align: left; }
td.acts { text-align: right; position: sticky; right: 0; background: var(--card); }
td.acts button { padding: 0.15rem 0.5rem; margin-left: 0.25rem; font-size: 0.8125rem; }
td.bad { color: var(--bad); }
td.starting, td.exiting { color: var(--warn); }
td.busy { color: var(--one); }

.request { background: var(--card); border: 1px solid var(--line); border-radius: 0.6rem; margin-bottom: 0.4rem; }
.request.bad { color: var(--bad); border-color: var(--bad); padding: 0.5rem 0.75rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.request summary { display: flex; flex-wrap: wrap; gap: 0.1rem 0.9rem; padding: 0.45rem 0.75rem; cursor: pointer; align-items: baseline; }
.request summary::before { content: "\25B8"; color: var(--soft); margin-right: -0.4rem; }
.request [open] > summary::before { content: "\25BE"; }
.request .what { flex: 1 1 12rem; overflow-wrap: anywhere; }
.request .why { color: var(--soft); font-size: 0.8125rem; }
.request .time { font-variant-numeric: tabular-nums; min-width: 4.5rem; text-align: right; }
.request .time.long { color: var(--bad); font-weight: 600; }
.request .took { margin: 0; padding: 0.45rem 0.75rem; border-top: 1px solid var(--line); color: var(--soft); font-size: 0.8125rem; }
#stacks-none { white-space: pre-wrap; overflow-wrap: anywhere; }
.request .took:empty { display: none; }
.request pre { margin: 0; padding: 0.5rem 0.75rem 0.7rem; border-top: 1px solid var(--line); overflow-x: auto; }

dl { margin: 0.6rem 0 0; background: var(--card); border: 1px solid var(--line); border-radius: 0.6rem; }
dl:empty { display: none; }
.option { padding: 0.5rem 0.75rem; border-top: 1px solid var(--line); display: grid; grid-template-columns: 17rem 1fr; gap: 0.1rem 1rem; }
.option:first-child { border-top: 0; }
.option dt { overflow-wrap: anywhere; }
.option dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
.option .doc { grid-column: 2; color: var(--soft); font-size: 0.8125rem; }
.option .set { font-weight: 600; }

dialog { color: var(--text); background: var(--page); border: 1px solid var(--line); border-radius: 0.7rem; padding: 1.1rem; width: min(30rem, calc(100vw - 2rem)); }
dialog::backdrop { background: #0008; }
dialog p { margin: 0 0 0.8rem; color: var(--soft); }
dialog label { display: flex; gap: 0.6rem; align-items: center; margin-bottom: 0.9rem; }
dialog label input { flex: 1; min-width: 0; }
#stacks { width: min(60rem, calc(100vw - 2rem)); max-height: calc(100vh - 3rem); }
#stacks .bar { justify-content: space-between; margin-bottom: 0.6rem; }
#stacks h2 { margin: 0; }

@media (max-width: 64rem) { #charts { grid-template-columns: 1fr 1fr; } }
@media (max-width: 40rem) {
  body { padding: 0 0.75rem 2rem; }
  nav { width: 100%; }
  #charts { grid-template-columns: 1fr; }
  .scroll { background: none; border: 0; overflow: visible; }
  .scroll table, .scroll tbody, .scroll tr, .scroll td { display: block; }
  .scroll thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .scroll tr { background: var(--card); border: 1px solid var(--line); border-radius: 0.6rem; margin-bottom: 0.5rem; padding: 0.4rem 0.75rem; display: grid; grid-template-columns: 1fr 1fr; column-gap: 1.25rem; }
  .scroll td, #workers td:nth-child(3) { display: flex; justify-content: space-between; gap: 0.5rem; border: 0; padding: 0.12rem 0; text-align: right; }
  .scroll td::before { content: attr(data-label); color: var(--soft); font-size: 0.8125rem; }
  .scroll td:first-child { grid-column: 1 / -1; font-weight: 600; }
  .scroll td:first-child::before { content: none; }
  td.acts { grid-column: 1 / -1; justify-content: flex-start !important; padding-top: 0.4rem !important; }
  td.acts::before { content: none !important; }
  td.acts button { margin: 0 0.25rem 0 0; padding: 0.35rem 0.7rem; }
  .request .what { flex-basis: 60%; }
  .request .time { order: 1; }
  .request .why { order: 2; flex-basis: 100%; }
  .option { grid-template-columns: 1fr; }
  .option .doc { grid-column: 1; }
}
@media (prefers-reduced-motion: no-preference) { button { transition: border-color 0.15s; } }
CSS;
}
