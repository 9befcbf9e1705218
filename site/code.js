// Code with its words marked, at build time.
import Prism from 'prismjs';
import loadLanguages from 'prismjs/components/index.js';

loadLanguages.silent = true;
loadLanguages(['php', 'bash', 'shell-session', 'ini', 'json', 'yaml', 'nginx', 'python', 'javascript', 'cpp', 'c', 'docker', 'sql', 'http']);

const SAME = { sh: 'bash', console: 'shell-session', dockerfile: 'docker', yml: 'yaml', conf: 'nginx' };

export function escape(text) {
    return text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]);
}

export function highlight(text, language) {
    const name = SAME[language] ?? language;
    const grammar = Prism.languages[name];
    if (!grammar) return escape(text);
    // Without "<?php" the grammar would take PHP for HTML.
    if (name === 'php' && !text.includes('<?php')) {
        return Prism.highlight(`<?php\n${text}`, grammar, name).replace(/^<span class="token php[^>]*><span class="token delimiter[^>]*>&lt;\?php<\/span>\n/, '<span>');
    }
    return Prism.highlight(text, grammar, name);
}
