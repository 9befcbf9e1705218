// Markdown as GitHub shows it: anchors of headings, links between pages, tables.
import { escape, highlight } from './code.js';

const ROWS_OF = ['option', 'constant'];
const MOST_NARROW = 3;  // columns that fit beside each other on a phone

/** What a page says about itself: its title and its first paragraph. */
export function document(text) {
    const title = text.match(/^# +(.*)$/m)?.[1] ?? '';
    const paragraph = text.replace(/```[\s\S]*?```/g, '').split(/\n\n+/).find((part) => /^[A-Z`*[]/.test(part)) ?? '';
    const words = paragraph.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '').replace(/\s+/g, ' ').trim();
    return { title: title.replace(/[`*]/g, ''), description: words.length > 200 ? `${words.slice(0, 197)}...` : words };
}

/** The anchor that GitHub gives to a heading. */
function anchor(text, seen) {
    const plain = text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').trim().toLowerCase().replace(/[^\p{L}\p{N}_\- ]/gu, '').replace(/ /g, '-');
    let name = plain;
    for (let count = 1; seen.has(name); count++) name = `${plain}-${count}`;
    seen.add(name);
    return name;
}

/** Headings have anchors; those of the second level are kept for the list at the top of a page. */
function markHeadings(state) {
    const seen = new Set();
    const contents = [];
    state.tokens.forEach((token, place) => {
        if (token.type !== 'heading_open') return;
        const inline = state.tokens[place + 1];
        const name = anchor(inline.content, seen);
        token.attrSet('id', name);
        if (token.tag === 'h2') contents.push({ name, text: state.md.renderInline(inline.content).replace(/<\/?a[^>]*>/g, '') });
    });
    state.env.contents = contents;
}

/** A head without text is none, and a cell of a head without text is no heading. */
function mendTables(state) {
    const { tokens } = state;
    for (let i = 0; i < tokens.length; i++) {
        if (tokens[i].type !== 'thead_open') continue;
        const end = tokens.findIndex((token, place) => place > i && token.type === 'thead_close');
        const cells = tokens.slice(i, end).filter((token) => token.type === 'inline');
        if (cells.every((cell) => cell.content === '')) {
            tokens.splice(i, end - i + 1);
            continue;
        }
        for (let place = i; place < end; place++) {
            if (tokens[place].type === 'th_open' && tokens[place + 1].content === '') tokens[place].tag = tokens[place + 2].tag = 'td';
        }
    }
}

/** Names in tables of options and constants have anchors, which the search leads to. */
function markNames(state) {
    const seen = new Set(state.tokens.flatMap((token) => token.attrGet('id') ?? []));
    let isList = false;
    state.tokens.forEach(({ type }, place) => {
        if (type === 'thead_open') isList = ROWS_OF.includes(state.tokens[place + 3]?.content);
        if (type !== 'tr_open' || !isList || state.tokens[place + 1].type !== 'td_open') return;
        for (const code of state.tokens[place + 2].children.filter((token) => token.type === 'code_inline')) {
            const name = code.content.toLowerCase().replace('::', '-');
            if (!seen.has(name)) code.attrSet('id', name);
            seen.add(name);
        }
    });
}

function columns(tokens, table) {
    const row = tokens.findIndex(({ type }, place) => place > table && type === 'tr_close');
    return tokens.slice(table, row).filter(({ type }) => /^t[dh]_open$/.test(type)).length;
}

/** A long name in a narrow column is broken between its words. */
function breakable(text) {
    return escape(text).replace(/_(?=\w)|::|\/(?=\w)|\\/g, '$&<wbr>');
}

function contentsList(contents) {
    if (contents.length < 3) return '';
    const items = contents.map(({ name, text }) => `<li><a href="#${name}">${text}</a></li>`).join('');
    return `<details class="contents" data-pagefind-ignore><summary>On this page</summary><ul>${items}</ul></details>\n`;
}

/** A link whose text is the name of a page's file shows the title of the page. */
function nameLinks(state, links) {
    for (const { children } of state.tokens) {
        children?.forEach((token, place) => {
            const text = children[place + 1];
            if (token.type !== 'link_open' || text?.type !== 'text' || !/^[\w/-]+\.md$/.test(text.content) || !state.env.source) return;
            text.content = links.title(state.env.source, token.attrGet('href')) ?? text.content;
        });
    }
}

export function prepare(markdown, links) {
    markdown.set({ html: false, linkify: false });
    markdown.core.ruler.push('headings', markHeadings);
    markdown.core.ruler.push('tables', mendTables);
    markdown.core.ruler.push('anchors', markNames);
    markdown.core.ruler.push('names', (state) => nameLinks(state, links));
    const rules = markdown.renderer.rules;
    rules.fence = (tokens, i) => {
        const language = tokens[i].info.trim();
        return `<pre tabindex="0"><code class="language-${language || 'text'}">${highlight(tokens[i].content, language)}</code></pre>\n`;
    };
    rules.code_block = (tokens, i) => `<pre tabindex="0"><code>${highlight(tokens[i].content, 'sh')}</code></pre>\n`;
    rules.table_open = (tokens, i, options, env) => {
        env.isInTable = true;
        return `<div class="table${columns(tokens, i) > MOST_NARROW ? ' wide' : ''}" tabindex="0"><table>\n`;
    };
    rules.table_close = (tokens, i, options, env) => {
        env.isInTable = false;
        return '</table></div>\n';
    };
    rules.heading_close = (tokens, i, options, env, self) =>
        self.renderToken(tokens, i, options) + (tokens[i].tag === 'h1' && !env.isHome ? contentsList(env.contents ?? []) : '');
    rules.link_open = (tokens, i, options, env, self) => {
        const href = tokens[i].attrGet('href');
        if (env.source) tokens[i].attrSet('href', links.resolve(env.source, href));
        return self.renderToken(tokens, i, options);
    };
    rules.code_inline = (tokens, i, options, env, self) => {
        const text = env.isInTable ? breakable(tokens[i].content) : escape(tokens[i].content);
        return `<code${self.renderAttrs(tokens[i])}>${text}</code>`;
    };
    const image = rules.image;
    rules.image = (tokens, i, options, env, self) => {
        if (env.source) tokens[i].attrSet('src', links.resolve(env.source, tokens[i].attrGet('src')));
        const html = image(tokens, i, options, env, self);
        const source = tokens[i].attrGet('src');
        return source.endsWith('.svg') ? `<a class="graph" href="${source}">${html}</a>` : html;
    };
}
