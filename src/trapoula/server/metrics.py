"""Counters and gauges in Prometheus' text format."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Container

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)  # seconds


class Metrics:
    """Counts since the process started, without names or contents."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, str]] = Counter()
        self._gauges: dict[str, Callable[[], float]] = {}
        self._times = [0] * (len(BOUNDS) + 1)
        self._sum = 0.0

    def count(self, name: str, kind: str = "", by: int = 1) -> None:
        """Add to a counter."""
        self._counts[name, kind] += by

    def gauge(self, name: str, read: Callable[[], float]) -> None:
        """Register a gauge, which is read for each report."""
        self._gauges[name] = read

    def committed(self, seconds: float) -> None:
        """Record the time from a command to its commit."""
        self._sum += seconds
        self._times[bisect_left(BOUNDS, seconds)] += 1

    def counted(self, names: Container[str]) -> list[tuple[str, int]]:
        """Return the counts of some counters by kind, the most frequent first."""
        told = {
            f"{name} {kind}".strip(): count
            for (name, kind), count in self._counts.items()
            if name in names
        }
        return Counter(told).most_common()

    def slowest(self, share: float) -> float:
        """Return the seconds within which this share of all events was committed."""
        wanted, total = share * sum(self._times), 0
        for bound, count in zip((*BOUNDS, float("inf")), self._times, strict=True):
            total += count
            if total >= wanted:
                return bound
        return 0.0

    def write(self) -> str:
        """Return all metrics in Prometheus' text format."""
        lines: list[str] = []
        for name in dict.fromkeys(name for name, _ in sorted(self._counts)):
            lines.append(f"# TYPE trapoula_{name}_total counter")
            for (own, kind), count in sorted(self._counts.items()):
                if own == name:
                    label = f'{{kind="{kind}"}}' if kind else ""
                    lines.append(f"trapoula_{name}_total{label} {count}")
        for name, read in self._gauges.items():
            lines += [f"# TYPE trapoula_{name} gauge", f"trapoula_{name} {read():g}"]
        lines.append("# TYPE trapoula_commit_seconds histogram")
        total = 0
        for bound, count in zip((*BOUNDS, "+Inf"), self._times, strict=True):
            total += count
            lines.append(f'trapoula_commit_seconds_bucket{{le="{bound}"}} {total}')
        lines += [
            f"trapoula_commit_seconds_sum {self._sum:.6f}",
            f"trapoula_commit_seconds_count {total}",
        ]
        return "\n".join(lines) + "\n"
