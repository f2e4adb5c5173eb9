/* SPDX-License-Identifier: MIT-0 */
/* Leaves stand side by side, and each parent above the middle of its children. */
export function spread(root, below, gap) {
    const spots = new Map();
    let leaves = 0;

    const visit = (key, depth) => {
        const children = below(key);

        children.forEach(child => visit(child, depth + 1));

        const x = children.length
            ? (spots.get(children[0]).x + spots.get(children.at(-1)).x) / 2
            : leaves++ * gap + gap / 2;

        spots.set(key, {x, depth, right: leaves * gap});
    };

    visit(root, 0);
    return spots;
}
