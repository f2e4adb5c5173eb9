// SPDX-License-Identifier: MIT-0
// Every Markdown file of the staged repository becomes a page, and so does every source file that
// one links to. See README.md.
import fs from "node:fs";
import path from "node:path";
import hljs from "highlight.js";
import MarkdownIt from "markdown-it";
import MiniSearch from "minisearch";
import { pageOf, placeOf, relative, slugs, target } from "./links.js";

const ROOT = path.resolve("pages"); // the staged repository
const ARTICLE = "products/playground/timing-wheels.html"; // beside it, if the playground was built
const LONG = 11000, PART = 8000; // pixels
const LANGUAGES = { c: "c", h: "c", cc: "cpp", cpp: "cpp", ino: "cpp", py: "python", rs: "rust",
                    js: "javascript", sh: "bash", cmake: "cmake", json: "json", yml: "yaml",
                    make: "makefile", java: "java", python: "python", ini: "ini", rust: "rust" };

function colour(text, language) {
  const name = LANGUAGES[language];
  if (!name) return new MarkdownIt().utils.escapeHtml(text);
  return hljs.highlight(text, { language: name }).value;
}

const block = (code) => `<pre tabindex="0"><code>${code}</code></pre>\n`;

// The file of the repository that Eleventy makes a page of.
const fileOf = (page) => path.posix.relative("pages", page.inputPath.slice(2));

function markdownFiles(folder = "") {
  return fs.readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return markdownFiles(name);
    return name.endsWith(".md") ? [name] : [];
  });
}

// What a heading says, without marks.
const words = (inline) => inline.children.filter((t) => /^(text|code_inline)$/.test(t.type))
  .map((t) => t.content).join("");

// The headings of a Markdown file, [{ level, title, id, url }]. A page that is LONG is cut before
// headings into parts, which are pages of their own beside it: page.html, page-2.html and so on.
function outline(file) {
  const text = fs.readFileSync(path.join(ROOT, file), "utf8"), lines = text.split("\n");
  const tokens = new MarkdownIt({ html: true }).parse(text, {}), slug = slugs();
  const headings = tokens.flatMap((token, i) => (token.type === "heading_open" ? [
    { level: Number(token.tag[1]), line: token.map[0], title: words(tokens[i + 1]) }] : []));
  const height = (from, to) => // in pixels, roughly: the cells of a table are narrow
    lines.slice(from, to)
      .reduce((sum, line) => sum + 15 + (line.startsWith("|") ? 0.6 : 0.3) * line.length, 0);
  const long = height(0) > LONG;
  let begin = 0, part = 1, url = pageOf(file);
  return headings.map((heading, i) => {
    const { level, line, title } = heading, id = slug(title), next = headings[i + 1];
    const lonely = level === 2 && next?.level === 3; // it goes with the first one below it
    const end = (lonely ? headings[i + 2] : next)?.line ?? lines.length;
    if (long && level > 1 && level < 4 && height(begin, end) > PART && height(begin, line) > 0) {
      begin = line;
      url = pageOf(file).replace(/[.]html$/, `-${++part}.html`);
    }
    return { level, title, id, url };
  });
}

// Headings get ids, links lead to pages of the site, tables, drawings and code may scroll. env.page
// is the Markdown file.
function markdown(linked, outlines) {
  const md = new MarkdownIt({ html: true, linkify: false });
  md.core.ruler.push("site", (state) => {
    const { file } = state.env, slug = slugs(), url = pageOf(file);
    const lead = (token, name) => {
      const href = token.attrGet(name);
      const to = href.startsWith("#") ? { file, anchor: href } : target(file, href);
      if (!to) return;
      const place = placeOf(ROOT, to.file);
      if (place.kind !== "page") linked.set(to.file, place);
      const heading = outlines[place.url]?.find(({ id }) => `#${id}` === to.anchor);
      token.attrSet(name, relative(url, heading?.url ?? place.url) + to.anchor);
    };
    state.tokens.forEach((token, i) => {
      if (token.type === "heading_open") token.attrSet("id", slug(words(state.tokens[i + 1])));
      if (token.type === "paragraph_open" && /\.svg\b/.test(state.tokens[i + 1].content) &&
          state.tokens[i + 1].children.some(({ type }) => type === "image")) {
        token.attrSet("class", "wide drawing");
        token.attrSet("tabindex", "0");
      }
      // A heading without a text would stop a screen reader.
      if (token.type === "th_open" && !state.tokens[i + 1].content)
        token.tag = state.tokens[i + 2].tag = "td";
      for (const child of token.children ?? []) {
        if (child.type === "link_open") lead(child, "href");
        if (child.type === "image") lead(child, "src");
      }
    });
  });
  md.renderer.rules.fence = (tokens, i) =>
    block(colour(tokens[i].content, tokens[i].info.split(" ")[0]));
  md.renderer.rules.code_block = (tokens, i) => block(colour(tokens[i].content, ""));
  md.renderer.rules.table_open = () => '<div class="wide" tabindex="0"><table>\n';
  md.renderer.rules.table_close = () => "</table></div>\n";
  md.renderer.rules.html_block = (tokens, i) =>
    (/^<!--/.test(tokens[i].content) ? "" : tokens[i].content);
  return md;
}

