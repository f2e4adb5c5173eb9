/* SPDX-License-Identifier: MIT-0 */
/* A question and what became of it, in lessons, in the quiz and on the page that scrolls. */

export function make(tag, properties = {}, ...children) {
    const e = Object.assign(document.createElement(tag), properties);

    e.append(...children);
    return e;
}

/* The form of a question; `judge` is called with what was typed, or with null if the answer is
   wanted. */
export function questionForm(text, id, judge) {
    const field = make(
        "input", {type: "text", id, autocomplete: "off", autocapitalize: "off", spellcheck: false});
    const message = make("p", {className: "message", role: "alert", hidden: true});
    const tell = make("button", {type: "button", textContent: "Tell me"});
    const form = make("form", {className: "question"}, make("label", {htmlFor: id}, text), field,
        make("span", {}, make("button", {textContent: "Answer"}), tell), message);

    form.addEventListener("submit", event => {
        event.preventDefault();
        if (field.value.trim()) {
            judge(field.value);
        } else {
            message.textContent = "An answer is missing; Tell me shows it.";
            message.hidden = false;
        }
    });
    tell.addEventListener("click", () => judge(null));
    return form;
}

/* What was typed, whether the code agrees, and why. */
export function verdict({text, explanation}, {typed, found, right}) {
    const said = typed === null ? `The answer is ${found.text}.`
        : right ? `Right: ${found.text}.`
        : `"${typed.trim().slice(0, 60)}" is not right: the code says ${found.text}.`;
    const cls = right ? "equal" : typed === null ? "" : "differs";

    return make("div", {className: `question verdict ${cls}`, tabIndex: -1}, make("p", {}, text),
        make("p", {className: "said"}, said),
        make("p", {className: "why"}, make("b", {}, "Why? "), explanation));
}
