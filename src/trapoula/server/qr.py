"""A QR code for an address, small enough for a terminal: byte mode, error correction L, mask 0."""

from functools import cache

_SIZES = {
    1: (19, 7),
    2: (34, 10),
    3: (55, 15),
    4: (80, 20),
    5: (108, 26),
}  # data bytes and check bytes
_FORMAT = 0b111011111000100  # level L with mask 0, from the standard's table


@cache
def _logs() -> tuple[list[int], list[int]]:
    """Return powers and logarithms of the field of 256 elements."""
    powers, logs, value = [0] * 512, [0] * 256, 1
    for exponent in range(255):
        powers[exponent] = powers[exponent + 255] = value
        logs[value] = exponent
        value = value << 1 ^ (0x11D if value & 0x80 else 0)
    return powers, logs


def _times(one: int, other: int) -> int:
    powers, logs = _logs()
    return powers[logs[one] + logs[other]] if one and other else 0


def _checks(data: list[int], count: int) -> list[int]:
    """Return the Reed-Solomon check bytes."""
    powers, _ = _logs()
    generator = [1]
    for root in range(count):
        generator = [
            (generator[at] if at < len(generator) else 0)
            ^ _times(generator[at - 1] if at else 0, powers[root])
            for at in range(len(generator) + 1)
        ]
    rest = data + [0] * count
    for at in range(len(data)):
        factor = rest[at]
        for step, coefficient in enumerate(generator):
            rest[at + step] ^= _times(coefficient, factor)
    return rest[len(data) :]


def _stream(text: bytes, size: int) -> list[int]:
    """Return the bytes of a message: mode, length, content, padding."""
    bits = f"0100{len(text):08b}" + "".join(f"{byte:08b}" for byte in text)
    bits += "0" * min(4, size * 8 - len(bits))
    bits += "0" * (-len(bits) % 8)
    data = [int(bits[at : at + 8], 2) for at in range(0, len(bits), 8)]
    return data + [(0xEC, 0x11)[at % 2] for at in range(size - len(data))]


def matrix(text: str) -> list[list[bool]]:
    """Return the modules of the code, with True for dark ones."""
    raw = text.encode()
    version = next((v for v, (size, _) in _SIZES.items() if len(raw) + 2 <= size), None)
    if version is None:
        raise ValueError("too long for a small code")
    size, checks = _SIZES[version]
    data = _stream(raw, size)
    width = 17 + 4 * version
    grid: list[list[bool | None]] = [[None] * width for _ in range(width)]
    for top, left in ((0, 0), (0, width - 7), (width - 7, 0)):
        _finder(grid, top, left)
    if version > 1:
        centre = width - 7
        for dy in range(-2, 3):
            for dx in range(-2, 3):
                grid[centre + dy][centre + dx] = max(abs(dx), abs(dy)) != 1
    for at in range(8, width - 8):
        grid[6][at] = grid[at][6] = at % 2 == 0
    _format(grid)
    _fill(grid, "".join(f"{byte:08b}" for byte in data + _checks(data, checks)))
    return [[bool(module) for module in row] for row in grid]


def _finder(grid: list[list[bool | None]], top: int, left: int) -> None:
    width = len(grid)
    for dy in range(-1, 8):
        for dx in range(-1, 8):
            y, x = top + dy, left + dx
            if 0 <= y < width and 0 <= x < width:
                ring = max(abs(dy - 3), abs(dx - 3))
                grid[y][x] = ring in (0, 1, 3)


def _format(grid: list[list[bool | None]]) -> None:
    width = len(grid)
    bits = [bool(_FORMAT >> (14 - at) & 1) for at in range(15)]
    first = [(8, x) for x in (0, 1, 2, 3, 4, 5, 7, 8)] + [(y, 8) for y in (7, 5, 4, 3, 2, 1, 0)]
    second = [(width - 1 - at, 8) for at in range(7)] + [(8, width - 8 + at) for at in range(8)]
    for places in (first, second):
        for (y, x), bit in zip(places, bits, strict=True):
            grid[y][x] = bit
    grid[width - 8][8] = True


def _fill(grid: list[list[bool | None]], bits: str) -> None:
    """Fill in the bits, in columns of two, up and down from the right, under the chequered mask."""
    width, stream = len(grid), iter(bits)
    columns = [column for column in range(width - 1, 0, -2) if column > 6] + [5, 3, 1]
    for turn, right in enumerate(columns):
        rows = range(width - 1, -1, -1) if turn % 2 == 0 else range(width)
        for y in rows:
            for x in (right, right - 1):
                if grid[y][x] is None:
                    grid[y][x] = (next(stream, "0") == "1") ^ ((x + y) % 2 == 0)


def paint(text: str) -> str:
    """Return the code in half blocks, dark on light, with its quiet margin."""
    rows = matrix(text)
    width = len(rows) + 8
    blank = [False] * width
    rows = [blank] * 4 + [[False] * 4 + row + [False] * 4 for row in rows] + [blank] * 5
    glyphs = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
    pairs = zip(rows[::2], rows[1::2], strict=False)
    return "\n".join("".join(glyphs[pair] for pair in zip(*two, strict=True)) for two in pairs)
