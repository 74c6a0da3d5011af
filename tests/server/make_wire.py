"""Write the files generated from the wire's types: `python -m tests.server.make_wire`.

docs/wire.schema.json is the JSON Schema of all messages over the socket, and of the bodies and
answers over HTTP. web/js/wire.js has the same types for the browser client's checker."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from trapoula.host import answers
from trapoula.host.routes import ROUTES
from trapoula.room import commands, wire

ROOT = Path(__file__).parents[2]
SCHEMA = ROOT / "docs" / "wire.schema.json"
TYPES = ROOT / "src" / "trapoula" / "web" / "js" / "wire.js"
PATHS = {f"{route.method} {route.path}".replace("{kind}", "json"): route for route in ROUTES}
ASKED = {path: route.takes for path, route in PATHS.items() if route.takes}
ANSWERED = {path: route.gives for path, route in PATHS.items() if route.gives}
ANSWERED["GET /health"] = answers.Health


def parts(side: str) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Return the messages of one side, and the types they are made of, by name."""
    beside = ASKED if side == "said" else ANSWERED
    kinds = [commands.Said if side == "said" else wire.Told, *dict.fromkeys(beside.values())]
    return msgspec.json.schema_components(kinds, ref_template="#/$defs/" + side + ".{name}")  # type: ignore[return-value]


def schema() -> str:
    """Return the JSON Schema file: the client's messages, and the server's."""
    found: dict[str, Any] = {}
    for side in ("said", "told"):
        (whole, *_), made_of = parts(side)
        found[side] = whole
        found |= {f"{side}.{name}": part for name, part in sorted(made_of.items())}
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What is said over Trapoula's socket, and over HTTP",
        "anyOf": [{"$ref": "#/$defs/said"}, {"$ref": "#/$defs/told"}],
        "$defs": found,
        "paths": {
            path: {
                side: {"$ref": f"#/$defs/{side}.{kinds[path].__name__}"}
                for side, kinds in (("said", ASKED), ("told", ANSWERED))
                if path in kinds
            }
            for path in ANSWERED
        },
    }
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def types() -> str:
    """Return the types of the server's messages, for the client's checker."""
    (told, *_), made_of = parts("told")
    lines = [f"@typedef {{{_type(part)}}} {name}" for name, part in sorted(made_of.items())]
    lines.append(f"@typedef {{{_type(told)}}} Told")
    body = "\n".join(" * " + line for line in lines)
    head = "What the server says. Made by `python -m tests.server.make_wire` from room/wire.py."
    given = " : ".join((*_given(), "unknown"))
    plain = "Path extends `${infer Plain}?${string}` ? Given<Plain>"
    paths = "\n".join(
        (
            "/**",
            " * What HTTP answers at a path.",
            " * @template {string} Path",
            f" * @typedef {{{plain} : {given}}} Given",
            " */",
        )
    )
    return f"/**\n * {head}\n *\n{body}\n */\n\n{paths}\nexport {{}};\n"


def _given() -> Iterator[str]:
    """Yield the answer type of each path as a conditional type, the longest patterns first."""
    got = (path.removeprefix("GET ") for path in ANSWERED if path.startswith("GET "))
    for where in sorted(got, key=lambda path: -path.count("/")):
        pattern = re.sub(r"{\w+}", "${string}", where)
        yield f"Path extends `{pattern}` ? {ANSWERED[f'GET {where}'].__name__}"


def _type(part: dict[str, Any]) -> str:
    """Return a part of the schema as a TypeScript type."""
    if "$ref" in part:
        return str(part["$ref"]).rpartition(".")[2]
    if "anyOf" in part:
        return " | ".join(dict.fromkeys(map(_type, part["anyOf"])))
    if "enum" in part:
        return " | ".join(json.dumps(one) for one in part["enum"])
    match part.get("type"):
        case "object" if "properties" in part:
            needed = part.get("required", [])
            fields = (
                f"{name}{'' if name in needed else '?'}: {_type(field)}"
                for name, field in part["properties"].items()
            )
            return f"{{{', '.join(fields)}}}"
        case "object":
            return f"Record<string, {_type(part.get('additionalProperties', {}))}>"
        case "array" if "prefixItems" in part:
            return f"[{', '.join(map(_type, part['prefixItems']))}]"
        case "array":
            inner = _type(part["items"])
            return f"({inner})[]" if " " in inner and not inner.startswith("{") else f"{inner}[]"
        case "integer" | "number":
            return "number"
        case "string" | "boolean" | "null" as plain:
            return str(plain)
    return "unknown"


if __name__ == "__main__":
    SCHEMA.write_text(schema(), "utf-8")
    TYPES.write_text(types(), "utf-8")
