// SPDX-License-Identifier: Apache-2.0
#include "experiments/inference/program_parts.h"

namespace duelo::pytorch {

const std::string_view imports = R"py(
import copy
import json
import os
import statistics
import time
)py";

const std::string_view after_imports = R"py(
import torch
from torchvision import models)py";

const std::string_view photo_imports = R"py(from torchvision.transforms import functional
from PIL import Image, ImageOps)py";

const std::string_view network_imports = R"py(from torch import nn)py";

const std::string_view trained = R"py(

#@trained
def trained(name):
    file, told = {}, {}
    if name in WEIGHT_FILES:
        from safetensors import safe_open
        file = read_weights(WEIGHT_FILES[name])
        with safe_open(WEIGHT_FILES[name], "pt") as opened:
            told = opened.metadata() or {}
    categories = json.loads(told.get("duelo.classes", "null"))
    named = NETWORKS[name][2](len(categories) if categories else OUTPUTS)
    network = nn.Sequential(*(layer for _, layer in named))
    #@trained_names
    state = {f"{place}.{part}": file[f"{layer_name}.{part}"]
             for place, (layer_name, _) in enumerate(named) if layer_name and file
             for part in ("weight", "bias")}
    if state:
        network.load_state_dict(state)
    return network.eval(), categories, None if state else "random"
)py";

const std::string_view build_trained = R"py(    if name in NETWORKS:
        return trained(name)
)py";

const std::string_view weight_files = R"py(

#@weight_file
def read_weights(path):
    if path.endswith(".safetensors"):
        from safetensors.torch import load_file
        return load_file(path)
    return torch.load(path, map_location="cpu", weights_only=True)
)py";

const std::string_view lite0 = R"py(

#@lite0
def efficientnet_lite0():
    try:
        import timm
    except ImportError:
        raise RuntimeError(SAY["lite0_missing"]) from None
    if not DOWNLOAD:
        print(SAY["lite0_random"])
    return timm.create_model("tf_efficientnet_lite0", pretrained=DOWNLOAD)
)py";

const std::string_view build = R"py(

#@build
def build(name):
    torch.manual_seed(SEED)
@lite0@@trained@@weights@    weights = models.get_model_weights(name).IMAGENET1K_V1
    file = os.path.basename(weights.url)
    cached = os.path.join(torch.hub.get_dir(), "checkpoints", file)
    if DOWNLOAD or os.path.isfile(cached):
        network = models.get_model(name, weights=weights).eval()
        return network, weights.meta["categories"], "official"
    print(SAY["random_weights"].format(model=name, path=cached))
    return models.get_model(name, weights=None).eval(), None, "random"
)py";

const std::string_view build_weights = R"py(    if name in WEIGHT_FILES:
        network = models.get_model(name, weights=None)
        network.load_state_dict(read_weights(WEIGHT_FILES[name]))
        categories = models.get_model_weights(name).IMAGENET1K_V1.meta["categories"]
        return network.eval(), categories, None
)py";
const std::string_view build_lite0 = R"py(    if name == "efficientnet_lite0":
        return efficientnet_lite0().eval(), None, None if DOWNLOAD else "random"
)py";

const std::string_view of_size = R"py(

#@of_size
def of_size(network, model, size):
    if getattr(network, "image_size", size) == size:
        return network
    from torchvision.models.vision_transformer import interpolate_embeddings
    sized = models.get_model(model, weights=None, image_size=size)
    state = interpolate_embeddings(size, sized.patch_size, network.state_dict())
    sized.load_state_dict(state)
    return sized.eval()
)py";
const std::string_view run_of_size = R"py(            sized = of_size(network, model, size)
)py";

const std::string_view photo_begin = R"py(

#@photo
def photo(path, model, size):
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.path.basename(path))
    with Image.open(path if os.path.isfile(path) else beside) as file:
@draft@        picture = ImageOps.exif_transpose(file).convert("RGB")
)py";
const std::string_view photo_draft = R"py(        #@scaled
        file.draft(None, (size, size))
)py";
const std::string_view photo_square = R"py(    #@fit_square
    picture = functional.resize(picture, [size, size])
)py";
const std::string_view photo_letterbox = R"py(    #@fit_letterbox
    picture = ImageOps.pad(picture, (size, size), Image.Resampling.BILINEAR, (128, 128, 128))
)py";
const std::string_view photo_centre_crop = R"py(    #@fit_centre_crop
    picture = functional.center_crop(functional.resize(picture, size), [size, size])
)py";
const std::string_view photo_end = R"py(    tensor = functional.to_tensor(picture@mode@)
    #@normalise
    mean, std = MEAN_AND_STD.get(model, MEAN_AND_STD["*"])
    return functional.normalize(tensor, mean[:len(tensor)], std[:len(tensor)])
)py";
const std::string_view photo_mode = ".convert(NETWORKS.get(model, (\"RGB\",))[0])";

const std::string_view input_photo = R"py(

#@input_photo
def images_of(name, model, size, batch):
    if name == "random":
        return torch.rand(batch, @channels@, size, size,
                          generator=torch.Generator().manual_seed(SEED))
    #@together
    pictures = [photo(one, model, size) for one in names_of(name)[:batch]]
    return torch.stack([pictures[i % len(pictures)] for i in range(batch)])


