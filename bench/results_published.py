"""The figures that others published for these tests, on their machines: for comparison of the shape, not of the rates."""
from results_table import number, table

ELEVEN = "Swoole 4.4.10 and Apache 2.4.25 with mod_php 7.3, 12 threads of a Xeon X5690, MySQL on another host, 2019"
CONNECTIONS = (100, 500, 1000)
FAILED = None
# Requests per second at 100, 500 and 1,000 connections; None: failed, or not published.
APPLICATIONS = {
    "01": ((66308, 59658, 34923), (25705, 1847, 1499)),
    "02": ((52451, 41044, 34662), (11560, 1706, 1339)),
    "03": ((53625, 39887, 35451), (2073, 1010, 1016)),
    "04": ((1804, FAILED, FAILED), (1314, FAILED, FAILED)),
    "05": ((4163, 4279, 4326), (2327, 1060, FAILED)),
    "06": ((53499, 41790, 38591), (25141, 1831, 1535)),
    "07": ((15195, 15771, 14635), (228, 197, FAILED)),
    "08": ((846, 1372, 1427), (220, 196, FAILED)),
    "09": ((286, 285, 314), (141, 116, FAILED)),
    "10": ((1919, 1824, 1956), (1194, 723, 702)),
    "11": ((2288, 2011, 2228), (1250, 774, FAILED)),
}
FIRST_LOOK = {"php -S": 29, "RoadRunner": 1704, "Swoole": 5924}
FIRST_LOOK_OF = "one connection, another page of 6.5 KB, a desktop machine, 2018"


def applications(results):
    rows = {test[:2]: [results.title(test).split(":")[0], *[" / ".join(map(number, one)) for one in APPLICATIONS[test[:2]]]]
            for test in results.of_group("applications") if test[:2] in APPLICATIONS}
    if not rows:
        return []
    return ["<details>", f"<summary>The published figures: {ELEVEN}</summary>",
            table(["test, at " + " / ".join(map(str, CONNECTIONS)) + " connections", "Swoole", "Apache, mod_php"], rows.values()), "</details>"]


def first_look(_):
    rates = ", ".join(f"{name} {rate:,}" for name, rate in FIRST_LOOK.items())
    return [f"Published with this test: {rates} requests per second ({FIRST_LOOK_OF})."]


def section(results, group):
    return {"applications": applications, "first_look": first_look}.get(group, lambda _: [])(results)
