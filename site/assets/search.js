// The search: Pagefind's index, loaded when the field gets the focus. Without scripts the field is not shown.
const form = document.querySelector('form[role=search]');
const field = form.querySelector('input');
const found = document.querySelector('#site-found');
const MOST = 12;
const MOST_OF_NAMES = 40;  // a name is written on many pages, and what says what it means comes first
const NEAR = 5;
let index;
let last = 0;

async function load() {
    index ??= import(new URL(form.dataset.index, document.baseURI)).then(async (pagefind) => {
        await pagefind.options({ excerptLength: 24, ranking: { pageLength: 0.2, termFrequency: 0.6 } });
        return pagefind;
    });
    return index;
}

/** The anchor of the option, the constant or the method with this very name. */
function anchorOf({ anchors }, words) {
    const name = words.toLowerCase().replace(/\(\)$/, '').replace('::', '-');
    return anchors?.find(({ id }) => id === name)?.id;
}

function bestPart(page, words) {
    const { url, excerpt, meta, sub_results: parts } = page;
    const anchor = anchorOf(page, words);
    if (anchor) return { url: `${url.split('#')[0]}#${anchor}`, title: words, excerpt };
    return parts?.find((part) => part.url.includes('#')) ?? { url, title: meta.title, excerpt };
}

function item(page, words) {
    const { meta } = page;
    const best = bestPart(page, words);
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
    const count = /[_:]/.test(words) ? MOST_OF_NAMES : MOST;
    const pages = await Promise.all(answer.results.slice(0, count).map((result) => result.data()));
    if (number !== last) return;
    pages.sort((a, b) => Boolean(anchorOf(b, words)) - Boolean(anchorOf(a, words)));
    show(pages.slice(0, MOST).map((page) => item(page, words)), answer.results.length === 0 ? `Nothing has "${words}".` : `${answer.results.length} pages`);
}

/** On the page for addresses that lead nowhere: pages with the words of the address. */
async function suggest(near) {
    const parts = location.pathname.replace(/\.\w+$|%../g, '').split('/').map((part) => part.replace(/[^\p{L}\p{N}]+/gu, ' ').trim());
    for (const wanted of parts.filter((part) => part.length > 2).reverse()) {
        const answer = await (await load()).search(wanted);
        const pages = await Promise.all(answer.results.slice(0, NEAR).map((result) => result.data()));
        near.querySelector('ul').replaceChildren(...pages.map((page) => item(page, wanted)));
        near.hidden = pages.length === 0;
        if (!near.hidden) return;
    }
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
// The menu of a wide window scrolls by itself: the current page is in sight.
const nav = document.querySelector('nav');
const current = nav.querySelector('[aria-current]');
if (current && nav.scrollHeight > nav.clientHeight) nav.scrollTop = current.offsetTop - nav.clientHeight / 2;

const near = document.querySelector('#site-near');
if (near) suggest(near);
