"""Metrics of the server in Prometheus format."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterator
from typing import Final

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.gc_collector import GCCollector
from prometheus_client.metrics_core import CounterMetricFamily, Metric
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector
from starlette.requests import Request
from starlette.responses import Response

from roundhouse.core.sentence import say
from roundhouse.web.http.errors import HTTPError

_SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """The metrics of one server, in a registry of its own: several servers may run in one process."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        GCCollector(registry=self._registry)
        self.requests = Counter("roundhouse_requests", "Requests answered.", ("method", "route", "status"), registry=self._registry)
        self.seconds = Histogram(
            "roundhouse_request_seconds",
            "Time to the first byte of the response.",
            ("route",),
            buckets=_SECONDS,
            registry=self._registry,
        )
        self.faults = Counter("roundhouse_faults", "Requests that ended in a server error.", registry=self._registry)
        self._series: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}  # as `labels` returns them, which is slow

    def record(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a response and the time to its first byte."""
        key = method, route, status
        if key not in self._series:
            self._series[key] = self.requests.labels(method, route, str(status)), self.seconds.labels(route)
        count, times = self._series[key]
        count.inc()
        times.observe(seconds)
        if status >= 500:
            self.faults.inc()

    def gauge(self, name: str, help: str, value: Callable[[], float]) -> None:
        """Add a gauge that calls `value` whenever the metrics are collected."""
        Gauge(name, help, registry=self._registry).set_function(value)

    def counter(self, name: str, help: str, value: Callable[[], float]) -> None:
        """Add a counter that calls `value` whenever the metrics are collected."""
        self._registry.register(_CallbackCounter(name, help, value))

    def text(self) -> bytes:
        """Return all metrics in the text format."""
        return generate_latest(self._registry)


class _CallbackCounter(Collector):
    """A counter that is kept elsewhere and read when the metrics are collected."""

    def __init__(self, name: str, help: str, value: Callable[[], float]) -> None:
        self._name, self._help, self._value = name, help, value

    def collect(self) -> Iterator[Metric]:
        """Yield the current value."""
        yield CounterMetricFamily(self._name, self._help, self._value())


async def metrics(request: Request) -> Response:
    """Return the metrics if the request carries the token of the settings; otherwise raise HTTPError 404."""
    expected = request.app.state.house.settings.metrics_token
    token = request.headers.get("authorization", "").removeprefix("Bearer ")
    if not expected or not hmac.compare_digest(token.encode(), expected.encode()):
        raise HTTPError(404, say("there is no such page"))
    registry: Metrics = request.app.state.metrics
    return Response(registry.text(), headers={"Content-Type": CONTENT_TYPE_LATEST})
