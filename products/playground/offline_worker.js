/* SPDX-License-Identifier: MIT-0 */
/* The service worker: files come from the network as long as there is one, and else as they came
   last. */
const CACHE = "timers-at-work";

const plain = request => request.url.replace(/[?#].*/, "");

async function fetched(request) {
    const cache = await caches.open(CACHE);

    try {
        const answer = await fetch(request);

        if (answer.ok)
            cache.put(plain(request), answer.clone());
        return answer;
    } catch (error) {
        const was = await cache.match(plain(request));

        if (was)
            return was;
        throw error;
    }
}

addEventListener("install", () => self.skipWaiting());
addEventListener("activate", event => event.waitUntil(self.clients.claim()));
addEventListener("fetch", event => {
    if (event.request.method === "GET" && event.request.url.startsWith(self.location.origin))
        event.respondWith(fetched(event.request));
});
addEventListener(
    "message", ({data}) => Promise.all(data.map(url => fetched(new Request(url)).catch(() => 0))));