// The menu: the tables of docs/README.md, [{ title, rows: [{ title, url }] }].
function menu() {
  const sections = [], index = "docs/README.md";
  for (const line of fs.readFileSync(path.join(ROOT, index), "utf8").split("\n")) {
    if (line.startsWith("## ")) sections.push({ title: line.slice(3), rows: [] });
    if (!line.startsWith("| [")) continue;
    for (const [, title, href] of line.split(" | ")[0].matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)) {
      const { url } = placeOf(ROOT, target(index, href).file);
      sections.at(-1).rows.push({ title: url === "index.html" ? "Home" : title, url });
    }
  }
  if (fs.existsSync(path.join(ROOT, "..", ARTICLE)))
    sections.find((s) => s.title === "Understand").rows.unshift(
      { title: "Timing wheels: the article", url: ARTICLE },
      { title: "Playground, live", url: "products/playground/index.html" });
  return sections;
}

// The pages in the order of the menu, [{ title, url }]: below the page of a folder those of the
// folder that it links to, and each part of a page that is cut.
function order(sections, outlines) {
  const found = new Map();
  const add = (title, url) => found.has(url) || found.set(url, title);
  const page = (title, url) => {
    // The playground has none.
    for (const { level, title: heading, url: part } of outlines[url] ?? [])
      add(level === 1 ? title : `${title}: ${heading}`, part);
  };
  for (const { title, url } of sections.flatMap(({ rows }) => rows)) {
    page(title, url);
    const file = url.replace("index.html", "README.md"), folder = path.posix.dirname(file);
    if (folder === "." || folder === "docs" || !fs.existsSync(path.join(ROOT, file))) continue;
    const text = fs.readFileSync(path.join(ROOT, file), "utf8");
    for (const [, name] of text.matchAll(/\]\(([\w-]+)\.md\)/g)) {
      const there = `${folder}/${name}.html`;
      page(outlines[there]?.[0]?.title ?? name, there);
    }
  }
  return [...found].map(([url, title]) => ({ url, title }));
}

// The text of each section of a page, for the search.
function sections(file, html, headings) {
  const title = /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? file;
  const sign = (all, name) => ({ lt: "<", gt: ">", amp: "&", quot: '"' }[name] ?? " ");
  const within = /<\/?(?:a|code|em|kbd|span|strong)\b[^>]*>/g; // a word may go on behind it
  const plain = (text) => text.replace(within, "")
    .replace(/<[^>]*>/g, " ").replace(/&([a-z]+);/g, sign).replace(/\s+/g, " ");
  return html.split(/(?=<h[123] )/).map((part) => {
    const [, id, heading] = /^<h[123] id="([^"]*)"[^>]*>(.*?)<\/h/s.exec(part) ?? [null, "", title];
    const text = file === "docs/comparison.md" ? part.replace(/<table>.*?<\/table>/gs, "") : part;
    const url = headings.find((h) => h.id === id)?.url ?? pageOf(file);
    return { page: plain(title), heading: plain(heading), url: url + (id ? `#${id}` : ""),
             text: plain(text),
             excerpt: plain(part.replace(/<h.*?<\/h[123]>/s, "")).slice(0, 1500)
               .replace(/\s\S*$/, "") };
  });
}

