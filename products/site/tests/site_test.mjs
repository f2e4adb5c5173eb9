// SPDX-License-Identifier: MIT-0
// site_test.mjs HTML PACKAGES CHROMIUM: the site in the folder HTML. Every link of every page leads
// somewhere; a first visit is small and asks no other host; the search works from file://; axe
// finds nothing, nothing is cut on a phone; code copies; the cheat sheet prints on one page. With
// TW_SHOTS set to a folder, it leaves screenshots there.
import fs from "node:fs";
import path from "node:path";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

const [, , html, packages, chromiumPath] = process.argv;
const require = createRequire(path.resolve(packages, "package.json"));
const { chromium } = require("playwright-core");
const axe = fs.readFileSync(require.resolve("axe-core"), "utf8");
const SHOWN = ["index.html", "docs/index.html", "docs/tutorial.html", "docs/cheatsheet.html",
               "docs/reference/tw_timers.html", "docs/algorithms/smallwheel.html",
               "docs/comparison.html", "examples/basics/first.c.html"];
const shots = process.env.TW_SHOTS;
const failures = [];
const wanted = (holds, what) => { if (!holds) failures.push(what); };
const address = (page) => pathToFileURL(path.resolve(html, page)).href;

// A page of a browser or of a context. Its limit only ends what hangs: the machine may be busy.
async function opened(from, ...options) {
  const page = await from.newPage(...options);
  page.setDefaultTimeout(600000);
  return page;
}

function filesBelow(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(name) : [name];
  });
}

const LINK = /<(a|img|link|script)\b[^>]*? (?:href|src)="([^"]*)"/g;

function links() {
  const pages = filesBelow(html).filter((file) => file.endsWith(".html"));
  const texts = new Map(pages.map((f) => [path.resolve(f), fs.readFileSync(f, "utf8")]));
  const idsOf = (text) => new Set([...text.matchAll(/ (?:id|name)="([^"]*)"/g)].map((m) => m[1]));
  const ids = new Map([...texts].map(([f, text]) => [f, idsOf(text)]));
  let count = 0;
  for (const [file, text] of texts)
    for (const [, tag, value] of text.matchAll(LINK)) {
      if (/^data:/.test(value)) continue;
      if (/^[a-z]+:/.test(value)) {
        wanted(tag === "a", `${file}: asks ${value}`);
        continue;
      }
      count++;
      const [to, anchor] = value.split("#");
      const there = to ? path.resolve(path.dirname(file), decodeURIComponent(to)) : file;
      wanted(fs.existsSync(there) && fs.statSync(there).isFile(), `${file}: ${value} is not there`);
      // With =, it is a state of the playground.
      if (anchor && !anchor.includes("=") && ids.has(there))
        wanted(ids.get(there).has(anchor), `${file}: ${value} has no such heading`);
    }
  wanted(pages.length > 150 && count > 3000, `only ${pages.length} pages with ${count} links`);
  wanted(!fs.existsSync(path.join(html, "products/playground/CMakeFiles")),
         "the site has files of CMake");
  return `${count} links of ${pages.length} pages`;
}

// Bytes of all files that a page loads, and no other host.
async function visit(browser, file) {
  const page = await opened(browser);
  let bytes = 0;
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol === "file:") bytes += fs.statSync(decodeURIComponent(url.pathname)).size;
    else wanted(url.protocol === "data:", `${file} asks ${url.href}`);
  });
  page.on("pageerror", (error) => wanted(false, `${file}: ${error}`));
  await page.goto(address(file), { waitUntil: "load" });
  await page.close();
  return bytes;
}

// The playground leads back to the docs. Opened as a file, it says what it needs.
async function playground(browser) {
  if (!fs.existsSync(path.join(html, "products/playground/index.html"))) return;
  const page = await opened(browser);
  await page.goto(address("products/playground/timing-wheels.html"));
  for (const to of ["../../index.html", "../../docs/bugs.html", "../../docs/algorithms/index.html"])
    wanted(await page.locator(`a[href="${to}"]`).count() === 1, `timing-wheels.html lacks ${to}`);
  await page.setViewportSize({ width: 360, height: 740 });
  wanted(await page.locator("nav").evaluate((nav) => nav.scrollWidth <= nav.clientWidth),
    "the article's menu is cut on a phone");
  const said = await page.locator("figure").first()
    .evaluate((figure) => getComputedStyle(figure, "::before").content);
  wanted(/needs a server/.test(said), `a figure without a server says ${said}`);
  await page.goto(address("products/playground/index.html"));
  const starting = await page.locator("#starting:visible").textContent();
  wanted(/opened as a file/.test(starting), `index.html says ${starting}`);
  await page.close();
}

