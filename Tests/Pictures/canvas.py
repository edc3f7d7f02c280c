"""What is drawn on: text that is known to fit, boxes and lines, in light and in dark colours."""
import re
from xml.sax.saxutils import escape

WIDTH = 700
MARGIN = 16

# The colour of each role in light and in dark.
PALETTE = {
    "ground": ("#ffffff", "#0d1117"),
    "text": ("#1f2328", "#f0f6fc"),
    "muted": ("#59636e", "#9ea7b3"),
    "line": ("#d1d9e0", "#3d444d"),
    "box": ("#f6f8fa", "#161b22"),
    "ours": ("#b93a0a", "#ff9b5e"),
    "ours-box": ("#fff1e8", "#33200f"),
    "yes": ("#116329", "#6fdd8b"),
    "yes-box": ("#e6f8ea", "#11261a"),
    "no": ("#a40e26", "#ffa198"),
    "no-box": ("#ffeef0", "#301317"),
    "part": ("#7a4a00", "#f2cc60"),
    "part-box": ("#fff6d6", "#2b2208"),
}

FONTS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
CODE_FONTS = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace"

# Widths in parts of the size, of the widest font that system-ui usually is (DejaVu Sans).
WIDTHS = {
    0.32: " ijlI|'.,",
    0.42: "!()[]ft:;r-\"/\\`",
    0.80: "CDGHNOQRUVX&wK",
    1.00: "mMW@%—…→↓×",
}
CODE_WIDTH = 0.62


class DoesNotFit(Exception):
    pass


def pieces(text):
    """The parts of a text, each with whether it is code, which stands between backquotes."""
    return [(part, index % 2 == 1) for index, part in enumerate(text.split("`")) if part]


def width(text, size, bold=False):
    """The most that a text is wide, in pixels."""
    total = 0.0
    for part, is_code in pieces(text):
        for character in part:
            plain = next((width for width, characters in WIDTHS.items() if character in characters), 0.65)
            total += size * (CODE_WIDTH if is_code else plain * (1.1 if bold else 1))
    return total


def lines(text, size, room, bold=False):
    """A text in lines that fit, broken between words and never in code."""
    result = [""]
    for word in re.findall(r"(?:`[^`]*`|\S)+", text):
        longer = f"{result[-1]} {word}".strip()
        if width(longer, size, bold) <= room or not result[-1]:
            result[-1] = longer
        else:
            result.append(word)
    return result


def luminance(colour):
    parts = [int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5)]
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(first, second):
    """The contrast of two colours, as WCAG defines it."""
    lighter, darker = sorted((luminance(first), luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


class Canvas:
    """A picture of one width. Its height is where the last thing ends."""

    def __init__(self, title, alt):
        self.alt = alt
        self.title = title
        self.parts = []
        self.pairs = {("text", "ground", 4.5)}
        self.text(MARGIN, 28, title, WIDTH - 2 * MARGIN, size=15, bold=True)

    def text(self, x, y, text, room, role="text", on="ground", size=13, bold=False, anchor="start", struck=False):
        """Draws a line of text, or fails if it may be wider than its room."""
        if width(text, size, bold) > room:
            raise DoesNotFit(f"'{text}' needs {width(text, size, bold):.0f} pixels and has {room:.0f}")
        self.pairs.add((role, on, 4.5))
        spans = "".join(
            f'<tspan class="code">{escape(part)}</tspan>' if is_code else escape(part) for part, is_code in pieces(text)
        )
        classes = {"bold": bold, "struck": struck, "mid": anchor == "middle", "end": anchor == "end"}
        names = " ".join([role] + [name for name, holds in classes.items() if holds])
        self.parts.append(f'<text class="{names}" font-size="{size}" x="{x:g}" y="{y:g}">{spans}</text>')

    def paragraph(self, x, y, text, room, size=12, leading=16, **rest):
        """Draws text in as many lines as it needs, and returns where the next line would stand."""
        for line in lines(text, size, room, rest.get("bold", False)):
            self.text(x, y, line, room, size=size, **rest)
            y += leading
        return y

    def box(self, x, y, width, height, fill="box", stroke="line", dashed=False, radius=6):
        if stroke not in ("line", "none"):
            self.pairs.add((stroke, "ground", 3))
        outline = "" if stroke == "none" else f' style="stroke:{{{stroke}}}"'
        dash = ' stroke-dasharray="4 3"' if dashed else ""
        self.parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius}"'
            f' fill="{{{fill}}}"{outline}{dash}/>'
        )

    def path(self, points, stroke="muted", arrow=False, fill="none", dashed=False, thick=1.5):
        if stroke != "line":
            self.pairs.add((stroke, "ground", 3))
        data = " ".join(points)
        head = ' marker-end="url(#arrow)"' if arrow else ""
        dash = ' stroke-dasharray="4 3"' if dashed else ""
        fill = "none" if fill == "none" else f"{{{fill}}}"
        self.parts.append(f'<path d="{data}" fill="{fill}" stroke="{{{stroke}}}" stroke-width="{thick}"{dash}{head}/>')

    def line(self, *numbers, **rest):
        pairs = zip(numbers[::2], numbers[1::2])
        self.path([f"{'L' if index else 'M'}{x:g} {y:g}" for index, (x, y) in enumerate(pairs)], **rest)

    def dot(self, x, y, radius, fill, stroke):
        self.pairs.add((stroke, "ground", 3))
        self.parts.append(
            f'<circle cx="{x:.1f}" cy="{y:g}" r="{radius}" fill="{{{fill}}}" stroke="{{{stroke}}}" stroke-width="2"/>'
        )

    def svg(self, height, mode):
        """The picture in the colours of a mode, 0 for light and 1 for dark."""
        for role, on, least in self.pairs:
            if contrast(PALETTE[role][mode], PALETTE[on][mode]) < least:
                raise DoesNotFit(f"{role} on {on} has too little contrast in {('light', 'dark')[mode]} colours")
        colours = {role: pair[mode] for role, pair in PALETTE.items()}
        texts = sorted({role for role, _, least in self.pairs if least == 4.5})
        style = "\n".join(
            [f"text {{ font-family: {FONTS} }}", f".code {{ font-family: {CODE_FONTS} }}"]
            + [f".{role} {{ fill: {colours[role]} }}" for role in texts]
            + [".bold { font-weight: 600 }", ".mid { text-anchor: middle }", ".end { text-anchor: end }"]
            + [".struck { text-decoration: line-through }"]
        )
        body = re.sub(r"\{([a-z-]+)\}", lambda match: colours[match[1]], "\n".join(self.parts))
        size = f'width="{WIDTH}" height="{height:g}" viewBox="0 0 {WIDTH} {height:g}"'
        frame = f'x="0.5" y="0.5" width="{WIDTH - 1}" height="{height - 1:g}" rx="8"'
        return f"""<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">
<title>{escape(self.title.replace("`", ""))}</title>
<desc>{escape(self.alt)}</desc>
<style>
{style}
</style>
<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
<path d="M0 0 L8 4 L0 8 z" fill="{colours["muted"]}"/></marker></defs>
<rect {frame} fill="{colours["ground"]}" stroke="{colours["line"]}"/>
{body}
</svg>
"""
