// Part of pages that `tern serve --dev` sends: loads them again when the program has changed, shows why it has not.
(() => {
    const timing = performance.getEntriesByType('navigation')[0]?.serverTiming ?? [];
    let build = timing.find((entry) => entry.name === 'tern')?.description;
    let shown = null;
    const events = new EventSource('/.tern/reload');
    events.addEventListener('build', ({data}) => {
        build ??= data;
        if (build !== data) location.reload();
    });
    events.addEventListener('problem', ({data}) => {
        shown?.remove();
        shown = null;
        if (data === '') return;
        shown = Object.assign(document.createElement('pre'), {textContent: data, id: 'tern-problem'});
        shown.setAttribute('role', 'alert');
        shown.style.cssText = 'position:fixed;inset:auto 0 0 0;margin:0;padding:1em;z-index:2147483647;max-height:50vh;'
            + 'overflow:auto;white-space:pre-wrap;font:14px/1.4 monospace;color:#fff;background:#8a1c1c';
        document.body.append(shown);
    });
})();
