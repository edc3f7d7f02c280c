"""The kinds of pictures. Each function draws a description, and returns its height."""
import json
import math
import re

from canvas import DoesNotFit, MARGIN, WIDTH, lines, width

ROOM = WIDTH - 2 * MARGIN


def steps(canvas, picture, root):
    """Places that are asked one after the other, and where the way ends."""
    left, right, y = 440, 548, 44
    first = y
    for index, step in enumerate(picture["steps"]):
        notes = lines(step["note"], 12, left - 28)
        height = 30 + 16 * len(notes) + 6
        middle = y + height / 2
        canvas.box(MARGIN, y, left, height)
        canvas.text(MARGIN + 14, y + 22, f"{index + 1}  {step['name']}", 170, on="box", bold=True)
        canvas.text(MARGIN + left - 12, y + 22, f"`{step['code']}`", 262, on="box", size=12, anchor="end")
        canvas.paragraph(MARGIN + 14, y + 42, step["note"], left - 28, role="muted", on="box")
        gap = right - left - MARGIN
        canvas.text(right - gap / 2, middle - 6, step["found"], gap - 4, size=12, anchor="middle")
        canvas.line(MARGIN + left, middle, right - 1, middle, arrow=True)
        y += height
        if index + 1 < len(picture["steps"]):
            canvas.line(44, y, 44, y + 27, arrow=True)
            canvas.text(56, y + 18, step["next"], left - 60, role="muted", size=12)
            y += 28
    canvas.box(right, first, WIDTH - MARGIN - right, y - first, fill="ours-box", stroke="ours")
    x, middle, room = (right + WIDTH - MARGIN) / 2, (first + y) / 2, WIDTH - MARGIN - right - 12
    canvas.text(x, middle - 14, "the value of", room, on="ours-box", anchor="middle")
    for index, line in enumerate(picture["value"]):
        canvas.text(x, middle + 8 + 18 * index, f"`{line}`", room, role="ours", on="ours-box", size=12, anchor="middle")
    return y + MARGIN


def counting(layers, setting):
    """The layer whose value a read takes, of those that have one, the uppermost first."""
    having = [layer for layer in layers if layer["name"] in setting["values"]]
    unknown = set(setting["values"]) - {layer["name"] for layer in layers}
    if unknown or not having:
        raise DoesNotFit(f"{setting['name']}: no layer {unknown or 'has a value'}")
    if setting.get("mandatory"):
        taken = [layer for layer in having if layer.get("before") or layer["name"] == setting["mandatory"]]
        having = taken or having[-1:]
    return having[0]["name"]


def layers(canvas, picture, root):
    """Layers one below the other, what each has of some settings, and which value counts."""
    names, settings, y = picture["layers"], picture["settings"], 44
    head = 232
    column = (ROOM - head) / len(settings)
    winners = [counting(names, setting) for setting in settings]
    notes = any("mandatory" in setting for setting in settings)
    for index, setting in enumerate(settings):
        x = MARGIN + head + column * (index + 0.5)
        canvas.text(x, y + 14, f"`{setting['name']}`", column - 6, size=12, anchor="middle")
        if "mandatory" in setting:
            canvas.text(x, y + 30, "mandatory", column - 6, role="muted", size=12, anchor="middle")
    y += 24 + 16 * notes
    for layer in names:
        canvas.box(MARGIN, y, ROOM, 44)
        canvas.text(MARGIN + 12, y + 18, layer["name"], head - 16, on="box", bold=True)
        canvas.text(MARGIN + 12, y + 35, layer["place"], head - 16, role="muted", on="box", size=12)
        for index, setting in enumerate(settings):
            if layer["name"] not in setting["values"]:
                continue
            value, x = f"`{setting['values'][layer['name']]}`", MARGIN + head + column * (index + 0.5)
            if winners[index] == layer["name"]:
                canvas.box(x - column / 2 + 6, y + 7, column - 12, 30, fill="ours-box", stroke="ours")
                canvas.text(x, y + 27, value, column - 16, role="ours", on="ours-box", bold=True, anchor="middle")
            else:
                canvas.text(x, y + 27, value, column - 16, role="muted", on="box", anchor="middle")
        y += 48
    canvas.text(MARGIN + 12, y + 20, picture["result"], head - 16, bold=True)
    for index, setting in enumerate(settings):
        x = MARGIN + head + column * (index + 0.5)
        value = setting["values"][winners[index]]
        canvas.text(x, y + 20, f"`{value}`", column - 16, bold=True, anchor="middle")
    y += 30
    if "note" in picture:
        y = canvas.paragraph(MARGIN + 12, y + 12, picture["note"], ROOM - 24, role="muted") - 8
    return y + 8


