"""Measurements as a table to read and as a document for programs."""
import dataclasses
import os
import platform
import statistics

import servers


def middle(values):
    return statistics.median(values)


def ratios(measurements, limit):
    """Each round beside the limit of the same round."""
    return [one.cpu_us / beside.cpu_us for one, beside in zip(measurements, limit) if beside.cpu_us > 0]


def row(name, measurements, limit):
    cpu = [one.cpu_us for one in measurements]
    errors = {one.errors for one in measurements if one.errors}
    return (f"| {name} | {middle(cpu):.2f} us ({min(cpu):.2f}-{max(cpu):.2f}) | "
            f"{middle([one.user_us for one in measurements]):.2f} us | "
            f"{middle([one.system_us for one in measurements]):.2f} us | {middle(ratios(measurements, limit)):.2f} | "
            f"{middle([one.per_second for one in measurements]):.0f} | {measurements[-1].p99} | "
            f"{'; '.join(errors) or 'none'} |")


def markdown(results):
    lines = []
    for program, found in results.items():
        lines += ["", f"{program}:", "",
                  "| server | CPU per request (range) | user | system | times the limit | requests/s | p99 | errors |",
                  "| --- | --- | --- | --- | --- | --- | --- | --- |"]
        lines += [row(name, measurements, found["limit"]) for name, measurements in found.items()]
    return "\n".join(lines)


def document(results, options):
    plain = {program: {name: [dict(dataclasses.asdict(one), cpu_us=one.cpu_us) for one in measurements]
                       for name, measurements in found.items()} for program, found in results.items()}
    return {"kernel": platform.release(), "cpus": os.cpu_count(), "cores": servers.cores(),
            "connections": options.connections, "seconds": options.seconds, "rounds": options.rounds, "results": plain}
