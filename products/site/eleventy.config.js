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

// Headings get ids, links lead to pages of the site, tables and code may scroll. env.page is the
// Markdown file.
function markdown(linked) {
  const md = new MarkdownIt({ html: true, linkify: false });
  md.core.ruler.push("site", (state) => {
    const { file } = state.env, slug = slugs(), url = pageOf(file);
    const lead = (token, name) => {
      const to = target(file, token.attrGet(name));
      if (!to) return;
      const place = placeOf(ROOT, to.file);
      if (place.kind !== "page") linked.set(to.file, place);
      token.attrSet(name, relative(url, place.url) + to.anchor);
    };
    state.tokens.forEach((token, i) => {
      if (token.type === "heading_open") {
        const words =
          state.tokens[i + 1].children.filter((t) => t.type === "text" || t.type === "code_inline");
        token.attrSet("id", slug(words.map((t) => t.content).join("")));
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
    for (const [, title, href] of line.split(" | ")[0].matchAll(/\[([^\]]+)\]\(([^)]+)\)/g))
      sections.at(-1).rows.push({ title, url: placeOf(ROOT, target(index, href).file).url });
  }
  if (fs.existsSync(path.join(ROOT, "..", ARTICLE)))
    sections.find((s) => s.title === "Understand").rows.unshift(
      { title: "Timing wheels: the article", url: ARTICLE },
      { title: "Playground, live", url: "products/playground/index.html" });
  return sections;
}

// The text of each section of a page, for the search.
function sections(file, html) {
  const title = /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? file;
  const plain = (text) => text.replace(/<[^>]*>|&[a-z]+;/g, " ").replace(/\s+/g, " ");
  return html.split(/(?=<h[123] )/).map((part) => {
    const [, id, heading] = /^<h[123] id="([^"]*)"[^>]*>(.*?)<\/h/s.exec(part) ?? [null, "", title];
    const text = file === "docs/comparison.md" ? part.replace(/<table>.*?<\/table>/gs, "") : part;
    return { page: plain(title), heading: plain(heading), url: pageOf(file) + (id ? `#${id}` : ""),
             text: plain(text) };
  });
}

function searchIndex(files, md) {
  const search = new MiniSearch({ fields: ["heading", "page", "text"],
                                  storeFields: ["heading", "page", "url"] });
  const html = (file) => md.render(fs.readFileSync(path.join(ROOT, file), "utf8"), { file });
  const parts = files.flatMap((file) => sections(file, html(file)));
  const article = path.join(ROOT, "..", ARTICLE);
  if (fs.existsSync(article))
    parts.push(...sections(ARTICLE, /<main.*<\/main>/s.exec(fs.readFileSync(article, "utf8"))[0]));
  search.addAll(parts.map((part, id) => ({ id, ...part })));
  return `window.searchIndex = ${JSON.stringify(JSON.stringify(search))};\n`;
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
  const linked = new Map(), md = markdown(linked), files = markdownFiles();
  const index = searchIndex(files, md); // renders all pages once, and so finds what they link to

  config.setLibrary("md", { render: (text, env) => md.render(text, { file: fileOf(env.page) }) });
  config.addGlobalData("layout", "page.11ty.js");
  config.addGlobalData("menu", menu());
  config.addGlobalData("build", JSON.parse(fs.readFileSync("build.json", "utf8")));
  config.addGlobalData("permalink", () => (data) => pageOf(fileOf(data.page)));
  config.addGlobalData("eleventyComputed.file", () => (data) => data.source || fileOf(data.page));
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
