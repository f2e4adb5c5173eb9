// SPDX-License-Identifier: MIT-0
// What stands around a page.
import { pageOf, relative } from "../links.js";

const plain = (html) => html.replace(/<[^>]*>/g, "");
const escaped = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

function navigation(menu, url, whole) {
  const current = (row) => (row.url === whole ? ' aria-current="page"' : "");
  const item = (row) =>
    `<li><a href="${relative(url, row.url)}"${current(row)}>${row.title}</a></li>`;
  return menu.map(({ title, rows }) => `<h2>${title}</h2>
<ul>
${rows.map(item).join("\n")}
</ul>`).join("\n");
}

// The headings of the page, in all of its parts. Those of other parts have the ids that links from
// elsewhere may want here: a heading may stand in another part by now.
function contents(headings, url) {
  const rows = headings.filter(({ level }) => level === 2 || level === 3);
  if (rows.length < 2) return "";
  const item = (row) => {
    const away = row.url !== url;
    return `<li class="h${row.level}"${away ? ` id="${row.id}"` : ""}><a href="${
      away ? relative(url, row.url) : ""}#${row.id}">${escaped(row.title)}</a></li>`;
  };
  return `<nav class="here" aria-label="On this page"><details><summary>On this page</summary>
<ul>
${rows.map(item).join("\n")}
</ul>
</details></nav>
`;
}

// Drawings, and tables with sentences in them, want the place of the column of headings.
function broad(html) {
  const rows = html.match(/<tr>.*?<\/tr>/gs) ?? [];
  return html.includes('class="wide drawing"') || rows.some((row) => plain(row).length > 160);
}

function turning(order, url) {
  const at = order.findIndex((row) => row.url === url);
  const link = (row, rel, word) => (row ? `<a rel="${rel}" href="${relative(url, row.url)}">` +
    `<small>${word}</small> ${escaped(row.title)}</a>` : "");
  if (at < 0) return "";
  const links = link(order[at - 1], "prev", "Previous") + link(order[at + 1], "next", "Next");
  return `<nav class="turn" aria-label="Previous and next">${links}</nav>\n`;
}

export function render({ content, menu, outlines, order, build, file, page }) {
  const url = page.url.slice(1).replace(/(^|\/)$/, "$1index.html");
  const whole = file.endsWith(".md") ? pageOf(file) : url, headings = outlines[whole] ?? [];
  const to = (there) => relative(url, there);
  const title = plain(/<h1[^>]*>(.*?)<\/h1>/s.exec(content)?.[1] ?? file);
  const commit = build.commit ? `, commit ${build.commit}` : "";
  const links = build.versions.map((v) => `<a href="${to(`${v}/index.html`)}">${v}</a>`).join(" ");
  const versions = links ? ` Releases: ${links}` : "";
  const root = to("index.html").replace(/index\.html$/, "");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${to("assets/site.css")}">
<script defer src="${to("assets/site.js")}" data-root="${root}"></script>
</head>
<body>
<a class="skip" href="#content">To the text</a>
<header>
<a class="home" href="${to("index.html")}" aria-label="tw, home">tw</a>
<div id="search" role="search">
<input type="search" placeholder="Search" aria-label="Search all pages" autocomplete="off">
<ul id="found" hidden></ul></div>
</header>
<div class="columns${broad(content) ? " broad" : ""}">
<nav class="pages" aria-label="Pages"><details><summary>All pages</summary>
${navigation(menu, url, whole)}
</details></nav>
${contents(headings, url)}<main id="content" tabindex="-1">
${content}
${turning(order, url)}</main>
</div>
<footer>
<p><a href="${build.repository}/edit/main/${file}">Edit this page</a></p>
<p>Version ${build.version}${commit}.${versions}</p>
</footer>
</body>
</html>
`;
}
