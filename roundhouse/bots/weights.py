"""Weight files: a line of magic text, a line of JSON, and little-endian float32. Reading one cannot execute code."""

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

_MAGIC: Final = b"roundhouse weights 1\n"
_NUMBER: Final = np.dtype("<f4")


class BadWeights(HouseError):
    """A file that is not a usable weight file."""


@dataclass(frozen=True)
class Weights:
    """Arrays by name, with metadata that JSON can hold."""

    metadata: Mapping[str, Any]
    arrays: Mapping[str, Array]


def pack(weights: Weights) -> bytes:
    """Return the content of a weight file."""
    body = b"".join(np.ascontiguousarray(array, _NUMBER).tobytes() for array in weights.arrays.values())
    head = {
        "facts": weights.metadata,
        "arrays": [{"name": name, "shape": list(array.shape)} for name, array in weights.arrays.items()],
        "sha256": hashlib.sha256(body).hexdigest(),
    }
    return _MAGIC + json.dumps(head, ensure_ascii=False).encode() + b"\n" + body


def unpack(data: bytes) -> Weights:
    """Parse the content of a weight file. Raise BadWeights if it is damaged."""
    if not data.startswith(_MAGIC):
        raise BadWeights(say("it is not a weight file"))
    end = data.find(b"\n", len(_MAGIC))
    try:
        head = json.loads(data[len(_MAGIC) : end])
        metadata, shapes, digest = dict(head["facts"]), [_shape(part) for part in head["arrays"]], str(head["sha256"])
    except (ValueError, KeyError, TypeError):  # ValueError also covers invalid UTF-8
        raise BadWeights(say("its header is damaged")) from None
    body = data[end + 1 :]
    if len(body) != _NUMBER.itemsize * sum(math.prod(shape) for _, shape in shapes):
        raise BadWeights(say("its length does not match its header"))
    if hashlib.sha256(body).hexdigest() != digest:
        raise BadWeights(say("its checksum does not match"))
    arrays = {}
    offset = 0
    for name, shape in shapes:
        array = np.frombuffer(body, _NUMBER, math.prod(shape), offset).reshape(shape).astype(np.float32)
        offset += array.nbytes
        arrays[name] = array
    return Weights(metadata, arrays)


def read(file: Path) -> Weights:
    """Read a weight file. Raise BadWeights if it cannot be read or is damaged."""
    try:
        data = file.read_bytes()
    except OSError as error:
        raise BadWeights(say("'{file}' cannot be read: {reason}", file=str(file), reason=error.strerror)) from error
    try:
        return unpack(data)
    except BadWeights as error:
        raise bad_file(file, error.sentence) from None


def write(file: Path, weights: Weights) -> None:
    """Write a weight file atomically: to a temporary file first, which is then renamed."""
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        part.write_bytes(pack(weights))
        part.replace(file)
    except OSError as error:
        raise BadWeights(say("'{file}' cannot be written: {reason}", file=str(file), reason=error.strerror)) from error
    finally:
        part.unlink(missing_ok=True)


def bad_file(file: Path, reason: Sentence) -> BadWeights:
    """Return the error for a file with its reason."""
    return BadWeights(say("'{file}' cannot be used as weights: {reason}", file=str(file), reason=reason))


def _shape(part: Any) -> tuple[str, tuple[int, ...]]:
    shape = tuple(part["shape"])
    if not all(type(length) is int and length >= 0 for length in shape):
        raise ValueError(shape)
    return str(part["name"]), shape