// What scrolls, and has no shadow where more of it is; the lists of links that a side cuts.
const unmarked = (page) => page.evaluate(() => {
  const all = [...document.querySelectorAll("body *")];
  return all.filter((e) => {
    const { overflowX, overflowY, backgroundImage } = getComputedStyle(e);
    const wide = e.scrollWidth > e.clientWidth + 1;
    const more = /auto|scroll/.test(overflowY) && e.scrollHeight > e.clientHeight + 1 ||
      /auto|scroll/.test(overflowX) && wide;
    return e.matches("nav") && wide || more && !backgroundImage.includes("gradient");
  }).map((e) => e.outerHTML.slice(0, 60));
});

async function search(browser) {
  const page = await opened(browser);
  await page.goto(address("docs/tutorial.html"));
  await page.fill("#search input", "cascade");
  await page.waitForSelector("#found a");
  const hits = await page.locator("#found a").allTextContents();
  wanted(hits.some((hit) => /wheel/i.test(hit)), `the search for cascade finds ${hits}`);
  wanted(hits.some((hit) => hit.includes("->")), `no excerpt has the arrow of a move: ${hits}`);
  const marks = await page.locator("#found a:has(mark)").count();
  wanted(marks === hits.length && new Set(hits).size === marks,
    `${marks} of ${hits.length} hits have an excerpt: ${hits}`);
  wanted(!/ [,.]/.test(hits[0]), `an excerpt has a blank that its page does not have: ${hits[0]}`);
  const parted = await page.locator("#found span").evaluateAll((all) => {
    const texts = Object.values(JSON.parse(searchIndex).storedFields).map((one) => one.excerpt);
    return all.map((span) => span.textContent.replace(/[.]{3}$/, ""))
      .filter((end) => !texts.some((text) => text.endsWith(end) || text.includes(`${end} `)));
  });
  wanted(!parted.length, `an excerpt ends within a word: ${parted[0]}`);
  const lost = await unmarked(page);
  wanted(!lost.length, `the hits end without a sign: ${lost}`);
  const [first] = await page.locator("#found a").evaluateAll((all) => all.map((a) => a.href));
  wanted(first.startsWith(address("docs")) || first.startsWith(address("products/playground")),
    `the search for cascade finds ${first} first`);
  if (fs.existsSync(path.join(html, "products/playground/index.html")))
    wanted(hits.some((hit) => hit.startsWith("The cascade Timing wheels")),
      `no hit in the article: ${hits}`);
  await page.fill("#search input", "TW_TICK_BITS");
  await page.waitForFunction(
    () => /tick/i.test(document.querySelector("#found a")?.textContent ?? ""));
  await page.locator("#found a").first().click();
  await page.waitForLoadState();
  wanted(!page.url().includes("tutorial"), "a hit leads nowhere");
  await page.fill("#search input", "xyzzyplugh");
  await page.waitForFunction(
    () => document.querySelector("#found").textContent === "Nothing found");
  await page.close();
}

const PLAYED = /\/playground\/(index|timing-wheels)[.]html$/; // not made here

// From Home on, each page leads to the next, which leads back, and all pages of the menu are met.
async function turns(browser) {
  const page = await opened(browser), met = [];
  const there = (rel) => page.locator(`.turn a[rel="${rel}"]`);
  await page.goto(address("index.html"));
  wanted(await page.locator(".pages a").first().textContent() === "Home", "home is not called so");
  const menu = await page.locator(".pages a").evaluateAll((all) => all.map(({ href }) => href));
  while (met.push(page.url()) < 300 && await there("next").count()) {
    await page.goto(await there("next").evaluate(({ href }) => href));
    const back = await there("prev").evaluate(({ href }) => href);
    wanted(back === met.at(-1), `${page.url()} leads back to ${back}`);
  }
  const lost = menu
    .filter((url) => !met.includes(url) && !PLAYED.test(url));
  wanted(!lost.length, `no way leads to ${lost[0]}`);
  await page.close();
}

