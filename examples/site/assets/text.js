const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/** 8000000 as 8.0 MB. */
export function bytes(count) {
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, count)) / 3)));
  return `${(count / 1000 ** power).toFixed(power ? 1 : 0)} ${UNITS[power]}`;
}

/** Puts values into the elements that are named for them. */
export function fill(place, values) {
  for (const element of place.querySelectorAll('[data-key]')) {
    element.textContent = values[element.dataset.key];
  }
}
