'use strict';
// The charts of the admin page: plain SVG, the last two minutes. Script.js follows in the same element.
const POINTS = 120;
const WIDTH = 240;
const HEIGHT = 60;

const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
};
const draw = (tag, attributes = {}) => {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};

const number = (value) => value < 10 && value % 1 ? value.toFixed(1) : Math.round(value).toLocaleString('en');
const bytes = (value) => {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) [value, unit] = [value / 1024, unit + 1];
  return `${value < 10 && unit ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
};
const duration = (ms) => {
  if (ms < 0.1) return `${Math.round(ms * 1000)} µs`;
  if (ms < 10) return `${Math.round(ms * 10) / 10} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const s = ms / 1000;
  if (s < 60) return `${s < 10 ? s.toFixed(1) : Math.floor(s)} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min ${Math.floor(s % 60)} s`;
  return s < 86400 ? `${Math.floor(s / 3600)} h ${Math.floor(s / 60 % 60)} min` : `${Math.floor(s / 86400)} d ${Math.floor(s / 3600 % 24)} h`;
};

// The next 1, 2 or 5 times a power of ten, so that the scale does not jump with each point.
const rounded = (value, unit) => {
  const power = unit * 10 ** Math.floor(Math.log10(value / unit));
  for (const step of [1, 2, 5, 10]) if (value <= step * power) return step * power;
  return 10 * power;
};

class Chart {
  constructor(id, title, format, names, least, unit = 1) {
    Object.assign(this, { title, format, names, least, unit });
    this.series = names.map(() => []);
    this.times = [];
    this.values = names.map((name, index) => make('span', { class: names.length > 1 ? `value ${index ? 'two' : 'one'}` : 'value' }));
    this.svg = draw('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img' });
    for (const y of [0, HEIGHT / 2, HEIGHT]) this.svg.append(draw('line', { class: 'grid', x1: 0, x2: WIDTH, y1: y, y2: y }));
    this.area = draw('path', { class: 'area' });
    this.lines = names.map((_, index) => draw('path', { class: index ? 'line two' : 'line' }));
    this.cursor = draw('line', { class: 'cursor', y1: 0, y2: HEIGHT, visibility: 'hidden' });
    this.svg.append(this.area, ...this.lines, this.cursor);
    this.most = make('span', { class: 'most' });
    this.when = make('span', {}, '2 min ago');
    this.element = make('article', { class: 'chart', id: `chart-${id}` }, make('h3', {}, title),
      make('div', { class: 'values' }, ...this.values), make('div', { class: 'plot' }, this.svg, this.most),
      make('div', { class: 'scale', 'aria-hidden': 'true' }, this.when, make('span', {}, 'now')));
    this.svg.addEventListener('pointermove', (event) => this.point(event));
    this.svg.addEventListener('pointerleave', () => { this.pointed = null; this.show(); });
    this.show();
  }

  // One value for each series; null: nothing was measured.
  add(time, ...values) {
    this.times.push(time);
    if (this.times.length > POINTS) this.times.shift();
    this.series.forEach((one, index) => {
      one.push(values[index]);
      if (one.length > POINTS) one.shift();
    });
    if (this.pointed != null && this.times.length === POINTS) this.pointed = Math.max(0, this.pointed - 1);
    this.plot();
    this.show();
  }

  x(index) { return WIDTH - (this.times.length - 1 - index) * WIDTH / (POINTS - 1); }

  plot() {
    const top = rounded(Math.max(this.least, ...this.series.flat()), this.unit);
    this.most.textContent = this.format(top);
    this.series.forEach((one, index) => {
      let path = '';
      let down = false;
      one.forEach((value, at) => {
        if (value === null) { down = false; return; }
        path += `${down ? 'L' : 'M'}${this.x(at).toFixed(1)} ${(HEIGHT - value / top * HEIGHT).toFixed(1)}`;
        down = true;
      });
      this.lines[index].setAttribute('d', path);
    });
    const first = this.series[0];
    const filled = this.names.length === 1 && first.length > 1 && !first.includes(null);
    this.area.setAttribute('d', filled ? `${this.lines[0].getAttribute('d')}L${WIDTH} ${HEIGHT}L${this.x(0).toFixed(1)} ${HEIGHT}Z` : '');
  }

  point(event) {
    const box = this.svg.getBoundingClientRect();
    const from_right = (1 - (event.clientX - box.left) / box.width) * (POINTS - 1);
    const index = Math.round(this.times.length - 1 - from_right);
    this.pointed = index >= 0 && index < this.times.length ? index : null;
    this.show();
  }

  show() {
    const index = this.pointed ?? this.times.length - 1;
    const texts = this.series.map((one) => one[index] == null ? '–' : this.format(one[index]));
    this.values.forEach((value, at) => {
      value.replaceChildren(texts[at]);
      if (this.names[at]) value.append(make('small', {}, this.names[at]));
    });
    this.cursor.setAttribute('visibility', this.pointed == null ? 'hidden' : 'visible');
    if (this.pointed != null) {
      this.cursor.setAttribute('x1', this.x(index));
      this.cursor.setAttribute('x2', this.x(index));
    }
    this.when.textContent = this.pointed == null ? '2 min ago' : `${duration(this.times.at(-1) - this.times[index])} ago`;
    this.svg.setAttribute('aria-label', `${this.title}: ${texts.map((text, at) => `${this.names[at]} ${text}`.trim()).join(', ')}`);
  }
}
