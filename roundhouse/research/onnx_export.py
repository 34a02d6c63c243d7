"""Networks as ONNX files, for other runtimes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import onnx
from onnx import TensorProto, helper, numpy_helper

from roundhouse.bots.net import load
from roundhouse.bots.weights import read
from roundhouse.core.game import Game

_OPSET: Final = 17
_IR_VERSION: Final = 8  # of the file format; the oldest for this set of operators
_BATCH: Final = "batch"


def export(game: Game[Any], source: Path, target: Path) -> None:
    """Write the network of a weight file as an ONNX file.

    The input `observations` are scaled observations of any number of views. The outputs are `logits` of all moves, illegal ones
    too, and, if the network has these heads, `win` (logits by seat, counted from the reader) and `margin` (of the reader, in units
    of the `margin_scale` in the metadata). Raise BadWeights if the file is not a network for this game.
    """
    load(game, source)
    weights = read(source)
    arrays = weights.arrays
    depth = sum(name.startswith("layers.") for name in arrays) // 2
    heads = [
        (name, output)
        for name, output in (("policy", "logits"), ("win", "win"), ("margin", "margin"))
        if f"{name}.weight" in arrays
    ]
    nodes, hidden = [], "observations"
    for index in range(depth):
        nodes.append(_dense(f"layers.{index}", hidden, f"sum.{index}"))
        nodes.append(helper.make_node("Relu", [f"sum.{index}"], [f"hidden.{index}"]))
        hidden = f"hidden.{index}"
    nodes += [_dense(name, hidden, output) for name, output in heads]
    names = {node.input[place] for node in nodes if node.op_type == "Gemm" for place in (1, 2)}
    graph = helper.make_graph(
        nodes,
        game.name,
        [_numbers("observations", game.size)],
        [_numbers(output, len(arrays[f"{name}.bias"])) for name, output in heads],
        [numpy_helper.from_array(array, name) for name, array in arrays.items() if name in names],
    )
    model = helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", _OPSET)], ir_version=_IR_VERSION, producer_name="roundhouse"
    )
    facts = {name: value for name, value in weights.metadata.items() if not isinstance(value, (dict, list))}
    helper.set_model_props(model, {name: value if isinstance(value, str) else json.dumps(value) for name, value in facts.items()})
    onnx.checker.check_model(model)
    onnx.save_model(model, str(target))


def _dense(name: str, source: str, result: str) -> Any:
    return helper.make_node("Gemm", [source, f"{name}.weight", f"{name}.bias"], [result], transB=1)


def _numbers(name: str, size: int) -> Any:
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, [_BATCH, size])