function searchIndex(html, outlines) {
  const search = new MiniSearch({ fields: ["heading", "page", "text"],
                                  storeFields: ["heading", "page", "url", "excerpt"] });
  const parts = [...html].flatMap(([f, text]) => sections(f, text, outlines[pageOf(f)]));
  const article = path.join(ROOT, "..", ARTICLE);
  if (fs.existsSync(article)) {
    const [text] = /<main.*<\/main>/s.exec(fs.readFileSync(article, "utf8"));
    parts.push(...sections(ARTICLE, text, []));
  }
  search.addAll(parts.map((part, id) => ({ id, ...part })));
  return `window.searchIndex = ${JSON.stringify(JSON.stringify(search))};\n`;
}

// The HTML of each part of a page, by its URL.
function cut(file, html, headings) {
  const parts = new Map([[pageOf(file), ""]]);
  let url = pageOf(file);
  for (const piece of html.split(/(?=<h[1-6] id=)/)) {
    const id = /^<h[1-6] id="([^"]*)"/.exec(piece)?.[1];
    url = headings.find((heading) => heading.id === id)?.url ?? url;
    parts.set(url, (parts.get(url) ?? `<h1>${headings[0].title}</h1>\n`) + piece);
  }
  return parts;
}

function listing(folder, known) {
  const names = fs.readdirSync(path.join(ROOT, folder)).sort();
  const rows = names.map((name) => {
    const there = known.get(path.posix.join(folder, name));
    if (!there) return `<li>${name}</li>`;
    return `<li><a href="${relative(`${folder}/index.html`, there.url)}">${name}</a></li>`;
  });
  return `<h1>${folder}</h1>\n<ul>\n${rows.join("\n")}\n</ul>\n`;
}

export default function (config) {
  const linked = new Map(), files = markdownFiles(), sections = menu();
  const outlines = Object.fromEntries(files.map((file) => [pageOf(file), outline(file)]));
  const md = markdown(linked, outlines);
  const read = (file) => fs.readFileSync(path.join(ROOT, file), "utf8");
  // Renders all pages once, and so finds what they link to.
  const html = new Map(files.map((file) => [file, md.render(read(file), { file })]));
  const parts = new Map(files.map((f) => [f, cut(f, html.get(f), outlines[pageOf(f)])]));
  const index = searchIndex(html, outlines);

  config.ignores.add("pages/products/site/_includes/**"); // the copy is no page
  config.setLibrary("md", { render: (text, { page }) =>
    parts.get(fileOf(page)).get(pageOf(fileOf(page))) });
  config.addGlobalData("layout", "page.11ty.js");
  config.addGlobalData("menu", sections);
  config.addGlobalData("outlines", outlines);
  config.addGlobalData("order", order(sections, outlines));
  config.addGlobalData("build", JSON.parse(read("../build.json")));
  config.addGlobalData("permalink", () => (data) => pageOf(fileOf(data.page)));
  config.addGlobalData("eleventyComputed.file", () => (data) => data.source || fileOf(data.page));
  for (const [file, all] of parts)
    [...all].slice(1).forEach(([url, text], i) =>
      config.addTemplate(`${file}.${i}.11ty.js`, () => text, { permalink: url, source: file }));
  for (const [file, { kind, url }] of linked) {
    if (kind === "raw") config.addPassthroughCopy({ [`pages/${file}`]: file });
    const data = { permalink: url, source: file };
    if (kind === "folder")
      config.addTemplate(`${file}.folder.11ty.js`, () => listing(file, linked), data);
    if (kind === "source") {
      const text = fs.readFileSync(path.join(ROOT, file), "utf8");
      const code = `<h1>${file}</h1>\n${block(colour(text, path.extname(file).slice(1)))}`;
      config.addTemplate(`${file}.source.11ty.js`, () => code, data);
    }
  }
  config.addPassthroughCopy(
    { assets: "assets", "node_modules/minisearch/dist/umd/index.js": "assets/minisearch.js" });
  config.on("eleventy.after", ({ directories }) =>
    fs.writeFileSync(path.join(directories.output, "assets/search-index.js"), index));
  return { dir: { input: "pages", includes: "../_includes", output: "html" },
           markdownTemplateEngine: false, templateFormats: ["md", "11ty.js"] };
}
