"""What the page of a game says about its named views: fields and types from the JSON Schema, and an example that is run."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Mapping
from typing import Any, Final

from roundhouse.core.game import Game
from roundhouse.core.named import schema

_EXAMPLE: Final = """\
from roundhouse.bots import make
from roundhouse.research import pettingzoo

env = pettingzoo.raw_env("{name}_v{version}", seats={seats}, reward="margin")
env.reset(seed=1)
first = env.agent_selection
print(env.observation_space(first)["observation"].shape, env.action_space(first))
print([env.game.notation(move) for move in env.legal_moves()][:4])
print(list(env.game.describe_view(env.view(first))))
bots = {{agent: make("greedy", env.game, seed) for seed, agent in enumerate(env.agents)}}
while not all(env.terminations.values()):
    agent = env.agent_selection
    env.step(bots[agent].choose(env.view(agent), env.legal_moves()))
print(env.rewards)
print(env.infos)
"""

Schema = Mapping[str, Any]


def schema_text(game: Game[Any]) -> str:
    """Return the JSON Schema of a game's named views as a document of its own."""
    top, parts = schema(game)
    name = top["$ref"].rpartition("/")[2]
    about = {"$schema": "https://json-schema.org/draft/2020-12/schema", "version": game.view_version}
    return json.dumps({**about, **parts[name], "$defs": parts}, indent=2, ensure_ascii=False) + "\n"


def view_section(game: Game[Any]) -> str:
    """Return the fields of the named views, with the objects that they hold."""
    top, parts = schema(game)
    first = top["$ref"].rpartition("/")[2]
    tables = [_fields(parts[first])]
    for name, part in parts.items():
        if name != first:
            tables += [f"**{name}**: {part.get('description', '')}", _fields(part)]
    return "\n\n".join(tables)


def example(game: Game[Any]) -> str:
    """Return a program and what it prints when it is run now."""
    code = _EXAMPLE.format(name=game.name, version=game.version, seats=game.seats[0])
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, f"{game.name}.md", "exec"), {})
    return f"```python\n{code}```\n\n```text\n{printed.getvalue()}```"


def _fields(part: Schema) -> str:
    if "properties" not in part:
        return _type(part)
    rows = [
        f"| `{name}` | {_type(field)} | {field.get('description', '')} |".replace("|  |", "| |")
        for name, field in part["properties"].items()
    ]
    return "\n".join(["| field | type | meaning |", "|---|---|---|", *rows])


def _type(field: Schema) -> str:
    """Return the type of a field in words."""
    if "$ref" in field:
        return str(field["$ref"]).rpartition("/")[2]
    if "anyOf" in field:
        return " or ".join(_type(one) for one in field["anyOf"])
    if "enum" in field:
        return ", ".join(f"`{json.dumps(value)}`" for value in field["enum"])
    if field.get("type") == "array":
        if "prefixItems" in field:
            return f"list of {len(field['prefixItems'])}: {', '.join(_type(one) for one in field['prefixItems'])}"
        return f"list of {_type(field['items'])}" if field.get("items") else "list"
    if field.get("type") == "object" and isinstance(field.get("additionalProperties"), Mapping):
        return f"{_type(field['additionalProperties'])} by name"
    return {"null": "null", "string": "text", "integer": "integer", "number": "number", "boolean": "true or false"}.get(
        str(field.get("type")), str(field.get("type", "anything"))
    )
