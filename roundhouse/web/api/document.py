"""The OpenAPI document, generated from the types and endpoints that serve the API."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

import msgspec

import roundhouse
from roundhouse.ui.languages import LANGUAGES
from roundhouse.web.api import wire
from roundhouse.web.api.endpoint import Endpoint
from roundhouse.web.api.endpoints import ENDPOINTS
from roundhouse.web.http.problem import KINDS, MEDIA, PREFIX, Problem
from roundhouse.web.people.tokens import SCOPES

_SCHEMAS: Final = "#/components/schemas/{name}"
_RESPONSES: Final = "#/components/responses/"
_PATH: Final = re.compile(r"\{(\w+)\}")
_PARTS: Final[dict[str, Any]] = {
    "id": wire.TableId,
    "invite": wire.Invite,
    "game": wire.GameName,
    "who": wire.PlayerId,
}  # path parameters
_RATE: Final = {
    "RateLimit-Limit": "Requests allowed per time window.",
    "RateLimit-Remaining": "Requests left in this window.",
    "RateLimit-Reset": "Seconds until the next window.",
}


@cache
def document() -> bytes:
    """Return the document as JSON."""
    return msgspec.json.encode(_document())


def _document() -> dict[str, Any]:
    types = _types()
    _, schemas = msgspec.json.schema_components(types, ref_template=_SCHEMAS)
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(PREFIX + endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Roundhouse",
            "version": roundhouse.__version__,
            "summary": "Railway board games for bots and tools.",
            "description": (
                "Requests and responses are JSON. Create a token at `/account/tokens` and send it as `Authorization: Bearer …`. "
                f"Messages are in the language of `Accept-Language`, if it is one of: {', '.join(LANGUAGES)}."
            ),
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": schemas | wire.view_schemas()[1],
            "responses": {str(status): _problem(status) for status in KINDS},
            "headers": {name: {"description": text, "schema": {"type": "integer", "minimum": 0}} for name, text in _RATE.items()},
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer", "description": "Scopes: " + ", ".join(SCOPES)}},
        },
    }


def _types() -> list[type[msgspec.Struct]]:
    results = [endpoint.result for endpoint in ENDPOINTS if not isinstance(endpoint.result, str)]
    bodies = [endpoint.params for endpoint in ENDPOINTS if not endpoint.read_only]
    return list(dict.fromkeys([*results, *bodies, wire.Turn, wire.Ended, Problem]))


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": endpoint.name,
        "summary": str(endpoint.summary),
        "parameters": _parameters(endpoint),
        "responses": {str(endpoint.status): _success(endpoint)}
        | {str(status): {"$ref": f"{_RESPONSES}{status}"} for status in endpoint.error_statuses},
        "security": [] if endpoint.scope is None else [{"token": []}],
    }
    if endpoint.scope is not None:
        operation["description"] = f"Requires the scope `{endpoint.scope}`."
    if not endpoint.read_only:
        body = {"application/json": {"schema": {"$ref": _SCHEMAS.format(name=endpoint.params.__name__)}}}
        operation["requestBody"] = {"required": True, "content": body}
    return operation


def _parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": msgspec.json.schema(_PARTS[name])}
        for name in _PATH.findall(endpoint.path)
    ]
    if not endpoint.read_only:
        return parameters
    _, schemas = msgspec.json.schema_components([endpoint.params])
    query = schemas[endpoint.params.__name__]
    for name, schema in query["properties"].items():
        parameters.append({"name": name, "in": "query", "required": name in query["required"], "schema": _without_null(schema)})
    return parameters


def _without_null(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema without null, which a query string has no way to write."""
    options = [option for option in schema.get("anyOf", []) if option != {"type": "null"}]
    return options[0] if options else schema


def _success(endpoint: Endpoint) -> dict[str, Any]:
    if isinstance(endpoint.result, str):
        content: dict[str, Any] = {endpoint.result: {"schema": {"type": "string"}}}
    else:
        content = {"application/json": {"schema": {"$ref": _SCHEMAS.format(name=endpoint.result.__name__)}}}
    headers = {name: {"$ref": f"#/components/headers/{name}"} for name in _RATE}
    return {"description": "Success.", "headers": headers, "content": content}


def _problem(status: int) -> dict[str, Any]:
    kind = KINDS[status]
    schema = {"$ref": _SCHEMAS.format(name=Problem.__name__)}
    return {"description": f"{kind.title}: {kind.remedy}.", "content": {MEDIA: {"schema": schema}}}
