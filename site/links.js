// Where things are on the site. A page of docs/ is at its path without "docs/" and ".md"; docs/start.md is the home. A file that
// is no page, as examples/hello.php, is shown below source/.
import fs from 'node:fs';
import path from 'node:path';
import { escape, highlight } from './code.js';

const LINK = /\]\(([^)\s]+)\)/g;
const HOME = 'docs/start.md';
/** No folder may have a name that ends with .php: servers would look for a script. */
const shown = (file) => `source/${file.replaceAll('.', '-')}/`;
const NAMES = { '.php': 'php', '.py': 'python', '.sh': 'bash', '.js': 'javascript', '.h': 'cpp', '.cpp': 'cpp', '.json': 'json' };

export class Links {
    constructor(root, pages) {
        this.root = root;
        this.pages = new Set(pages);
    }

    /** The URL of a page below the root of the site: "" for the home, else with a slash at its end. */
    url(source) {
        if (source === HOME) return '';
        if (source === 'README.md') return 'overview/';
        if (source === 'docs/README.md') return 'pages/';
        return source.replace(/^docs\//, '').replace(/\.md$/, '/').replace(/README\/$/, '').toLowerCase();
    }

    output(source) {
        return `${this.url(source)}index.html`;
    }

    relative(from, to) {
        return path.posix.relative(from, to).replace(/(?<=[^/])$/, to.endsWith('/') || to === '' ? '/' : '') || './';
    }

    /** The title of the page that a link leads to. */
    title(source, href) {
        const file = path.posix.join(path.posix.dirname(source), href.split('#')[0]);
        if (!this.pages.has(file)) return null;
        return fs.readFileSync(path.join(this.root, file), 'utf8').match(/^# +(.*)$/m)?.[1].replace(/[`*]/g, '') ?? null;
    }

    /** What a link in a page of this repository leads to, as a link from one page of the site to another. */
    resolve(source, href) {
        if (/^[a-z]+:/.test(href) || href.startsWith('#')) return href;
        const [target, fragment] = href.split('#');
        const file = path.posix.normalize(path.posix.join(path.posix.dirname(source), target)).replace(/\/$/, '');
        const url = this.pages.has(file) ? this.url(file)
            : /\.(png|svg|webp)$/.test(file) ? file.replace(/^docs\//, '') : shown(file);
        return this.relative(this.url(source), url) + (fragment ? `#${fragment}` : '');
    }

    /** Pages of the files and folders that pages link to. */
    linkedFiles(sources) {
        const found = new Set();
        for (const source of sources) {
            for (const [, href] of fs.readFileSync(path.join(this.root, source), 'utf8').matchAll(LINK)) {
                if (/^[a-z]+:|^#/.test(href)) continue;
                const file = path.posix.normalize(path.posix.join(path.posix.dirname(source), href.split('#')[0])).replace(/\/$/, '');
                if (!this.pages.has(file) && !/\.(png|svg|webp)$/.test(file)) this.#add(file, found);
            }
        }
        return [...found].sort().map((file) => this.#page(file));
    }

    #add(file, found) {
        const full = path.join(this.root, file);
        if (!fs.existsSync(full) || found.has(file)) return;
        found.add(file);
        if (!fs.statSync(full).isDirectory()) return;
        for (const name of fs.readdirSync(full)) {
            if (/\.(php|conf|yaml|md)$/.test(name) && !this.pages.has(`${file}/${name}`)) this.#add(`${file}/${name}`, found);
        }
    }

    #page(file) {
        const full = path.join(this.root, file);
        const html = fs.statSync(full).isDirectory()
            ? `<ul>${fs.readdirSync(full).filter((name) => /\.(php|conf|yaml|md)$/.test(name))
                .map((name) => `<li><a href="${name.replaceAll('.', '-')}/"><code>${escape(name)}</code></a></li>`).join('')}</ul>`
            : `<pre tabindex="0"><code>${highlight(fs.readFileSync(full, 'utf8'), NAMES[path.extname(file)])}</code></pre>`;
        return { url: shown(file), title: file, html: `<h1><code>${escape(file)}</code></h1>\n${html}`, isSource: true };
    }
}
