// SPDX-License-Identifier: MIT-0
// Search, the button that copies code, and the lists of wide windows. All pages can be read without
// it.
const root = document.currentScript.dataset.root;

for (const code of document.querySelectorAll("main pre")) {
  const around = document.createElement("div"), button = document.createElement("button");
  around.className = "code";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  });
  code.replaceWith(around);
  around.append(code, button);
}

// A list that stands in a column of its own is open.
for (const list of document.querySelectorAll("nav details")) {
  const unfold = () => {
    list.open = getComputedStyle(list.querySelector("summary")).display === "none";
  };
  addEventListener("resize", unfold);
  unfold();
}

// A link from elsewhere to a heading that stands in another part of the page now.
const hash = CSS.escape(decodeURIComponent(location.hash.slice(1)));
const moved = hash && document.querySelector(`nav.here li[id="${hash}"] a`);
if (moved) location.replace(moved.href);

const load = (name) => new Promise((resolve, reject) => {
  const script = document.createElement("script");
  script.src = `${root}assets/${name}`;
  script.onload = resolve;
  script.onerror = reject;
  document.head.append(script);
});

let index;
const input = document.querySelector("#search input"), found = document.querySelector("#found");

// The index is fetched by a script, as browsers let pages from file:// do nothing else.
function search() {
  const options = { fields: ["heading", "page", "text"],
                    storeFields: ["heading", "page", "url", "excerpt"] };
  index ??= Promise.all([load("minisearch.js"), load("search-index.js")])
    .then(() => MiniSearch.loadJSON(searchIndex, options));
  return index;
}

// Some words around the first place where a section has one of the terms, which is marked.
function excerpt({ excerpt: text, terms }) {
  const around = document.createElement("span"), mark = document.createElement("mark");
  const places = terms.map((term) => ({ term, at: text.toLowerCase().indexOf(term) }));
  const { term, at } = places.find((place) => place.at >= 0) ?? { term: "", at: 0 };
  const from = Math.max(0, text.lastIndexOf(" ", Math.max(0, at - 40)));
  const space = text.indexOf(" ", at + 120), to = space < 0 ? text.length : space;
  mark.textContent = text.slice(at, at + term.length);
  around.append(text.slice(from, at), mark, `${text.slice(at + term.length, to)}...`);
  return around;
}

input.addEventListener("focus", search, { once: true });
input.addEventListener("input", async () => {
  const forReaders = ({ url }) => /^(docs|products\/playground|index)\b/.test(url);
  const options = { prefix: true, fuzzy: 0.1, combineWith: "AND", boost: { heading: 4, page: 2 },
                    boostDocument: (id, term, stored) => (forReaders(stored) ? 2 : 1) };
  const hits = (await search()).search(input.value, options);
  found.replaceChildren(...hits.slice(0, 12).map((hit) => {
    const item = document.createElement("li"), link = document.createElement("a");
    const page = document.createElement("small");
    link.href = root + hit.url;
    link.textContent = hit.heading;
    page.textContent = hit.page === hit.heading ? "" : ` ${hit.page}`;
    link.append(page, excerpt(hit));
    item.append(link);
    return item;
  }));
  if (input.value && !hits.length) found.innerHTML = "<li>Nothing found</li>";
  found.hidden = !input.value;
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") found.hidden = true;
  if (event.key === "/" && event.target === document.body) {
    event.preventDefault();
    input.focus();
  }
});