def names_of(name):
    return name if isinstance(name, list) else [name]
)py";
const std::string_view input_random = R"py(

#@input_random
def images_of(name, model, size, batch):
    return torch.rand(batch, @channels@, size, size,
                      generator=torch.Generator().manual_seed(SEED))


def names_of(name):
    return [name]
)py";
const std::string_view channels = "len(NETWORKS.get(model, (\"RGB\",))[0])";

const std::string_view graph = R"py(

#@graph
def recorded(compute, images):
    source = images.cuda()
    with torch.inference_mode():
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(WARM_UP):
                compute(source)
        torch.cuda.current_stream().wait_stream(side)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            answer = compute(source)

    def replay(given):
        #@graph_input
        if not given.is_cuda:
            source.copy_(given)
        graph.replay()
        return answer

    return replay
)py";

const std::string_view measuring = R"py(

#@median
def median_seconds(call, device):
    for _ in range(WARM_UP):
        call()
    times = []
    begin = time.perf_counter()
    while True:
        wait(device)
        start = time.perf_counter()
        call()
        wait(device)
        times.append(time.perf_counter() - start)
        spent = time.perf_counter() - begin
        if spent >= MAX_SECONDS or (len(times) >= MIN_RUNS and spent >= MIN_SECONDS):
            return statistics.median(times), len(times)


#@measure
def measure(network, images, copies, variant):
    device, threads, precision, mode = variant
    use(variant)
    dtype = DTYPES[precision]
    last = mode in ("channels_last", "graph")
    layout = torch.channels_last if last else torch.contiguous_format
    network = copy.deepcopy(network).to(device=device, dtype=dtype, memory_format=layout)
    resident = images if copies else images.to(device)

    #@call
    def compute(source):
        return network(source.to(device=device, dtype=dtype, memory_format=layout)).float()
@graph@
    def call():
        answer = compute(resident)
        return answer.cpu() if copies else answer

    with torch.inference_mode():
        seconds, runs = median_seconds(call, device)
        return seconds, runs, call().softmax(1).cpu()
)py";

const std::string_view measuring_graph = R"py(
    if mode == "graph":
        compute = recorded(compute, images)
)py";

const std::string_view reporting = R"py(

#@table
def print_table(rows, columns):
    head = [SIZE] + [title(column) for column in columns]
    print(" | ".join(head))
    for size, seconds in rows.items():
        cells = [f"{size}x{size}".ljust(len(head[0]))]
        for name, column in zip(head[1:], columns):
            cell = f"{seconds[column]:.4f}" if column in seconds else "-"
            cells.append(cell.rjust(len(name)))
        print(" | ".join(cells))


#@tell
def tell(model, weights, name, images, variant, seconds, runs):
    device, threads, precision, mode = variant
    gpu = torch.cuda.get_device_name() if device == "cuda" else None
    print("duelo-time: " + json.dumps({
        "model": model, "weights": weights, "input": " + ".join(map(os.path.basename, names_of(name))),
        "size_px": images.shape[-1], "batch": images.shape[0],
        "device": device, "gpu": gpu, "threads": threads, "precision": precision, "mode": mode,
        "protocol": "warm_median", "n": runs, "median_ms": 1000 * seconds}))
)py";

const std::string_view main = R"py(

def run(network, categories, weights, model, name, batch, sizes, columns):
    rows = {}
    for size in sizes:
        rows[size] = {}
        try:
            images = images_of(name, model, size, batch)
@sized@        except Exception as error:
            print(SAY["not_measured"].format(error=error))
            continue
        print(f"{model}, {name!r}, {list(images.shape)}")
        for variant in columns:
            try:
                #@copies
                copies = variant[0] == "cuda" and name != "random"
                seconds, runs, answer = measure(@network@, images, copies, variant)
            except Exception as error:
                #@failure
                print(SAY["not_measured"].format(error=error))
                continue
            rows[size][variant] = seconds
            line = LINES[variant[0]].format(time=seconds)
            print(f"{line} ({details(variant)})" if details(variant) else line)
            tell(model, weights, name, images, variant, seconds, runs)
            for one, shares in zip(names_of(name), answer):
                if categories and name != "random":
                    share, index = shares.max(0)
                    label = categories[int(index)]
                    print(SAY["recognised"].format(label=label, share=100 * float(share)),
                          ascii(os.path.basename(one)))
    print()
    print_table(rows, columns)
    print()


def main():
    #@console
    sys.stdout.reconfigure(errors="replace")
    print(f"PyTorch {torch.__version__}, CUDA: {torch.cuda.is_available()}")
    columns = list(variants())
    for sweep in SWEEPS:
        for model in sweep["models"]:
            try:
                network, categories, weights = build(model)
            except Exception as error:
                print(SAY["model_skipped"].format(model=model, error=error))
                continue
            for name in sweep["inputs"]:
                for batch in sweep["batches"]:
                    run(network, categories, weights, model, name, batch, @sizes@, columns)


if __name__ == "__main__":
    main()
)py";

const std::string_view sizes = "sweep[\"sizes\"]";
const std::string_view own_size = "[NETWORKS[model][1]] if model in NETWORKS else sweep[\"sizes\"]";

}  // namespace duelo::pytorch
