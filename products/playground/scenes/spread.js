/* SPDX-License-Identifier: MIT-0 */
/* Each node as far left as it may stand: `gap` from the one before it in its row, and each parent
   above the middle of its children. `right` is the edge of what stands there. */
export function spread(root, below, gap) {
    const spots = new Map(), free = []; /* by depth: the least x of the next node */

    const put = (key, x, depth) => {
        spots.set(key, {x, depth, right: x + gap / 2});
        free[depth] = x + gap;
    };
    const move = (key, by) => {
        const {x, depth} = spots.get(key);

        put(key, x + by, depth);
        below(key).forEach(child => move(child, by));
    };
    const visit = (key, depth) => {
        const children = below(key), least = free[depth] ?? gap / 2;

        children.forEach(child => visit(child, depth + 1));

        const x = children.length
            ? (spots.get(children[0]).x + spots.get(children.at(-1)).x) / 2
            : least;

        put(key, x, depth);
        if (x < least)
            move(key, least - x);
    };

    visit(root, 0);
    return spots;
}

/* The same, each row as close as it may stand, above and below the middle of the longest one: where
   there is no room for more. */
export function packed(spots, gap) {
    const rows = [], places = new Map();

    for (const [key, {x, depth}] of spots)
        (rows[depth] ??= []).push({key, x});

    const most = Math.max(...rows.map(row => row.length));

    rows.forEach((row, depth) => row.sort((a, b) => a.x - b.x).forEach(({key}, i) => {
        const x = (most - row.length + 1) / 2 * gap + i * gap;

        places.set(key, {x, depth, right: x + gap / 2});
    }));
    return places;
}
