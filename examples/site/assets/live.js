import { bytes, fill } from './text.js';

/** Shows what the server tells, for as long as the page is open. EventSource connects again by itself. */
export function watch(stats, state) {
  const source = new EventSource('/live');
  const say = (text) => {
    state.textContent = text;
    state.dataset.state = text;
  };
  source.onopen = () => say('connected');
  source.onerror = () => say('connecting');
  source.onmessage = (event) => {
    const told = JSON.parse(event.data);
    fill(stats, { ...told, sent: bytes(told.sent), memory: bytes(told.memory) });
  };
}
