// SPDX-License-Identifier: MIT-0
// Where the files of the repository stand on the site, and where a link leads. Paths are relative
// to the repository.
import fs from "node:fs";
import path from "node:path";

// The page of a Markdown file. The playground's own page is products/playground/index.html.
export function pageOf(file) {
  if (file === "products/playground/README.md") return "products/playground/README.html";
  return file.replace(/(^|\/)README\.md$/, "$1index.html").replace(/\.md$/, ".html");
}

const RAW = /\.(svg|png|jpg|xz|gz|html|wasm|trace|jsonl|3)$/;

// What a path of the repository is on the site: { kind, url }. kind is "page", "raw", "source" or
// "folder".
export function placeOf(root, file) {
  const stat = fs.statSync(path.join(root, file));
  if (stat.isDirectory()) {
    const readme = path.posix.join(file, "README.md");
    if (fs.existsSync(path.join(root, readme))) return { kind: "page", url: pageOf(readme) };
    return { kind: "folder", url: path.posix.join(file, "index.html") };
  }
  if (file.endsWith(".md")) return { kind: "page", url: pageOf(file) };
  return RAW.test(file) ? { kind: "raw", url: file } : { kind: "source", url: `${file}.html` };
}

// The path of the repository that a link of a page leads to, and its anchor; null: it leads
// elsewhere.
export function target(page, href) {
  if (/^[a-z][a-z0-9+.-]*:/i.test(href) || href.startsWith("#")) return null;
  const [address, anchor] = href.split("#");
  const file =
    path.posix.normalize(path.posix.join(path.posix.dirname(page), decodeURIComponent(address)));
  return { file: file.replace(/\/$/, ""), anchor: anchor ? `#${anchor}` : "" };
}

// From the URL of one page to that of another.
export function relative(from, to) {
  return path.posix.relative(path.posix.dirname(from), to) || path.posix.basename(to);
}

// As the usual hosts name headings: a second one of a name gets -1, and so on.
export function slugs() {
  const seen = new Map();
  return (title) => {
    const slug = title.toLowerCase().replace(/[^\p{L}\p{N}_\- ]/gu, "").replaceAll(" ", "-");
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    return times ? `${slug}-${times}` : slug;
  };
}
