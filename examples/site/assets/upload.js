import { bytes, fill } from './text.js';

/** Sends the form's file and shows how far it is: fetch() cannot tell that, XMLHttpRequest can. */
export function enableUpload(form, receipt, state) {
  const bar = form.querySelector('progress');
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const request = new XMLHttpRequest();
    request.open('POST', '/upload');
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => {
      bar.value = (100 * loaded) / total;
      state.textContent = `${bytes(loaded)} of ${bytes(total)}`;
    };
    request.onerror = () => { state.textContent = 'The connection failed.'; };
    request.onload = () => {
      const told = request.response;
      if (request.status !== 200) {
        state.textContent = told?.error ?? `The server answered ${request.status}.`;
        return;
      }
      fill(receipt, { ...told, size: bytes(told.size) });
      state.textContent = 'Arrived.';
    };
    request.send(new FormData(form));
  });
}
