// The search: Pagefind's index, loaded when the field gets the focus. Without scripts the field is not shown.
const form = document.querySelector('form[role=search]');
const field = form.querySelector('input');
const found = document.querySelector('#site-found');
const MOST = 12;
let index;
let last = 0;

async function load() {
    index ??= import(new URL(form.dataset.index, document.baseURI)).then(async (pagefind) => {
        await pagefind.options({ excerptLength: 24, ranking: { pageLength: 0.2, termFrequency: 0.6 } });
        return pagefind;
    });
    return index;
}

function item({ url, excerpt, meta, sub_results: parts }) {
    const best = parts?.find((part) => part.url.includes('#')) ?? { url, title: meta.title, excerpt };
    const row = document.createElement('li');
    const link = document.createElement('a');
    link.href = best.url;
    link.textContent = best.title === meta.title ? meta.title : `${meta.title}: ${best.title}`;
    const text = document.createElement('p');
    text.innerHTML = best.excerpt;  // Pagefind escapes the text, and adds <mark>
    row.append(link, text);
    return row;
}

function show(rows, message) {
    const list = document.createElement('ol');
    list.append(...rows);
    const line = document.createElement('p');
    line.textContent = message;
    found.replaceChildren(line, list);
    found.hidden = false;
}

async function search() {
    const number = ++last;
    const words = field.value.trim();
    if (words === '') {
        found.hidden = true;
        return;
    }
    const answer = await (await load()).search(words);
    const pages = await Promise.all(answer.results.slice(0, MOST).map((result) => result.data()));
    if (number !== last) return;
    show(pages.map(item), answer.results.length === 0 ? `Nothing has "${words}".` : `${answer.results.length} pages`);
}

form.hidden = false;
field.addEventListener('focus', load, { once: true });
field.addEventListener('input', search);
form.addEventListener('submit', (event) => {
    event.preventDefault();
    found.querySelector('a')?.click();
});
document.addEventListener('keydown', (event) => {
    const writes = event.target instanceof Element && event.target.matches('input, textarea, select');
    if (event.key === '/' && !writes && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        field.focus();
    } else if (event.key === 'Escape') {
        found.hidden = true;
    }
});
