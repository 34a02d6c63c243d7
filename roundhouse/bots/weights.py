"""Weight files in the safetensors format: a JSON header, then plain little-endian numbers. Reading one cannot execute code.

The format is eight bytes with the length of the header, the header, and the arrays one after another. Our metadata are one JSON
text in the metadata of the header, beside a checksum of the arrays. Files of version 0.1 ("roundhouse weights 1") can be read too.
"""

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

_LENGTH_BYTES: Final = 8
_ALIGNMENT: Final = 8  # of the header
_METADATA: Final = "__metadata__"
_OURS: Final = "roundhouse"
_DTYPES: Final[Mapping[str, np.dtype[Any]]] = {"F16": np.dtype("<f2"), "F32": np.dtype("<f4")}
_OLD_MAGIC: Final = b"roundhouse weights 1\n"


class BadWeights(HouseError):
    """A file that is not a usable weight file."""


@dataclass(frozen=True)
class Weights:
    """Arrays by name, with metadata that JSON can hold."""

    metadata: Mapping[str, Any]
    arrays: Mapping[str, Array]


@dataclass(frozen=True)
class _Part:
    """An array as the header describes it."""

    name: str
    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    start: int

    @property
    def stop(self) -> int:
        return self.start + self.dtype.itemsize * math.prod(self.shape)

    def read(self, body: bytes) -> Array:
        return np.frombuffer(body, self.dtype, math.prod(self.shape), self.start).reshape(self.shape).astype(np.float32)


def rounded(arrays: Mapping[str, Array]) -> dict[str, Array]:
    """Return the arrays as they come back from a file with 16 bits a number."""
    return {name: array.astype(np.float16).astype(np.float32) for name, array in arrays.items()}


def pack(weights: Weights, *, half: bool = False) -> bytes:
    """Return the content of a weight file, with 32 bits a number, or 16 if `half` is set."""
    dtype = "F16" if half else "F32"
    pieces = {name: np.ascontiguousarray(array, _DTYPES[dtype]).tobytes() for name, array in weights.arrays.items()}
    body = b"".join(pieces.values())
    ours = {_OURS: json.dumps(dict(weights.metadata), ensure_ascii=False), "sha256": hashlib.sha256(body).hexdigest()}
    head: dict[str, Any] = {_METADATA: ours}
    offset = 0
    for name, piece in pieces.items():
        head[name] = {"dtype": dtype, "shape": list(weights.arrays[name].shape), "data_offsets": [offset, offset + len(piece)]}
        offset += len(piece)
    text = json.dumps(head, ensure_ascii=False).encode()
    text += b" " * (-len(text) % _ALIGNMENT)
    return len(text).to_bytes(_LENGTH_BYTES, "little") + text + body


def unpack(data: bytes) -> Weights:
    """Parse the content of a weight file. Raise BadWeights if it is damaged."""
    metadata, digest, parts, body = _open_old(data) if data.startswith(_OLD_MAGIC) else _open(data)
    if (parts[-1].stop if parts else 0) != len(body):
        raise BadWeights(say("its length does not match its header"))
    if hashlib.sha256(body).hexdigest() != digest:
        raise BadWeights(say("its checksum does not match"))
    return Weights(metadata, {part.name: part.read(body) for part in parts})


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


def write(file: Path, weights: Weights, *, half: bool = False) -> None:
    """Write a weight file atomically: to a temporary file first, which is then renamed."""
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        part.write_bytes(pack(weights, half=half))
        part.replace(file)
    except OSError as error:
        raise BadWeights(say("'{file}' cannot be written: {reason}", file=str(file), reason=error.strerror)) from error
    finally:
        part.unlink(missing_ok=True)


def bad_file(file: Path, reason: Sentence) -> BadWeights:
    """Return the error for a file with its reason."""
    return BadWeights(say("'{file}' cannot be used as weights: {reason}", file=str(file), reason=reason))


_Opened = tuple[dict[str, Any], str, list[_Part], bytes]  # metadata, checksum, arrays in the order of the body, body


def _open(data: bytes) -> _Opened:
    length = int.from_bytes(data[:_LENGTH_BYTES], "little")
    text, body = data[_LENGTH_BYTES : _LENGTH_BYTES + length], data[_LENGTH_BYTES + length :]
    if len(text) != length or not text.startswith(b"{"):
        raise BadWeights(say("it is not a weight file"))
    try:
        head = json.loads(text)
        ours = head.pop(_METADATA)
        metadata, digest = dict(json.loads(ours[_OURS])), str(ours["sha256"])
        parts = sorted((_part(name, entry) for name, entry in head.items()), key=lambda part: part.start)
        _check_order(parts)
    except (ValueError, KeyError, TypeError, AttributeError):  # ValueError also covers invalid UTF-8
        raise BadWeights(say("its header is damaged")) from None
    return metadata, digest, parts, body


def _part(name: str, entry: Mapping[str, Any]) -> _Part:
    start, stop = entry["data_offsets"]
    part = _Part(name, _DTYPES[entry["dtype"]], _shape(entry["shape"]), start)
    if part.stop != stop:
        raise ValueError(name)
    return part


def _check_order(parts: list[_Part]) -> None:
    """Raise ValueError unless the arrays follow one another without holes."""
    offset = 0
    for part in parts:
        if part.start != offset:
            raise ValueError(part.name)
        offset = part.stop


def _open_old(data: bytes) -> _Opened:
    """Open a file of version 0.1: a line of magic text, a line of JSON, and float32."""
    end = data.find(b"\n", len(_OLD_MAGIC))
    try:
        head = json.loads(data[len(_OLD_MAGIC) : end])
        parts: list[_Part] = []
        for entry in head["arrays"]:
            start = parts[-1].stop if parts else 0
            parts.append(_Part(str(entry["name"]), _DTYPES["F32"], _shape(entry["shape"]), start))
        return dict(head["facts"]), str(head["sha256"]), parts, data[end + 1 :]
    except (ValueError, KeyError, TypeError):
        raise BadWeights(say("its header is damaged")) from None


def _shape(lengths: Any) -> tuple[int, ...]:
    shape = tuple(lengths)
    if not all(type(length) is int and length >= 0 for length in shape):
        raise ValueError(shape)
    return shape
