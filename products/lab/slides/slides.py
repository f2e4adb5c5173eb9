# SPDX-License-Identifier: MIT-0
"""slides.py SLIDES.MD: prints the slides as one page of HTML, which holds its drawings. A heading begins a slide. A fragment
#svgView(viewBox(X,Y,WIDTH,HEIGHT)) names the part of a drawing that is shown."""
import base64
import html
import re
import sys
from pathlib import Path

STYLE = """
@page { size: 320mm 180mm; margin: 0; }
* { box-sizing: border-box; margin: 0; }
:root { color-scheme: only light; color: #1f2328; background: #fff; font: 5.4vmin/1.3 system-ui, sans-serif; }
html { scroll-snap-type: y mandatory; }
section { height: 100vh; padding: 4vmin 6vmin; display: flex; flex-direction: column; gap: 2.5vmin; scroll-snap-align: start;
          break-after: page; }
h1, h2 { font-size: 1.4em; line-height: 1.1; }
section:first-of-type { justify-content: center; }
ul { padding-left: 1.2em; }
li { margin-bottom: .35em; }
img { flex: 1; min-height: 0; max-width: 100%; object-fit: contain; object-position: left; }
pre { font: .93em/1.25 ui-monospace, monospace; }
"""
# A slide that is larger than the screen gets smaller letters.
SCRIPT = """
const fit = () => {
  for (const slide of document.querySelectorAll("section"))
    for (let size = 5.4; size > 1; size -= .1) {
      slide.style.fontSize = `${size}vmin`;
      if (slide.scrollHeight <= slide.clientHeight && slide.scrollWidth <= slide.clientWidth) break;
    }
};
addEventListener("resize", fit);
fit();
addEventListener("keydown", event => {
  const by = { ArrowRight: 1, PageDown: 1, " ": 1, ArrowLeft: -1, PageUp: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  scrollTo({ top: (Math.round(scrollY / innerHeight) + by) * innerHeight });
});
"""


def drawing(text, target, folder):
    """An image that needs no other file."""
    name, _, view = target.partition("#")
    svg = (folder / name).read_text(encoding="utf-8")
    box = re.fullmatch(r"svgView\(viewBox\(([\d.,-]+)\)\)", view)
    if box:
        x, y, width, height = box[1].split(",")
        root = re.search(r"<svg[^>]*>", svg)[0]
        bare = re.sub(r' (viewBox|width|height)="[^"]*"', "", root)
        svg = svg.replace(root, f'{bare[:-1]} viewBox="{x} {y} {width} {height}" width="{width}" height="{height}">', 1)
    data = base64.b64encode(svg.encode()).decode()
    return f'<img alt="{html.escape(text)}" src="data:image/svg+xml;base64,{data}">'


def block(lines, folder):
    """The HTML of lines without an empty one between them."""
    picture = re.fullmatch(r"!\[([^\]]*)\]\((\S+)\)", lines[0])
    if picture:
        return drawing(picture[1], picture[2], folder)
    if lines[0].startswith("```"):
        return "<pre>" + html.escape("\n".join(x for x in lines[1:-1] if not x.startswith("> "))) + "</pre>"
    if lines[0].startswith("* "):
        return "<ul>" + "".join(f"<li>{html.escape(x[2:])}</li>" for x in lines) + "</ul>"
    return "<p>" + html.escape(" ".join(lines)) + "</p>"


def main():
    page = Path(sys.argv[1])
    slides = []
    for text in re.split(r"\n\n+", page.read_text(encoding="utf-8").strip()):
        heading = re.fullmatch(r"(#{1,2}) (.*)", text)
        if heading:
            level = len(heading[1])
            slides.append(f"<h{level}>{html.escape(heading[2])}</h{level}>")
        else:
            slides[-1] += "\n" + block(text.split("\n"), page.parent)
    body = "\n".join(f"<section>{slide}</section>" for slide in slides)
    title = html.escape(page.read_text(encoding="utf-8").partition("\n")[0].lstrip("# "))
    print(f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>{title}</title>\n<style>{STYLE}</style>\n'
          f"{body}\n<script>{SCRIPT}</script></html>")


main()
