"""What scripts have left: by name, how often, and which script did it first."""
import collections
import re

SHOWN_FIELDS = 6
# `variable.field`, `section(function())+offset`: the variable.
VARIABLE = re.compile(r"(.*?:(?:module )?[^.+\[()]*(?:\([^+]*\))?)")


class Findings:
    def __init__(self, known):
        self.known = known
        self.explained = collections.Counter()
        self.scripts = collections.defaultdict(list)
        self.values = {}

    def add(self, script, names):
        """`names` are (name, before, after)."""
        for name, before, after in names:
            kind = self.known.kind(name)
            if kind is not None:
                self.explained[kind] += 1
            elif script not in self.scripts[name]:
                self.scripts[name].append(script)
                self.values.setdefault(name, (before, after))

    def variables(self):
        """(variable, names, scripts), those that most scripts change first."""
        found = collections.defaultdict(list)
        for name in self.scripts:
            found[VARIABLE.match(name)[1] if VARIABLE.match(name) else name].append(name)
        every = [(variable, names, list(dict.fromkeys(script for name in names for script in self.scripts[name])))
                 for variable, names in found.items()]
        return sorted(every, key=lambda one: -len(one[2]))

    def lines(self):
        for variable, names, scripts in self.variables():
            yield f"{len(scripts):5}  {variable}  by {', '.join(scripts[:3])}"
            for name in sorted(names, key=lambda one: -len(self.scripts[one]))[:SHOWN_FIELDS]:
                yield f"{'':7}{len(self.scripts[name]):5}  {name}: {' -> '.join(map(shown, self.values[name]))}"
            if len(names) > SHOWN_FIELDS:
                yield f"{'':14}and {len(names) - SHOWN_FIELDS} more fields"


def shown(value):
    return f"{value:#x}" if isinstance(value, int) else str(value)[:160]
