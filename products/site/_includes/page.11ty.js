// SPDX-License-Identifier: MIT-0
// What stands around a page.
import { relative } from "../links.js";

const plain = (html) => html.replace(/<[^>]*>/g, "");

function navigation(menu, url) {
  const current = (row) => (row.url === url ? ' aria-current="page"' : "");
  const item = (row) =>
    `<li><a href="${relative(url, row.url)}"${current(row)}>${row.title}</a></li>`;
  return menu.map(({ title, rows }) => `<h2>${title}</h2>
<ul>
${rows.map(item).join("\n")}
</ul>`).join("\n");
}

export function render({ content, menu, build, file, page }) {
  const url = page.url.slice(1).replace(/(^|\/)$/, "$1index.html");
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
<a class="home" href="${to("index.html")}">tw</a>
<div id="search" role="search">
<input type="search" placeholder="Search" aria-label="Search all pages" autocomplete="off">
<ul id="found" hidden></ul></div>
</header>
<div class="columns">
<nav aria-label="Pages"><details><summary>All pages</summary>
${navigation(menu, url)}
</details></nav>
<main id="content" tabindex="-1">
${content}
</main>
</div>
<footer>
<p><a href="${build.repository}/edit/main/${file}">Edit this page</a></p>
<p>Version ${build.version}${commit}.${versions}</p>
</footer>
</body>
</html>
`;
}
