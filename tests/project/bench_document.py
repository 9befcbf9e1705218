"""Results of bench/suite that nothing measured, for tests of what reads them: every figure follows from its place."""
TITLES = ("basic", "basic_class_load", "basic_class_load_multiple", "basic_query", "basic_query_with_pool",
          "basic_query_with_pool_and_caching", "real_app_simulation", "real_app_simulation_with_files",
          "real_app_simulation_with_files_and_connections", "real_app_simulation_with_files_and_connections_simpler",
          "simple_real_app_simulation")
RATES = (60000, 59000, 58000, 18000, 19000, 57000, 12000, 1500, 93, 640, 10000)
OWN_LIMITS = {9: 96, 10: 640}


def test(number):
    title = TITLES[number - 1]
    return {"name": f"{number:02}_{title}", "title": title, "group": "applications", "does": f"what {title} does",
            "own_limit": OWN_LIMITS.get(number), "reading": None}


def rate(servers):
    """A test at a fixed rate: a server's capacity, and its latency at two shares of that."""
    test = {"name": "rate_ok", "title": "rate ok", "group": "rate", "does": "answers ok", "own_limit": None, "reading": None}
    found = []
    for place, one in enumerate(servers, 1):
        capacity = 10000 / place
        found.append(measurement("rate_ok", one["name"], 100, capacity, load="capacity"))
        for share in (50, 80):
            latency = {"50": 0.1 * place, "75": 0.2 * place, "90": 0.3 * place, "99": share / 50, "99.9": share / 10, "max": 20.0}
            found.append(measurement("rate_ok", one["name"], 100, capacity * share / 100, load=f"rate-{share}",
                                     offered_per_s=capacity * share / 100, latency_ms=latency, cpu_us=50.0 * place))
    return test, found


def server(name, label=None, as_shipped=False, limit=False):
    return {"name": name, "label": label or name, "as_shipped": as_shipped, "settings": f"settings of {name}", "limit": limit}


def measurement(test, server, connections, rate, load="ab", round=1, **other):
    """Of one round; keywords replace what is in it."""
    latency = {"50": 1e3 * connections / rate, "75": 1100 * connections / rate, "90": 1300 * connections / rate,
               "99": 2e3 * connections / rate, "max": 5e3 * connections / rate}
    return {"test": test, "server": server, "load": load, "connections": connections, "round": round, "seconds": 1e4 / rate,
            "requests": 10000, "failed": 0, "requests_per_s": rate, "latency_ms": latency, "cpu_us": 4e5 / rate,
            "memory_mb": 20 + connections / 100, "errors": {}, "error": None, "raw": "what ab said", **other}


def document(tests, servers, measurements, **other):
    return {"schema": 1, "started": "2026-11-22T03:00:00Z", "seconds": 1234, "command": "bench/suite",
            "machine": {"cpu": "Xeon X5690", "cores": 2, "memory_mb": 8000, "kernel": "6.18", "os": "Debian 12",
                        "virtual": True},
            "versions": {"tern": "0.9.0 (git abc)", "php": "8.2.29", "ab": "2.3"},
            "settings": {"mode": "full", "connections": [100, 500, 1000], "requests": 10000, "runs": 2, "server_cores": "0",
                         "load_cores": "1", "opcache": True, "jit": False, "framework": "generated", "workers": 4,
                         "sleep_ms": 10.4},
            "tests": tests, "servers": servers, "skipped": [], "measurements": measurements, **other}


def growth(servers):
    """A test of one request on 1 to 10,000 connections."""
    test = {"name": "ok", "title": "ok", "group": "growth", "does": "answers ok", "own_limit": None}
    return test, [measurement("ok", one["name"], open_at, 60000 / place / (1 + open_at / 20000), load="wrk")
                  for place, one in enumerate(servers, 1) for open_at in (1, 10, 100, 1000, 10000)]


def framework(servers):
    """A test of an application of a framework on 50 connections."""
    test = {"name": "laravel", "title": "laravel", "group": "frameworks", "does": "a page", "own_limit": None}
    return test, [measurement("laravel", one["name"], 50, 3000 / place, load="wrk") for place, one in enumerate(servers, 1)]


def published(servers, numbers=range(1, 12), connections=(100, 500, 1000)):
    """Every test of every server, two rounds each; the first server is the fastest, and the limit program faster than it."""
    tests = [test(number) for number in numbers]
    found = []
    for open_at in connections:
        for number, one in zip(numbers, tests):
            for place, name in enumerate(servers):
                if name["limit"] and number > 1:
                    continue
                rate = 70000 if name["limit"] else RATES[number - 1] / (1 + place)
                found += [measurement(one["name"], name["name"], open_at, rate * factor, round=round)
                          for round, factor in ((1, 0.98), (2, 1.0))]
    return document(tests, servers, found)
