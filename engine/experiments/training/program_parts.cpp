// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/program_parts.h"

namespace duelo::pytorch_training {

const std::string_view network = R"py(

#@train_initial
def build(name, outputs, plan, variant):
    use(variant)
    torch.backends.cudnn.deterministic = plan["deterministic"]
    torch.use_deterministic_algorithms(plan["deterministic"], warn_only=True)
    torch.manual_seed(plan["seed"])
    network = NETWORKS[name][2](outputs)
    for layer in network:
        if isinstance(layer, nn.Conv2d):
            nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
        elif isinstance(layer, nn.Linear):
            nn.init.xavier_normal_(layer.weight, gain=nn.init.calculate_gain("relu"))
        if isinstance(layer, (nn.Conv2d, nn.Linear)):
            nn.init.zeros_(layer.bias)
    return network.to(device=variant[0], memory_format=layout_of(variant))


def layout_of(variant):
    return torch.channels_last if variant[3] == "channels_last" else torch.contiguous_format


def optimizer_of(network, plan, rate):
    if plan["optimizer"] == "adam":
        return torch.optim.Adam(network.parameters(), lr=rate)
    return torch.optim.SGD(network.parameters(), lr=rate, momentum=plan["momentum"])
)py";

const std::string_view passes = R"py(

#@train_bf16
def rounding(variant):
    return torch.autocast(torch.device(variant[0]).type, torch.bfloat16, variant[2] == "bf16")


#@train_pass
def one_pass(network, batches, variant, optimizer=None):
    network.train(optimizer is not None)
    loss_sum, right, count = 0, 0, 0
    for images, labels in batches:
        with torch.set_grad_enabled(optimizer is not None), rounding(variant):
            answers = network(images.to(memory_format=layout_of(variant)))
            loss = functional.cross_entropy(answers.float(), labels)
        if optimizer:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        loss_sum = loss_sum + loss.detach().double() * len(labels)
        right = right + (answers.argmax(1) == labels).sum()
        count += len(labels)
    return float(loss_sum) / count, float(right) / count
)py";

const std::string_view train = R"py(

#@train_test
def test(network, part, classes, plan, variant, batch):
    outputs = plan["outputs"] or len(classes)
    confusion = torch.zeros(len(classes), outputs, dtype=torch.long)
    network.eval()
    with torch.no_grad(), rounding(variant):
        for images, labels in part.in_order(batch):
            answers = network(images.to(memory_format=layout_of(variant))).argmax(1)
            for truth, answer in zip(labels.tolist(), answers.tolist()):
                confusion[truth, answer] += 1
    right, count = int(confusion.diagonal().sum()), int(confusion.sum())
    print(SAY["train_tested"].format(n=right, total=count, share=100 * right / count))
    print(SAY["train_confusion"])
    width = max(len(name) for name in classes)
    for name, row in zip(classes, confusion.tolist()):
        print(name.rjust(width), " ".join(str(cell).rjust(5) for cell in row))
    return right / count


#@train_stop
def why_over(epoch, best_epoch, plan, accuracy, seconds):
    wanted, limit = plan["until_accuracy"], plan["max_time_s"]
    if wanted is not None and accuracy >= wanted:
        return SAY["train_over_accuracy"]
    if 0 < plan["patience"] <= epoch - best_epoch:
        return SAY["train_over_patience"]
    if limit is not None and seconds >= limit:
        return SAY["train_over_time"]
    return None


#@train_train
def work(name, classes, parts, batch, plan, variant):
    mode, side, _ = NETWORKS[name]
    device = variant[0]
    draw = random.Random(plan["seed"]) if plan["augment"] else None
    train = Part(parts[0], mode, side, device, draw, plan["decode_every_epoch"])
    validation = Part(parts[1], mode, side, device)
    network = build(name, plan["outputs"] or len(classes), plan, variant)
    optimizer = optimizer_of(network, plan, plan["learning_rate"])
    guessing = math.log(max(2, plan["outputs"] or len(classes)))
    best, best_loss, best_epoch, times = None, math.inf, 0, []
    print(" | ".join(HEAD))
    for epoch in range(1, plan["epochs"] + 1):
        wait(device)
        start = time.perf_counter()
        loss, accuracy = one_pass(network, train.shuffled(batch, plan["seed"] + epoch), variant,
                                  optimizer)
        valid_loss, valid_accuracy = one_pass(network, validation.in_order(batch), variant)
        times.append(time.perf_counter() - start)
        cells = [str(epoch), f"{times[-1]:.4f}", f"{loss:.4f}", f"{100 * accuracy:.1f} %",
                 f"{valid_loss:.4f}", f"{100 * valid_accuracy:.1f} %"]
        print(" | ".join(cell.rjust(len(title)) for cell, title in zip(cells, HEAD)))
        if not math.isfinite(loss + valid_loss) or loss > DIVERGED * guessing:
            raise ArithmeticError(SAY["train_diverged"].format(smaller=plan["learning_rate"] / 10))
        if valid_loss < best_loss:
            best, best_loss, best_epoch = copy.deepcopy(network.state_dict()), valid_loss, epoch
        over = why_over(epoch, best_epoch, plan, valid_accuracy, sum(times))
        if over:
            print(over)
            break
    #@train_best
    network.load_state_dict(best)
    accuracy = test(network, Part(parts[2], mode, side, device), classes, plan, variant, batch)
    #@train_first_epoch
    seconds = statistics.median(times[1:] or times)
    return SAY["train_result"].format(time=seconds, share=100 * accuracy)
)py";

