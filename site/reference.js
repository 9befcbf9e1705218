// Pages of classes and functions: what the stubs and the library declare.
import { escape, highlight } from './code.js';

const slug = (name) => name.replace(/\\/g, '-').toLowerCase();
const namespaceOf = (name) => name.split('\\')[0];

/** Text of a comment, for a page two folders deep: paragraphs, with `code` and links to pages of docs/. */
function prose(text) {
    const marked = (part) => escape(part).replace(/`([^`]+)`/g, '<code>$1</code>')
        .replace(/\bdocs\/([\w/-]+)\.md/g, '<a href="../../$1/">$1</a>');
    return text.split(/\n\n+/).filter((part) => part.trim() !== '').map((part) => `<p>${marked(part)}</p>`).join('\n');
}

function typeAndText(text) {
    let depth = 0;
    let end = 0;
    while (end < text.length && (depth > 0 || text[end] !== ' ' || /[:|,]$/.test(text.slice(0, end)))) {
        if ('<{('.includes(text[end])) depth++;
        if ('>})'.includes(text[end])) depth--;
        end++;
    }
    const type = text.slice(0, end);
    const name = text.slice(end).match(/^\s*(&?(?:\.\.\.)?\$\w+)/)?.[1] ?? '';
    return { type, name, text: text.slice(end).trim().slice(name.length).trim() };
}

function tagList(tags) {
    const rows = tags.filter(({ tag }) => tag !== 'var').map(({ tag, text }) => {
        const parts = typeAndText(text);
        const label = tag === 'param' ? parts.name || parts.type : tag === 'return' ? 'returns' : tag;
        return parts.text === '' && tag === 'param' ? '' : `<dt>${tag === 'param' ? `<code>${escape(label)}</code>` : escape(label)}</dt>\n`
            + `<dd>${tag === 'param' ? '' : `<code>${escape(parts.type)}</code> `}${prose(parts.text).replace(/^<p>|<\/p>$/g, '')}</dd>`;
    }).join('\n');
    return rows === '' ? '' : `<dl>${rows}</dl>`;
}

function variable({ signature, text, tags }) {
    const declared = tags.find(({ tag }) => tag === 'var');
    const parts = declared ? typeAndText(declared.text) : { type: '', text: '' };
    const name = signature.match(/const (?:\w+ )?(\w+) =/)?.[1].toLowerCase();
    const type = parts.type && !signature.includes(parts.type) ? ` <code>${escape(parts.type)}</code>` : '';
    return `<div${name ? ` id="${name}"` : ''}><code>${highlight(signature, 'php')}</code>${type}`
        + `${parts.text ? `<p>${escape(parts.text)}</p>` : ''}${prose(text)}</div>`;
}

function callable(one, level, id) {
    return `<h${level} id="${id}">${escape(one.name)}()</h${level}>\n<pre tabindex="0"><code>${highlight(one.signature, 'php')}</code></pre>\n`
        + `${prose(one.text)}${tagList(one.tags)}`;
}

function classPage(one) {
    const part = (title, list, show) => list.length === 0 ? '' : `<h2 id="all-${title.toLowerCase()}">${title}</h2>\n${list.map(show).join('\n')}`;
    const variables = (title, list) => list.length === 0 ? ''
        : `<h2 id="all-${title.toLowerCase()}">${title}</h2>\n<div class="variables">${list.map(variable).join('\n')}</div>`;
    const names = one.methods.map(({ name }) => `<li><a href="#${name.toLowerCase()}">${escape(name)}()</a></li>`).join('');
    return `<h1>${escape(one.name).replace(/\\/g, '\\<wbr>')}</h1>
${one.methods.length > 3 ? `<details class="contents" data-pagefind-ignore><summary>On this page</summary><ul>${names}</ul></details>` : ''}
<pre tabindex="0"><code>${highlight(one.signature, 'php')}</code></pre>
${prose(one.text)}
${variables('Constants', one.constants)}
${variables('Properties', one.properties)}
${part('Methods', one.methods, (method) => callable(method, 3, method.name.toLowerCase()))}`;
}

function firstSentence(text) {
    return prose(text.split(/\n\n/)[0].match(/^[\s\S]*?\.(?=\s|$)/)?.[0] ?? text.split(/\n\n/)[0]).replace(/<\/?p>/g, '').replaceAll('../../', '../');
}

function indexPage(classes) {
    const group = (title, list) => `<h2 id="${title.toLowerCase()}">${title}</h2>\n<dl class="names">${list.map((one) =>
        `<dt><a href="${slug(one.name)}/">${escape(one.name)}</a></dt><dd>${firstSentence(one.text)}</dd>`).join('\n')}</dl>`;
    const all = (name) => classes.filter((one) => namespaceOf(one.name) === name);
    return `<h1>Classes</h1>
<p>Made from the declarations of the extension and of its library. <a href="functions/">Functions</a> have a page of their own, and the
<a href="../options/">options of a server</a>, too. The <code>OpenSwoole</code> names are there with
<code>tern.openswoole = 1</code>.</p>
${group('Tern', all('Tern'))}\n${group('Swoole', all('Swoole'))}\n${group('OpenSwoole', all('OpenSwoole'))}`;
}

export function referencePages({ classes, functions }) {
    const names = functions.map(({ name }) => `<li><a href="#${slug(name)}">${escape(name)}()</a></li>`).join('');
    const list = functions.map((one) => callable(one, 2, slug(one.name))).join('\n');
    return [
        { url: 'reference/', title: 'Classes', html: indexPage(classes) },
        { url: 'reference/functions/', title: 'Functions', html: `<h1>Functions</h1>\n<details class="contents" data-pagefind-ignore><summary>On this page</summary><ul>${names}</ul></details>\n${list}` },
        ...classes.map((one) => ({ url: `reference/${slug(one.name)}/`, title: one.name, html: classPage(one),
            description: one.text.split(/\n\n/)[0].replace(/\s+/g, ' '), isClass: true })),
    ];
}
