# SPDX-License-Identifier: Apache-2.0
"""Writes the weight files that tests/models reads: what PyTorch, safetensors and numpy themselves
save, so that Duelo's readers are compared with the programs whose formats they read.

    python make_weight_fixtures.py OUTPUT_FOLDER EFFICIENTNET_LITE0_PTH

Made with torch 2.11.0, safetensors 0.8.0, numpy 2.4.6 on Python 3.11. Element i of tensor t of the tiny
network is ((5 i + 3 t) mod 61 - 30) / 8, exact in every floating-point type; the tests compute the
same. The legacy form names its storages after addresses, so those files differ from run to run.
"""

import hashlib
import json
import pickle
import sys
from collections import OrderedDict
from pathlib import Path

import numpy
import torch
from safetensors.torch import save_file

SHAPES = OrderedDict(
    [
        ("conv.weight", (4, 3, 3, 3)),
        ("bn.weight", (4,)),
        ("bn.bias", (4,)),
        ("bn.running_mean", (4,)),
        ("bn.running_var", (4,)),
        ("fc.weight", (5, 4)),
        ("fc.bias", (5,)),
    ]
)
COUNTER = "bn.num_batches_tracked"


def tiny(dtype=torch.float32):
    state = OrderedDict()
    for t, (name, shape) in enumerate(SHAPES.items()):
        i = torch.arange(int(numpy.prod(shape)))
        state[name] = (((5 * i + 3 * t) % 61 - 30).to(torch.float64) / 8).reshape(shape).to(dtype)
    state[COUNTER] = torch.tensor(7, dtype=torch.int64)
    return state


def views():
    """The same values, kept as PyTorch may keep them: one storage for several tensors, another
    order of dimensions, a channels-last kernel."""
    state = tiny()
    shared = torch.cat([state["bn.weight"], state["bn.bias"], state["bn.running_mean"]])
    state["bn.weight"], state["bn.bias"], state["bn.running_mean"] = shared.split(4)
    state["fc.weight"] = state["fc.weight"].t().contiguous().t()
    state["conv.weight"] = state["conv.weight"].contiguous(memory_format=torch.channels_last)
    return state


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(4, 5)

    def forward(self, x):
        return self.fc(x)


# Without a source file, or torch.save() would write that source and its path into the legacy form.
exec("""
class Bare(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.zeros(3))
""")


def main(folder: Path, efficientnet: Path):
    folder.mkdir(parents=True, exist_ok=True)
    save = lambda value, name, **form: torch.save(value, folder / name, **form)
    legacy = {"_use_new_zipfile_serialization": False}

    save_file(dict(tiny()), folder / "tiny.safetensors", metadata={"format": "pt"})
    save_file(dict(tiny(torch.float16)), folder / "tiny_f16.safetensors")
    save_file(dict(tiny(torch.bfloat16)), folder / "tiny_bf16.safetensors")
    save(tiny(), "tiny_zip.pth")
    save(tiny(), "tiny_legacy.pth", **legacy)
    save(tiny(torch.float64), "tiny_zip_f64.pth")
    save(tiny(torch.float16), "tiny_legacy_f16.pth", **legacy)
    save(views(), "tiny_zip_views.pth")
    save(views(), "tiny_legacy_views.pth", **legacy)
    save(tiny(), "tiny_zip_protocol4.pth", pickle_protocol=4)
    save(tiny(), "tiny_legacy_protocol4.pth", pickle_protocol=4, **legacy)

    parallel = OrderedDict(("module." + name, value) for name, value in tiny().items())
    save({"epoch": 3, "best": 0.5, "arch": "tiny", "state_dict": parallel,
          "optimizer": {"state": {}, "param_groups": [{"lr": 0.1, "params": [0, 1]}]}},
         "tiny_checkpoint.pth")
    parameters = OrderedDict(
        (name, torch.nn.Parameter(value, requires_grad=False) if name != COUNTER else value)
        for name, value in tiny().items())
    save(parameters, "tiny_parameters.pth")

    save(torch.nn.Linear(4, 5), "refused_module_zip.pth")
    save(Bare(), "refused_module_legacy.pth", **legacy)
    torch.jit.script(Net()).save(folder / "refused_torchscript.pt")
    numpy.savez(folder / "refused_numpy.npz", weight=numpy.zeros(3, numpy.float32))
    numpy.save(folder / "refused_numpy.npy", numpy.zeros(3, numpy.float32))
    save({"weight": numpy.zeros(3, numpy.float32)}, "refused_numpy.pth")
    (folder / "refused_numpy.pkl").write_bytes(pickle.dumps({"w": numpy.zeros(3)}))
    (folder / "refused_plain.pkl").write_bytes(pickle.dumps({"w": [1, 2, 3]}))
    save({"epoch": 3}, "refused_no_tensors.pth")

    for file in folder.iterdir():
        file.chmod(0o644)

    golden = [
        {"name": name, "shape": list(value.shape),
         "sha256": hashlib.sha256(value.contiguous().numpy().tobytes()).hexdigest()}
        for name, value in torch.load(efficientnet, weights_only=True).items()
        if not name.endswith("num_batches_tracked")
    ]
    lines = ",\n".join(json.dumps(entry) for entry in golden)
    (folder / "efficientnet_lite0_tensors.json").write_text("[\n" + lines + "\n]\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
