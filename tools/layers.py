#!/usr/bin/python3 -B
"""Checks that the layers of the house hold.

    tools/layers.py [ROOT]      check every #include; exit code 1 and a line for each violation
    tools/layers.py --picture   print which layer uses which

The layers are the grmf_layer() calls in src/CMakeLists.txt and cli/CMakeLists.txt. A file of a layer
may include headers of its own layer and of layers that it uses, directly or through others. Public
headers (grmf/NAME.h and those in the folder grmf/NAME) belong to the layer that has NAME under
HEADERS; they may include public headers alone. No two folders may include each other, directly or in
a circle. Every folder with sources must be a layer. An include in angle brackets counts too where its
first folder is a layer or grmf; any other is a library's.
"""

import re
import sys
from pathlib import Path

CALL = re.compile(r"^\s*grmf_layer\(([^)]*)\)", re.MULTILINE)
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]', re.MULTILINE)
HOMES = ("src", "cli")


class Layer:
    def __init__(self, folder, words):
        name, _type, *rest = words
        self.name, self.folder, self.uses, self.headers = name, folder / name, [], []
        into = None
        for word in rest:
            if word in ("USES", "HEADERS"):
                into = self.uses if word == "USES" else self.headers
            else:
                into.append(word)


def layers_of(root):
    layers = {}
    for home in HOMES:
        for call in CALL.findall((root / home / "CMakeLists.txt").read_text()):
            layer = Layer(root / home, call.split())
            layers[layer.name] = layer
    return layers


def reach(layers, name, seen=()):
    """All layers that a layer uses, directly or through others. Exits where that is a circle."""
    if name in seen:
        sys.exit("layers use each other in a circle: " + " -> ".join([*seen, name]))
    found = set()
    for used in layers[name].uses:
        if used not in layers:
            sys.exit(f"layer {name} uses {used}, which is no layer declared above")
        found |= {used} | reach(layers, used, (*seen, name))
    return found


def sources(folder):
    return sorted(p for p in folder.rglob("*") if p.suffix in (".h", ".cpp"))


def includes_of(path, layers):
    """The includes of a file with their line numbers, without those of libraries."""
    text = path.read_text()
    for found in INCLUDE.finditer(text):
        quote, header = found.groups()
        if quote == '"' or header.partition("/")[0] in (*layers, "grmf"):
            yield text.count("\n", 0, found.start()) + 1, header


def owner_of(layers, header):
    """The layer that a header belongs to, or nothing where none has it."""
    folder, _, name = header.partition("/")
    if folder == "grmf":
        first = name.removesuffix(".h").partition("/")[0]
        return next((layer.name for layer in layers.values() if first in layer.headers), None)
    return folder if folder in layers else None


def violations(root, layers):
    for layer in layers.values():
        allowed = {layer.name} | reach(layers, layer.name)
        for path in sources(layer.folder):
            for line, header in includes_of(path, layers):
                owner = owner_of(layers, header)
                place = f"{path.relative_to(root)}:{line}"
                if owner is None:
                    yield f'{place}: "{header}" belongs to no layer'
                elif owner not in allowed:
                    yield f'{place}: "{header}": layer {layer.name} may not include from {owner}'


def public_violations(root, layers):
    """A public header may include those of the layers below, as the sources of its layer may."""
    for path in sources(root / "include"):
        name = path.relative_to(root / "include").as_posix()
        owner = owner_of(layers, name)
        if name == "grmf/grmf.h":
            continue  # it includes those of all layers of the library
        if owner is None:
            yield f"include/{name}: belongs to no layer; name it under HEADERS of one"
            continue
        allowed = {owner} | reach(layers, owner)
        for line, header in includes_of(path, layers):
            if not header.startswith("grmf/"):
                yield f'include/{name}:{line}: "{header}" is not public'
            elif owner_of(layers, header) not in allowed:
                yield f'include/{name}:{line}: "{header}" is above layer {owner}'


def circles(root, layers):
    """Folders that include each other: sub-folders of a layer count as folders of their own."""
    edges = {}
    for home in HOMES:
        for path in sources(root / home):
            own = str(path.parent.relative_to(root / home))
            targets = (str(Path(header).parent) for _, header in includes_of(path, layers))
            edges.setdefault(own, set()).update(t for t in targets if t not in (own, "grmf"))
    done = set()

    def visit(folder, trail):
        if folder in trail:
            yield "folders include each other: " + " -> ".join([*trail[trail.index(folder):], folder])
        elif folder not in done:
            for target in sorted(edges.get(folder, ())):
                yield from visit(target, [*trail, folder])
            done.add(folder)

    for folder in sorted(edges):
        yield from visit(folder, [])


def folders_without_a_layer(root, layers):
    known = {layer.folder for layer in layers.values()}
    for home in HOMES:
        for folder in sorted(p for p in (root / home).iterdir() if p.is_dir()):
            if folder not in known and sources(folder):
                yield f"{folder.relative_to(root)}: is no layer"


def main():
    words = [word for word in sys.argv[1:] if word != "--picture"]
    root = Path(words[0] if words else Path(__file__).parent.parent).resolve()
    layers = layers_of(root)
    if "--picture" in sys.argv:
        for layer in layers.values():
            print(f"{layer.name:12} {' '.join(layer.uses)}")
        return 0
    found = [*violations(root, layers), *public_violations(root, layers), *circles(root, layers),
             *folders_without_a_layer(root, layers)]
    print("\n".join(found) if found else f"{len(layers)} layers hold")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
