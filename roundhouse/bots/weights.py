"""Weights of a network in a file: a line of its name, a line of JSON, and plain little-endian float32. Reading it runs nothing."""

from __future__ import annotations

import hashlib
import json
import math
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from roundhouse.core.sentence import HouseError, Sentence, say

Array = NDArray[np.float32]

_FIRST_LINE: Final = b"roundhouse weights 1\n"
_NUMBER: Final = np.dtype("<f4")


class BadWeights(HouseError):
    """A file that does not hold the weights it should."""


@dataclass(frozen=True)
class Weights:
    """Arrays by name, and facts about them that JSON can hold."""

    facts: Mapping[str, Any]
    arrays: Mapping[str, Array]


def pack(weights: Weights) -> bytes:
    """The content of a file."""
    body = b"".join(np.ascontiguousarray(array, _NUMBER).tobytes() for array in weights.arrays.values())
    head = {
        "facts": weights.facts,
        "arrays": [{"name": name, "shape": list(array.shape)} for name, array in weights.arrays.items()],
        "sha256": hashlib.sha256(body).hexdigest(),
    }
    return _FIRST_LINE + json.dumps(head, ensure_ascii=False).encode() + b"\n" + body


def unpack(data: bytes) -> Weights:
    """The way back. What is not whole is refused."""
    if not data.startswith(_FIRST_LINE):
        raise BadWeights(say("it does not begin as a file of weights does"))
    end = data.find(b"\n", len(_FIRST_LINE))
    try:
        head = json.loads(data[len(_FIRST_LINE) : end])
        facts, shapes, digest = dict(head["facts"]), [_shape(part) for part in head["arrays"]], str(head["sha256"])
    except (ValueError, KeyError, TypeError):  # also a text that is no UTF-8
        raise BadWeights(say("its second line is damaged")) from None
    body = data[end + 1 :]
    if len(body) != _NUMBER.itemsize * sum(math.prod(shape) for _, shape in shapes):
        raise BadWeights(say("it is not as long as it says"))
    if hashlib.sha256(body).hexdigest() != digest:
        raise BadWeights(say("its numbers do not agree with their checksum"))
    arrays = {}
    at = 0
    for name, shape in shapes:
        array = np.frombuffer(body, _NUMBER, math.prod(shape), at).reshape(shape).astype(np.float32)
        at += array.nbytes
        arrays[name] = array
    return Weights(facts, arrays)


def read(file: Path) -> Weights:
    """The weights in a file."""
    try:
        data = file.read_bytes()
    except OSError as error:
        raise BadWeights(say("'{file}' cannot be read: {reason}", file=str(file), reason=error.strerror)) from error
    try:
        return unpack(data)
    except BadWeights as error:
        raise bad(file, error.sentence) from None


def write(file: Path, weights: Weights) -> None:
    """Writes a file beside its place and moves it there, so that no half of it is ever seen."""
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        part.write_bytes(pack(weights))
        part.replace(file)
    except OSError as error:
        raise BadWeights(say("'{file}' cannot be written: {reason}", file=str(file), reason=error.strerror)) from error
    finally:
        part.unlink(missing_ok=True)


def bad(file: Path, reason: Sentence) -> BadWeights:
    """A file, and what is wrong with it."""
    return BadWeights(say("'{file}' holds no weights to play with: {reason}", file=str(file), reason=reason))


def _shape(part: Any) -> tuple[str, tuple[int, ...]]:
    shape = tuple(part["shape"])
    if not all(type(length) is int and length >= 0 for length in shape):
        raise ValueError(shape)
    return str(part["name"]), shape
