"""Metrics: how the house does, in the format that Prometheus reads."""

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
    """What one process counts. A registry of its own: several houses may live in one process."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        GCCollector(registry=self._registry)
        self.requests = Counter("roundhouse_requests", "Requests answered.", ("method", "route", "status"), registry=self._registry)
        self.seconds = Histogram(
            "roundhouse_request_seconds",
            "Time to the beginning of an answer.",
            ("route",),
            buckets=_SECONDS,
            registry=self._registry,
        )
        self.faults = Counter("roundhouse_faults", "Requests that ended in a fault of the house.", registry=self._registry)

    def watch(self, name: str, about: str, value: Callable[[], float]) -> None:
        """A gauge that is read when somebody asks."""
        Gauge(name, about, registry=self._registry).set_function(value)

    def count(self, name: str, about: str, value: Callable[[], float]) -> None:
        """A counter that somebody else keeps."""
        self._registry.register(_Counted(name, about, value))

    def text(self) -> bytes:
        """All of them."""
        return generate_latest(self._registry)


class _Counted(Collector):
    """A counter that is read when somebody asks."""

    def __init__(self, name: str, about: str, value: Callable[[], float]) -> None:
        self._name, self._about, self._value = name, about, value

    def collect(self) -> Iterator[Metric]:
        """Its value now."""
        yield CounterMetricFamily(self._name, self._about, self._value())


async def metrics(request: Request) -> Response:
    """For a collector that shows the token of the settings; to anybody else there is no such page."""
    wanted = request.app.state.house.settings.metrics_token
    shown = request.headers.get("authorization", "").removeprefix("Bearer ")
    if not wanted or not hmac.compare_digest(shown.encode(), wanted.encode()):
        raise HTTPError(404, say("there is no such page"))
    found: Metrics = request.app.state.metrics
    return Response(found.text(), headers={"Content-Type": CONTENT_TYPE_LATEST})