def file(canvas, picture, root):
    """A store's file from left to right: header, records, one of them torn, and what a reader takes."""
    top, height, gap, x = 104, 54, 3, MARGIN
    records, torn = picture["records"], picture["torn"]
    last = {record["name"]: index for index, record in enumerate(records)}
    sizes = [max(width(f"`{record[part]}`", 12) for part in ("name", "value")) + 16 for record in records + [torn]]
    rest = ROOM - sum(sizes) - gap * (len(sizes) + 1) - 92
    if rest < 70:
        raise DoesNotFit("the records leave no room")

    def label(name, value, room, role, on, struck=False):
        middle = x + room / 2
        canvas.text(middle, top + 23, f"`{name}`", room - 8, role=role, on=on, size=12, anchor="middle")
        canvas.text(middle, top + 42, f"`{value}`", room - 8, role=role, on=on, size=12, anchor="middle", struck=struck)

    canvas.box(x, top, 92, height)
    canvas.text(x + 46, top + 23, "header", 84, on="box", size=12, bold=True, anchor="middle")
    canvas.text(x + 46, top + 42, "128 bytes", 84, role="muted", on="box", size=12, anchor="middle")
    x += 92 + gap
    start = x
    for index, record in enumerate(records):
        counts = last[record["name"]] == index
        fill, stroke, role = ("ours-box", "ours", "ours") if counts else ("box", "line", "muted")
        canvas.box(x, top, sizes[index], height, fill=fill, stroke=stroke)
        label(record["name"], record["value"], sizes[index], role, fill, struck=not counts)
        x += sizes[index] + gap
    end = x - gap
    # The pointer leads from the header to the end of what counts.
    canvas.line(MARGIN + 46, top, MARGIN + 46, top - 18, end, top - 18, end, top - 3, arrow=True)
    canvas.text(MARGIN + 54, top - 26, picture["pointer"], end - MARGIN - 58, size=12)
    # The torn record has a ragged end.
    size, teeth = sizes[-1], 6
    edge = [f"L{x + size - (7 if tooth % 2 else 0):g} {top + height * tooth / teeth:g}" for tooth in range(teeth + 1)]
    canvas.path([f"M{x:g} {top}"] + edge + [f"L{x:g} {top + height:g}", "Z"], stroke="no", fill="no-box", dashed=True)
    label(torn["name"], torn["value"], size - 8, "no", "no-box")
    canvas.text(WIDTH - MARGIN, top - 44, picture["killed"], WIDTH - 2 * MARGIN, role="no", size=12, anchor="end")
    canvas.line(x + size / 2, top - 38, x + size / 2, top - 3, stroke="no")
    torn_start, x = x, x + size + gap
    canvas.box(x, top, WIDTH - MARGIN - x, height, fill="ground", dashed=True)
    middle = (x + WIDTH - MARGIN) / 2
    canvas.text(middle, top + 32, picture["room"], WIDTH - MARGIN - x - 8, role="muted", size=12, anchor="middle")
    # What becomes of both parts.
    y = top + height + 10
    for left, right, role in ((start, end, "ours"), (torn_start, WIDTH - MARGIN, "no")):
        canvas.line(left, y, left, y + 8, right, y + 8, right, y, stroke=role)
    y += 28
    next_y = canvas.paragraph(start, y, picture["read"], end - start - 14)
    for name, index in last.items():
        canvas.text(start, next_y + 2, f"`{name} = {records[index]['value']}`", end - start, role="ours", size=12)
        next_y += 18
    other = canvas.paragraph(torn_start, y, picture["ignored"], WIDTH - MARGIN - torn_start)
    return max(next_y, other) + 4


MARKS = {"yes": "yes", "no": "no", "part": "in part", "unknown": "not tried"}


def matrix(canvas, picture, root):
    """What stands against what, each cell with a sentence of a page that says so."""
    events, y = picture["events"], 46
    head = 146
    column = (ROOM - head + 4) / len(events)
    for index, event in enumerate(events):
        x = MARGIN + head + column * index + 10
        for number, line in enumerate(lines(event, 13, column - 14, True)):
            canvas.text(x, y + 14 + 17 * number, line, column - 14, bold=True)
    y += 10 + 17 * max(len(lines(event, 13, column - 14, True)) for event in events)
    for row in picture["rows"]:
        cells = [lines(cell["text"], 12, column - 20) if cell.get("text") else [] for cell in row["cells"]]
        if len(cells) != len(events):
            raise DoesNotFit(f"{row['name']} has {len(cells)} cells")
        title = lines(row["name"], 13, head - 10, True)
        height = max(24 + 15 * max(map(len, cells)), 14 + 17 * len(title)) + 8
        role = "ours" if row.get("ours") else "text"
        for number, line in enumerate(title):
            canvas.text(MARGIN, y + 20 + 17 * number, line, head - 4, role=role, bold=True)
        for index, cell in enumerate(row["cells"]):
            mark, x = cell["mark"], MARGIN + head + column * index
            known = mark != "unknown"
            fill = f"{mark}-box" if known else "ground"
            canvas.box(x, y, column - 4, height - 2, fill=fill, stroke="line", dashed=not known)
            canvas.text(x + 10, y + 19, MARKS[mark], column - 18, role=mark if known else "muted", on=fill, bold=True)
            for number, line in enumerate(cells[index]):
                canvas.text(x + 10, y + 36 + 15 * number, line, column - 18, on=fill, size=12)
            if known:
                check_source(root, f"{row['name']}, {events[index]}", cell["says"])
        y += height + 4
    return canvas.paragraph(MARGIN, y + 14, picture["note"], ROOM, role="muted") - 2


