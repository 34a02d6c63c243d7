"""The description of a data set in Croissant, the JSON-LD format of data repositories and loaders (MLCommons, version 1.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pyarrow as arrow

FILE: Final = "croissant.json"
ROWS: Final = "decisions"  # the record set, and the file set that it is read from
PATTERN: Final = "decisions-*.parquet"
_PARQUET: Final = "application/x-parquet"
_RECORD: Final = "text/plain"
_VERSION: Final = "http://mlcommons.org/croissant/1.1"
_LICENCE: Final = "https://spdx.org/licenses/MIT"
_HOME: Final = "https://github.com/roundhouse-games/roundhouse"
_TYPES: Final[Mapping[Any, str]] = {
    arrow.int8(): "sc:Integer",
    arrow.int32(): "sc:Integer",
    arrow.float32(): "sc:Float",
    arrow.bool_(): "sc:Boolean",
    arrow.string(): "sc:Text",
}

# The terms of the format, as its specification prints them.
_CONTEXT: Final[Mapping[str, Any]] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "arrayShape": "cr:arrayShape",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "containedIn": "cr:containedIn",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isArray": "cr:isArray",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}


def describe(title: str, manifest: Mapping[str, Any], columns: arrow.Schema, about: Mapping[str, str]) -> dict[str, Any]:
    """Return the description of a data set of one game. `about` says what each column holds."""
    checksums: Mapping[str, str] = manifest["sha256"]
    bots = ", ".join(manifest["bots"])
    description = f"{manifest['rows']} decisions of {manifest['games']} games of {title} between these bots: {bots}."
    if "reconstructed" in manifest:
        description += f" {manifest['reconstructed']}"
    return {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": _VERSION,
        "name": f"roundhouse-{manifest['game']}",
        "description": description,
        "license": _LICENCE,
        "url": _HOME,
        "version": f"{manifest['version']}.0.0",
        "distribution": [
            *(_file(name, digest) for name, digest in checksums.items()),
            {"@type": "cr:FileSet", "@id": ROWS, "name": ROWS, "encodingFormat": _PARQUET, "includes": PATTERN},
        ],
        "recordSet": [
            {
                "@type": "cr:RecordSet",
                "@id": f"{ROWS}-rows",
                "name": f"{ROWS}-rows",
                "description": "One row for each decision of a player.",
                "field": [_field(column, about[column.name]) for column in columns],
            }
        ],
    }


def _file(name: str, digest: str) -> dict[str, Any]:
    kind = _PARQUET if name.endswith(".parquet") else _RECORD
    return {"@type": "cr:FileObject", "@id": name, "name": name, "contentUrl": name, "encodingFormat": kind, "sha256": digest}


def _field(column: arrow.Field, about: str) -> dict[str, Any]:
    is_list = arrow.types.is_fixed_size_list(column.type)
    shape = {"isArray": True, "arrayShape": str(column.type.list_size)} if is_list else {}
    return {
        "@type": "cr:Field",
        "@id": f"{ROWS}-rows/{column.name}",
        "name": column.name,
        "description": about,
        "dataType": _TYPES[column.type.value_type if is_list else column.type],
        **shape,
        "source": {"fileSet": {"@id": ROWS}, "extract": {"column": column.name}},
    }