// The height of the smallest letters of a drawing that is shown so wide.
function letters({ src, width }) {
  const svg = fs.readFileSync(fileURLToPath(src), "utf8");
  const fonts = [...svg.matchAll(/font(?:-size)?(?::|=")[^;}"]*?([\d.]+)(?:px|")/g)];
  return width / /viewBox="0 0 ([\d.]+)/.exec(svg)[1] * Math.min(...fonts.map(([, px]) => px));
}

const drawings = (page) => page.locator(".drawing img")
  .evaluateAll((all) => all.map(({ src, clientWidth: width }) => ({ src, width })));

// Each section is in the list beside the page, no page is long, and no letter small.
async function sizes(browser) {
  const page = await opened(browser, { viewport: { width: 1280, height: 800 } });
  const pages = filesBelow(html).map((file) => path.relative(html, file))
    .filter((file) => /^[^.]*[.]html$/.test(file) && !/playground/.test(file));
  for (const file of pages) {
    await page.goto(address(file));
    const found = await page.evaluate(() => {
      const here = [...document.querySelectorAll(".here a")]
        .filter((a) => a.getAttribute("href").startsWith("#")).map((a) => a.hash);
      const texts = document.evaluate("//body//text()[normalize-space()]/..", document, null,
        XPathResult.UNORDERED_NODE_SNAPSHOT_TYPE), small = [];
      for (let i = 0; i < texts.snapshotLength; i++)
        if (parseFloat(getComputedStyle(texts.snapshotItem(i)).fontSize) < 12)
          small.push(texts.snapshotItem(i).textContent.slice(0, 40));
      return { small, screens: document.documentElement.scrollHeight / innerHeight,
               here: here.join(" "), sections: [...document.querySelectorAll("main :is(h2, h3)")]
                 .map(({ id }) => `#${id}`).join(" ") };
    });
    wanted(found.screens <= 15, `${file} has ${found.screens.toFixed(1)} screens`);
    wanted(!found.small.length, `${file} has small letters: ${found.small[0]}`);
    const widths = await drawings(page).then(({ length }) => length ? [360, 1280] : []);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      for (const drawing of await drawings(page))
        wanted(letters(drawing) > 11.9, `${drawing.src} has small letters at ${width}`);
    }
    const lost = await unmarked(page);
    wanted(!lost.length, `${file} ends without a sign: ${lost[0]}`);
    if (found.here) wanted(found.here === found.sections, `${file}: ${found.here} are listed`);
  }
  wanted(pages.length > 120, `only ${pages.length} pages`);
  await page.setViewportSize({ width: 740, height: 360 });
  await page.goto(address("index.html"));
  wanted((await drawings(page)).every(({ width }) => width < 740), "home's drawing is cut");
  await page.setViewportSize({ width: 1280, height: 800 });
  // Links from elsewhere, to headings that stood in another part, or in the whole.
  const parts = pages.filter((file) => /^docs.comparison(-\d+)?[.]html$/.test(file));
  const partOf = (id) => parts.find((file) =>
    fs.readFileSync(path.join(html, file), "utf8").includes(`<h2 id="${id}"`));
  for (const id of ["goals", "timer-sets"]) {
    const to = partOf(id);
    wanted(to && parts.length > 1, `no part has #${id}`);
    for (const from of parts.filter((file) => file !== to)) {
      await page.goto("about:blank"); // another anchor alone would load nothing
      await page.goto(`${address(from)}#${id}`);
      await page.waitForURL(`${address(to)}#${id}`);
    }
  }
  await page.close();
}

// What axe does not see: the texts of drawings, which must be whole, and what a field says while it
// is empty.
async function pale(browser) {
  for (const colorScheme of ["light", "dark"]) {
    const page = await opened(browser, { colorScheme });
    await page.goto(address("docs/comparison.html"));
    for (const { src } of await drawings(page)) {
      const [cut, ...contrast] = await page.evaluate((svg) => {
        const linear = (c) => c <= 10 ? c / 3295 : ((c / 255 + 0.055) / 1.055) ** 2.4;
        const light = (colour) => colour.match(/[\d.]+/g).slice(0, 3).map(Number).map(linear)
          .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0.05);
        const of = (one, other) => Math.max(one, other) / Math.min(one, other);
        const under = (e) => light(getComputedStyle(e).backgroundColor);
        const field = document.querySelector("#search input"), div = document.createElement("div");
        div.innerHTML = svg;
        document.body.append(div);
        const least = Math.min(...[...div.querySelectorAll("text")].map(
          (e) => of(light(getComputedStyle(e).fill), under(document.body))));
        const view = div.firstElementChild.getBoundingClientRect();
        const cut = [...div.querySelectorAll("text")].filter((e) => {
          const { left, right, top, bottom } = e.getBoundingClientRect();
          return left < view.left || right > view.right || top < view.top - 3 ||
            bottom > view.bottom + 3;
        }).map((e) => e.textContent);
        div.remove();
        const empty = light(getComputedStyle(field, "::placeholder").color);
        return [cut, least, of(empty, under(field))];
      }, fs.readFileSync(fileURLToPath(src), "utf8"));
      wanted(!cut.length, `${src} cuts ${cut[0]}`);
      wanted(Math.min(...contrast) >= 4.5, `${src}, ${colorScheme}: a text has ${contrast}`);
    }
    await page.close();
  }
}

// In a window of 1600 px the list of headings stands beside the text, in the window.
async function beside(browser) {
  const page = await opened(browser, { viewport: { width: 1600, height: 900 } });
  let lists = 0;
  for (const file of SHOWN) {
    await page.goto(address(file));
    const found = await page.evaluate(() => {
      const box = document.querySelector(".here")?.getBoundingClientRect();
      const text = [...document.querySelectorAll("main > *")]
        .map((e) => e.getBoundingClientRect().right);
      return box && { left: box.left, right: box.right, top: box.top, text: Math.max(...text) };
    });
    if (!found) continue;
    lists++;
    wanted(found.left >= found.text && found.right <= 1600 && found.top < 200,
      `${file}: the list of headings stands at ${JSON.stringify(found)}`);
  }
  wanted(lists > 4, `only ${lists} pages have a list of headings`);
  await page.close();
}

const SCREENS = [["light", 1280, 800], ["dark", 1280, 800], ["light", 1920, 1080],
                 ["light", 640, 400], ["light", 740, 360], ["light", 360, 740]];

async function looks(browser) {
  for (const [scheme, width, height] of SCREENS) {
    const context = await browser.newContext({ colorScheme: scheme, viewport: { width, height } });
    for (const file of SHOWN) {
      const page = await opened(context);
      await page.goto(address(file));
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => window.axe.run());
      for (const { id, nodes } of violations)
        wanted(false, `${file}, ${scheme}, ${width} px: ${id}: ${nodes[0].html.slice(0, 120)}`);
      const over =
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      wanted(over <= 0, `${file}: ${over} px too wide for ${width}`);
      const shot = `${file.replaceAll("/", ".")}.${scheme}.${width}.png`;
      if (shots) await page.screenshot({ path: path.join(shots, shot) });
      await page.close();
    }
    await context.close();
  }
}

