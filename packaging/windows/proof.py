# SPDX-License-Identifier: Apache-2.0
"""What prove.sh asks of .duelo files.
  proof.py same OURS THEIRS    both have the same cells, inputs and weights, and outputs within the limits of
                               tests/parity/README.md; prints what differs and exits with 1 then
  proof.py class FILE FOLDER   36 students' files there, each with the times of this one
  proof.py button              the middle of the largest button in the accent's colour (ui/look/theme.cpp), of the
                               picture of a light window that standard input brings as PPM
"""
import hashlib
import json
import pathlib
import random
import re
import sys
import uuid

LIMIT = 1e-4  # tests/parity/README.md
STUDENTS = 36
ACCENT = re.compile(r'\.accent = "#(\w{6})"')


def records(path):
    return [json.loads(line) for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines()]


def outputs(path):
    """What each cell computed, by its case and variant. Files are called by their names: folders differ."""
    named, found = {}, {}
    for record in records(path):
        if record["r"] == "cell":
            case = {key: value.replace("\\", "/").rsplit("/", 1)[-1] if key == "input" else value
                    for key, value in record["case"].items()}
            named[record["cell"]] = json.dumps([case, record["variant"]], sort_keys=True)
        elif record["r"] == "event" and record.get("kind") == "epoch":
            losses = {key: value for key, value in record["fields"].items() if key.endswith("_loss")}
            found.setdefault(named[record["cell"]], {}).setdefault("losses", []).append(losses)
        elif record["r"] == "result":
            cell = found.setdefault(named[record["cell"]], {})
            cell["status"] = record["status"]
            cell["identities"] = {one["id"]: one.get("sha256", one.get("file")) for one in record.get("identities", [])}
            cell["fingerprint"] = record.get("fingerprint", {})
    return found


def near(one, other, scale):
    return abs(one - other) <= LIMIT * max(abs(scale), 1e-12)


def differences(ours, theirs):
    for name in sorted(ours.keys() | theirs.keys()):
        if name not in ours or name not in theirs:
            yield f"{name}: only one of the files has it"
            continue
        one, other = ours[name], theirs[name]
        for key in ("status", "identities"):
            if one.get(key) != other.get(key):
                yield f"{name}: {key}: {one.get(key)} and {other.get(key)}"
        a, b = one.get("fingerprint", {}), other.get("fingerprint", {})
        if len(a.get("values", [])) != len(b.get("values", [])) or a.get("shape") != b.get("shape"):
            yield f"{name}: outputs of another shape"
        for x, y in zip(a.get("values", []), b.get("values", [])):
            if not near(x, y, a["largest"]):
                yield f"{name}: {x} and {y}, of at most {a['largest']}"
                break
        if len(one.get("losses", [])) != len(other.get("losses", [])):
            yield f"{name}: another number of epochs"
        for x, y in zip(one.get("losses", []), other.get("losses", [])):
            if x.keys() != y.keys() or not all(near(x[key], y[key], x[key]) for key in x):
                yield f"{name}: losses {x} and {y}"


def same(ours, theirs):
    ours, theirs = outputs(ours), outputs(theirs)
    told = list(differences(ours, theirs))
    print("\n".join(told) or f"{len(ours)} cells compute the same")
    compared = any(cell.get("losses") or cell.get("fingerprint", {}).get("values") for cell in ours.values())
    return 0 if not told and compared else 1


def make_class(path, folder):
    lines = records(path)
    folder.mkdir(parents=True)
    chance = random.Random(36)
    for seat in range(1, STUDENTS + 1):
        text = ""
        for record in lines:
            if record["r"] == "header":
                record["run"] = str(uuid.UUID(int=chance.getrandbits(128)))
                record["machine"]["id"] = f"{seat:08x}"
                record["label"] = {"student": f"Núñez {seat}, Ana", "seat": str(seat), "group": "2B"}
            if record["r"] == "end":
                record["sha256"] = hashlib.sha256(text.encode()).hexdigest()
            text += json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n"
        (folder / f"puesto {seat:02}.duelo").write_text(text, encoding="utf-8")
    return 0


def button():
    """The longest line in the accent's colour that has the same below it: a filled button and no frame."""
    theme = pathlib.Path(__file__).resolve().parents[2] / "ui/look/theme.cpp"
    accent = bytes.fromhex(ACCENT.search(theme.read_text(encoding="utf-8"))[1])
    picture = sys.stdin.buffer.read()
    head = re.match(rb"P6\s+(\d+)\s+(\d+)\s+255\s", picture)
    if not head:
        print("no picture of 8 bits for each colour", file=sys.stderr)
        return 1
    pixels, below = picture[head.end():], 5
    width, height = int(head[1]), int(head[2])
    longest = (0, 0, 0)
    for y in range(height - below):
        line = "".join("x" if pixels[at:at + 3] == accent == pixels[at + 3 * width * below:][:3] else " "
                       for at in range(3 * width * y, 3 * width * (y + 1), 3))
        longest = max([longest] + [(len(one[0]), one.start(), y) for one in re.finditer("x+", line)])
    length, x, y = longest
    print(x + length // 2, y + below)
    return 0 if length > 0 else 1


if __name__ == "__main__":
    command, *files = sys.argv[1:]
    if command == "button":
        sys.exit(button())
    first, second = files
    sys.exit(make_class(first, pathlib.Path(second)) if command == "class" else same(first, second))