const std::string_view finder = R"py(

#@train_finder
def work(name, classes, parts, batch, plan, variant):
    mode, side, _ = NETWORKS[name]
    draw = random.Random(plan["seed"]) if plan["augment"] else None
    train = Part(parts[0], mode, side, variant[0], draw)
    network = build(name, plan["outputs"] or len(classes), plan, variant)
    optimizer = optimizer_of(network, plan, LOWEST_RATE)
    batches, rounds = iter(()), 0
    curve = []
    print(" | ".join(HEAD))
    for step in range(STEPS):
        rate = LOWEST_RATE * (HIGHEST_RATE / LOWEST_RATE) ** (step / (STEPS - 1))
        batch_of_step = next(batches, None)
        if batch_of_step is None:
            rounds += 1
            batches = train.shuffled(batch, plan["seed"] + rounds)
            batch_of_step = next(batches)
        for group in optimizer.param_groups:
            group["lr"] = rate
        loss, _ = one_pass(network, [batch_of_step], variant, optimizer)
        if not math.isfinite(loss):
            break
        smooth = loss if not curve else SMOOTHING * loss + (1 - SMOOTHING) * curve[-1][1]
        curve.append((rate, smooth))
        cells = [str(step + 1), f"{rate:.3g}", f"{loss:.4f}", f"{smooth:.4f}"]
        print(" | ".join(cell.rjust(len(title)) for cell, title in zip(cells, HEAD)))
        if smooth > DIVERGENCE * min(loss for _, loss in curve):
            break
    #@train_advice
    middle = curve[SKIP:-SKIP]
    if len(middle) < 3:
        return SAY["train_rate_few"]
    rate, lowest = min(middle, key=lambda point: point[1])
    if lowest >= (1 - LEAST_DESCENT) * middle[0][1]:
        return SAY["train_rate_none"]
    return SAY["train_rate"].format(rate=f"{rate / BELOW_LOWEST:.2g}")
)py";

const std::string_view main = R"py(

def run(name, classes, parts, batch, plan, columns):
    results = []
    for variant in columns:
        print(title(variant))
        try:
            results.append((title(variant), work(name, classes, parts, batch, plan, variant)))
        except Exception as error:
            #@failure
            print(SAY["not_measured"].format(error=error))
    for who, result in results:
        print(f"{who}: {result}")
    print()


def main():
    #@console
    sys.stdout.reconfigure(errors="replace")
    print(f"PyTorch {torch.__version__}, CUDA: {torch.cuda.is_available()}")
    columns = list(variants())
    for each in WORK:
        for seed, share in itertools.product(each["seeds"], each["train_shares"]):
            begin(dict(each, seed=seed, train_share=share), columns)


def begin(plan, columns):
    for name in plan["networks"]:
        mode, side, _ = NETWORKS[name]
        for data in plan["data"]:
            try:
                classes, *sources = source(data, plan, mode, side)
                parts = split(classes, *sources, plan)
                parts = learnt(parts[0], classes, plan), *parts[1:]
            except Exception as error:
                print(SAY["not_measured"].format(error=error))
                continue
            counts = " + ".join(str(len(part)) for part in parts)
            for batch in plan["batch"]:
                print(f"{name}, {ascii(data)} ({counts}), {batch}")
                print(SAY["train_start"].format(seed=plan["seed"],
                                                share=100 * plan["train_share"]))
                run(name, classes, parts, batch, plan, columns)


if __name__ == "__main__":
    main()
)py";

}  // namespace duelo::pytorch_training