async function copies(browser) {
  const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  const page = await opened(context);
  await page.goto(address("index.html"));
  await page.locator(".code").first().hover();
  // The word stands there for a moment, which a busy machine may miss.
  await page.locator(".code button").first().evaluate((button) =>
    new MutationObserver(() => { window.said ||= button.textContent; })
      .observe(button, { childList: true, characterData: true, subtree: true }));
  await page.locator(".code button").first().click();
  await page.waitForFunction(() => window.said === "Copied");
  const text = await page.evaluate(() => navigator.clipboard.readText());
  wanted(text.startsWith("#include <stdio.h>") && text.trimEnd().endsWith("}"),
    `the button copies ${text.slice(0, 60)}`);
  const edit = await page.locator("footer a", { hasText: "Edit" }).getAttribute("href");
  wanted(edit.endsWith("/edit/main/README.md"), `the edit link leads to ${edit}`);
  const [, version] = /Version (\d\S*), commit/.exec(await page.textContent("footer")) ?? [];
  await page.goto(address("docs/reference/index.html"));
  const [, headers] = /of version (\d\S*?)[.,]?\s/.exec(await page.textContent("main")) ?? [];
  wanted(version && version === headers, `the site is of ${version}, its headers of ${headers}`);
  await context.close();
}

async function printed(browser) {
  const page = await opened(browser);
  await page.goto(address("docs/cheatsheet.html"));
  const pdf = await page.pdf({ preferCSSPageSize: true });
  const count = (pdf.toString("latin1").match(/\/Type\s*\/Page\b/g) ?? []).length;
  wanted(count === 1, `the cheat sheet takes ${count} pages`);
  if (shots) fs.writeFileSync(path.join(shots, "cheatsheet.pdf"), pdf);
  await page.close();
}

// Ends the program if something is wrong.
function conclude() {
  if (!failures.length) return;
  console.log(failures.slice(0, 40).map((f) => `FAILED: ${f}`).join("\n"));
  process.exit(1);
}

const checked = links();
conclude();
const browser = await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox"] });
const bytes = await visit(browser, "index.html");
wanted(bytes > 10000 && bytes < 300000, `a first visit takes ${bytes} bytes`);
for (const file of SHOWN) await visit(browser, file);
await playground(browser);
await search(browser);
await turns(browser);
await sizes(browser);
await beside(browser);
await pale(browser);
await looks(browser);
await copies(browser);
await printed(browser);
await browser.close();
conclude();
console.log(`ok: ${checked}, a first visit of ${bytes} bytes`);