def check_source(root, what, source):
    """Fails if the page does not say what a cell claims."""
    path, sentence = source
    text = " ".join((root / path).read_text(encoding="utf-8").split())
    if sentence not in text:
        raise DoesNotFit(f"{what}: {path} does not say '{sentence}'")


def described(time):
    """Three digits, and the unit in which they are easiest to read."""
    units = [("ns", 1), ("µs", 1e3), ("ms", 1e6), ("s", 1e9)]
    name, factor = next(unit for unit in reversed(units) if time >= unit[1] * 0.9995 or unit[1] == 1)
    number = time / factor
    return f"{number:,.{0 if number >= 99.95 else 1 if number >= 9.995 else 2}f} {name}"


def times(canvas, picture, root, results=None):
    """Medians with the least and the greatest of the rounds, on an axis of whole decades."""
    path = results or root / picture["results"]
    found = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    sections = [(section, [row_of(found, section, row) for row in section["rows"]]) for section in picture["sections"]]
    every = [result for _, rows in sections for _, result in rows if "median" in result]
    first = math.floor(math.log10(min(result["minimum"] for result in every)))
    last = math.ceil(math.log10(max(result["maximum"] for result in every)))
    left, right = MARGIN + 206, WIDTH - MARGIN - 80
    step = (right - left) / (last - first)

    def at(time):
        return left + (math.log10(time) - first) * step

    y = canvas.paragraph(MARGIN, 48, picture["note"], ROOM, role="muted")
    dot_y = y + 8
    legend = [(MARGIN, "ours", "ours", "NamespacedDefaults"), (MARGIN + 180, "ground", "muted", "others")]
    for x, fill, stroke, text in legend:
        canvas.dot(x + 5, dot_y - 4, 4.5, fill, stroke)
        canvas.text(x + 16, dot_y, text, 160, size=12)
    y = dot_y + 26
    grid = len(canvas.parts)
    top = y
    for section, rows in sections:
        y += 24
        canvas.text(MARGIN, y, claim(section["title"], dict(rows)), ROOM, bold=True)
        y += 6
        for label, result in sorted(rows, key=lambda row: row[1].get("median", math.inf)):
            y += 20
            ours = is_ours(result["subject"])
            role, stroke, fill = ("ours", "ours", "ours") if ours else ("text", "muted", "ground")
            canvas.text(left - 12, y, label, left - 12 - MARGIN, role=role, bold=ours, anchor="end")
            if "median" in result:
                canvas.line(at(result["minimum"]), y - 4, at(result["maximum"]), y - 4, stroke=stroke)
                canvas.dot(at(result["median"]), y - 4, 4.5, fill, stroke)
            time = described(result["median"]) if "median" in result else "never"
            canvas.text(WIDTH - MARGIN, y, time, 72, role=role, bold=ours, anchor="end")
    bottom = y + 10
    foreground, canvas.parts = canvas.parts[grid:], canvas.parts[:grid]
    for decade in range(first, last + 1):
        x = at(10**decade)
        canvas.line(x, top, x, bottom, stroke="line", thick=1)
        unit, power = ("ns", 0) if decade < 3 else ("µs", 3) if decade < 6 else ("ms", 6) if decade < 9 else ("s", 9)
        label = f"{10.0 ** (decade - power):g} {unit}"
        if step >= 52 or (decade - first) % 2 == 0:
            canvas.text(x, top - 6, label, 2 * step, role="muted", size=12, anchor="middle")
    # The heads of the sections stand on the lines of the axis.
    halo = '<text paint-order="stroke" stroke="{ground}" stroke-width="4" '
    canvas.parts += [re.sub("^<text ", halo, part) for part in foreground]
    conditions = "; ".join(result["subject"] for result in found if result["work"] == "Conditions")
    return canvas.paragraph(MARGIN, bottom + 22, f"{picture['source']} {conditions}.", ROOM, role="muted") - 2


def claim(title, rows):
    """A title in which `{A / B}` is how many times as long A takes as B; fails if it is not longer."""

    def ratio(match):
        slow, fast = match[1].split(" / ")
        factor = rows[slow]["median"] / rows[fast]["median"]
        if factor < 1.05:
            raise DoesNotFit(f"'{title}' does not hold: {factor:.2f}")
        return f"{factor:.{0 if factor >= 9.95 else 1}f}"

    return re.sub(r"\{([^}]+)\}", ratio, title)


def is_ours(subject):
    names = r"(File|InMemory|UserDefaults|Layered)Store"
    return not subject.startswith("raw") and re.search(names, subject) is not None


def row_of(found, section, row):
    label, subject = row["label"], row["subject"]
    work, keys = section["work"], row.get("keys", section.get("keys", 10))
    for result in found:
        if (result["work"], result["subject"], result["keys"], result["threads"]) == (work, subject, keys, 1):
            return label, result
    raise DoesNotFit(f"no result of '{work}', '{subject}', {keys} keys, one thread")


KINDS = {"steps": steps, "layers": layers, "file": file, "matrix": matrix, "times": times}
