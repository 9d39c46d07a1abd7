#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every reason that the code can give has its sentence in both languages.

Finds fail("code"...) and Reason{"code"...} in engine/ and app/, and the codes of flags and of
discards, and prints what the words lack: those of resources/text and of the experiments.
"""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lint"))
from lint import LANGUAGES, merged_text

GIVEN = re.compile(r'(?:\bfail|\bfailure|\bwarn|\brefused)\(\s*"([a-z0-9_]+)"|Reason\{\s*"([a-z0-9_]+)"[,}]'
                   r'|(?:push_back|emplace_back)\(\{\s*"([a-z0-9_]+)",\s*\{\{"')


def main(root):
    texts = {language: merged_text(root, language) for language in LANGUAGES}
    where = {}
    for folder in ("engine", "app"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in (".cpp", ".h"):
                continue
            for match in GIVEN.finditer(path.read_text("utf-8")):
                code = next(group for group in match.groups() if group)
                where.setdefault(code, path.relative_to(root))
    if len(where) < 20:
        print("found hardly any reason in the sources: the pattern no longer fits them")
        return 1
    missing = [f"{path}: reason.{code} has no sentence in {language}"
               for code, path in sorted(where.items()) for language, text in texts.items()
               if code not in text.get("reason", {})]
    print("\n".join(missing) or f"{len(where)} reasons, all in both languages")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
