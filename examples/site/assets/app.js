import { fillGallery } from './gallery.js';
import { watch } from './live.js';
import { enableUpload } from './upload.js';

/** What the browser says about the files of this page. */
function summary() {
  const files = performance.getEntriesByType('resource').filter((entry) => entry.name.includes('/assets/'));
  const cached = files.filter((entry) => entry.transferSize === 0).length;
  const from = Math.min(...files.map((entry) => entry.startTime));
  const to = Math.max(...files.map((entry) => entry.responseEnd));
  return `${files.length} files in ${Math.round(to - from)} ms, ${cached} of them from the browser's cache`;
}

fillGallery(document.querySelector('#gallery'));
enableUpload(document.querySelector('#upload'), document.querySelector('#receipt'), document.querySelector('#upload-state'));
watch(document.querySelector('#stats'), document.querySelector('#state'));
addEventListener('load', () => {
  document.querySelector('#summary').textContent = summary();
});
