"""The OpenAPI document of the API, written from the very types and endpoints that serve it."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

import msgspec

import roundhouse
from roundhouse.web.api import wire
from roundhouse.web.api.endpoint import Endpoint
from roundhouse.web.api.endpoints import ENDPOINTS
from roundhouse.web.http.problem import KINDS, MEDIA, PREFIX, Problem
from roundhouse.web.people.tokens import SCOPES

_SCHEMAS: Final = "#/components/schemas/{name}"
_RESPONSES: Final = "#/components/responses/"
_PATH: Final = re.compile(r"\{(\w+)\}")
_PARTS: Final[dict[str, Any]] = {"id": wire.TableId, "game": wire.GameName, "who": wire.PlayerId}  # of addresses
_RATE: Final = {
    "RateLimit-Limit": "How many requests a window of time allows.",
    "RateLimit-Remaining": "How many of them are left.",
    "RateLimit-Reset": "Seconds until the window begins anew.",
}


@cache
def document() -> bytes:
    """The document, as JSON."""
    return msgspec.json.encode(_document())


def _document() -> dict[str, Any]:
    kinds = _kinds()
    _, schemas = msgspec.json.schema_components(kinds, ref_template=_SCHEMAS)
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(PREFIX + endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Roundhouse",
            "version": roundhouse.__version__,
            "summary": "Railway board games: the tables of a house, for bots and tools.",
            "description": (
                "Everything is sent as JSON. Make a token at `/account/tokens` and send it as `Authorization: Bearer …`. "
                "Sentences are in English or French, as `Accept-Language` asks."
            ),
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "responses": {str(status): _problem(status) for status in KINDS},
            "headers": {name: {"description": text, "schema": {"type": "integer", "minimum": 0}} for name, text in _RATE.items()},
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer", "description": "Scopes: " + ", ".join(SCOPES)}},
        },
    }


def _kinds() -> list[type[msgspec.Struct]]:
    answers = [endpoint.gives for endpoint in ENDPOINTS if not isinstance(endpoint.gives, str)]
    requests = [endpoint.takes for endpoint in ENDPOINTS if not endpoint.reads]
    return list(dict.fromkeys([*answers, *requests, wire.Turn, wire.Ended, Problem]))


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    found: dict[str, Any] = {
        "operationId": endpoint.name,
        "summary": str(endpoint.summary),
        "parameters": _parameters(endpoint),
        "responses": {str(endpoint.status): _success(endpoint)}
        | {str(status): {"$ref": f"{_RESPONSES}{status}"} for status in endpoint.refusals},
        "security": [] if endpoint.scope is None else [{"token": []}],
    }
    if endpoint.scope is not None:
        found["description"] = f"The token needs the scope `{endpoint.scope}`."
    if not endpoint.reads:
        body = {"application/json": {"schema": {"$ref": _SCHEMAS.format(name=endpoint.takes.__name__)}}}
        found["requestBody"] = {"required": True, "content": body}
    return found


def _parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    found = [
        {"name": name, "in": "path", "required": True, "schema": msgspec.json.schema(_PARTS[name])}
        for name in _PATH.findall(endpoint.path)
    ]
    if not endpoint.reads:
        return found
    _, schemas = msgspec.json.schema_components([endpoint.takes])
    query = schemas[endpoint.takes.__name__]
    for name, schema in query["properties"].items():
        found.append({"name": name, "in": "query", "required": name in query["required"], "schema": _without_null(schema)})
    return found


def _without_null(schema: dict[str, Any]) -> dict[str, Any]:
    """In an address a value is there or it is not; there is no null."""
    some = [kind for kind in schema.get("anyOf", []) if kind != {"type": "null"}]
    return some[0] if some else schema


def _success(endpoint: Endpoint) -> dict[str, Any]:
    if isinstance(endpoint.gives, str):
        content: dict[str, Any] = {endpoint.gives: {"schema": {"type": "string"}}}
    else:
        content = {"application/json": {"schema": {"$ref": _SCHEMAS.format(name=endpoint.gives.__name__)}}}
    headers = {name: {"$ref": f"#/components/headers/{name}"} for name in _RATE}
    return {"description": "Done.", "headers": headers, "content": content}


def _problem(status: int) -> dict[str, Any]:
    kind = KINDS[status]
    schema = {"$ref": _SCHEMAS.format(name=Problem.__name__)}
    return {"description": f"{kind.title}: {kind.remedy}.", "content": {MEDIA: {"schema": schema}}}
