"""In which comparisons Tern is ahead, and in which it is not."""
from results_table import number

OURS = "tern"  # with the settings of the others
COMPARED = ("applications", "static", "first_look", "frameworks", "growth")


def rivals(results, key):
    """The other servers of a comparison with their rates, the fastest first."""
    test, load, connections = key
    found = [(results.cell(test, name, load, connections).best, name) for name, one in results.servers.items()
             if name != OURS and not one["limit"] and not one["as_shipped"] and name.split("-")[0] != OURS]
    return sorted(((best, name) for best, name in found if best is not None), reverse=True)


def comparisons(results):
    """(test, load, connections) in which Tern and another server have a rate."""
    keys = dict.fromkeys((test, load, connections) for test, _, load, connections in results.cells
                         if results.tests[test]["group"] in COMPARED)
    return [key for key in keys if rivals(results, key) and results.cell(key[0], OURS, *key[1:]).best is not None]


def behind(results, key):
    """A line that says who is faster; None: Tern is."""
    (best, name), own = rivals(results, key)[0], results.cell(key[0], OURS, *key[1:]).best
    if own > best:
        return None
    failed = results.cell(key[0], name, *key[1:]).failed
    but = f" (of which {failed} requests failed)" if failed else ""
    return (f"- {results.title(key[0])}, {key[1]}, {key[2]} connections: {results.label(name)} {number(best, 4)} requests per second{but}, "
            f"{results.label(OURS)} {number(own, 4)}")


def section(results):
    found = comparisons(results)
    if not found:
        return []
    lines = [line for line in (behind(results, key) for key in found) if line]
    ours = results.label(OURS)
    if not lines:
        return [f"**{ours} is ahead in all {len(found)} comparisons** of this page: more requests per second than every other server, "
                "in each test and at each number of connections."]
    return [f"**{ours} is ahead in {len(found) - len(lines)} of {len(found)} comparisons** of this page, in requests per second. "
            "It is not ahead here:", "\n".join(lines)]
