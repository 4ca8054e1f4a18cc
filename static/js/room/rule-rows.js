/**
 * Red lines and wishes as sentences with fields in them. There is no mode for editing: a row counts as soon as it is
 * complete, and says so while it is not.
 */
import { element } from "../dom.js";
import { isNumeric, showValue } from "../format.js";
import { fill, gettext } from "../text.js";
import { twoReadings } from "./numbers.js";
import { conditionWord, redLineText, weights, wishText, wishWord } from "./sentences.js";
import { newRedLine, newWish, redLineConditions, wishKinds } from "./sheet-model.js";

/**
 * @typedef {import("../format.js").Attribute} Attribute
 * @typedef {{attributes: Attribute[], options: import("../format.js").Option[]}} Agenda
 * @typedef {{changed: () => void, redraw: (focus?: string) => void, remove: () => void}} Hooks
 *   `changed` after typing in a field that stays; `redraw` when the fields themselves change, then focusing the one
 *   of that name
 */

/**
 * @param {import("./sheet-model.js").RedLineRow} row
 * @param {number} index
 * @param {Agenda} agenda
 * @param {Hooks} hooks
 */
export function redLineRow(row, index, agenda, hooks) {
  const attribute = attributeOf(agenda, row.attr);
  const id = `red-line-${index}`;
  const conditions = redLineConditions(attribute);
  if (row.condition === "fixed") return fixedRow(fill(gettext("I cannot accept %(what)s"), { what: redLineText(row, attribute) }), id, hooks);
  return element(
    "div", { class: "sentence", role: "group", "aria-label": fill(gettext("I cannot accept %(what)s"), { what: redLineText(row, attribute) }) },
    element("span", {}, gettext("I cannot accept")),
    attributePicker(row, agenda, id, (picked) => Object.assign(row, newRedLine(picked)), hooks),
    picker(`${id}-condition`, gettext("Condition"), conditions.map((condition) => [condition, conditionWord(condition)]), row.condition, (value) => {
      row.condition = value;
      hooks.redraw(`${id}-condition`);
    }),
    ...redLineFields(row, attribute, agenda, id, hooks),
    remover(hooks),
    element("p", { class: "error", id: `${id}-open` }),
  );
}

/** @param {any} row @param {Attribute} attribute @param {Agenda} agenda @param {string} id @param {Hooks} hooks */
function redLineFields(row, attribute, agenda, id, hooks) {
  if (attribute.type === "yes-no") return [];
  if (attribute.type === "text") return [choices(row, attribute, agenda, id, hooks)];
  const value = typedField(row, "value", attribute, `${id}-value`, hooks);
  if (row.condition !== "outside") return [value, unit(attribute)];
  return [value, element("span", {}, gettext("to")), typedField(row, "until", attribute, `${id}-until`, hooks)];
}

/**
 * @param {import("./sheet-model.js").WishRow} row
 * @param {number} index
 * @param {Agenda} agenda
 * @param {Hooks} hooks
 */
export function wishRow(row, index, agenda, hooks) {
  const attribute = attributeOf(agenda, row.attr);
  const id = `wish-${index}`;
  const kinds = wishKinds(attribute);
  const values = distinct(agenda, attribute);
  if (row.wish === "fixed") return fixedRow(wishText(row, attribute), id, hooks);
  return element(
    "div", { class: "sentence", role: "group", "aria-label": fill(gettext("Wish: %(what)s"), { what: wishText(row, attribute) }) },
    attributePicker(row, agenda, id, (picked) => Object.assign(row, newWish(picked)), hooks),
    kinds.length > 1
      ? picker(`${id}-wish`, gettext("Wish"), kinds.map((kind) => [kind, wishWord(kind)]), row.wish, (value) => {
        row.wish = value;
        hooks.changed();
      })
      : element("span", {}, wishWord(row.wish)),
    row.wish === "prefer"
      ? picker(`${id}-value`, gettext("What I prefer"), [["", gettext("choose…")], .../** @type {[string, string][]} */ (values.map((value) => [value, value]))], row.value ?? "", (value) => {
        row.value = value || null;
        hooks.changed();
      }, `${id}-open`)
      : null,
    element("span", {}, gettext("; it matters")),
    picker(`${id}-weight`, gettext("How much it matters"), weights().map(([weight, word]) => [String(weight), word]), String(row.weight), (value) => {
      row.weight = Number(value);
      hooks.changed();
    }),
    remover(hooks),
    element("p", { class: "error", id: `${id}-open` }),
  );
}

/** A row from a file that this page has no fields for. @param {string} text @param {string} id @param {Hooks} hooks */
function fixedRow(text, id, hooks) {
  return element("div", { class: "sentence", role: "group", "aria-label": text },
    element("span", {}, text), remover(hooks), element("p", { class: "error", id: `${id}-open` }));
}

/** @param {Agenda} agenda @param {string} name @returns {Attribute} */
export function attributeOf(agenda, name) {
  return /** @type {Attribute} */ (agenda.attributes.find((attribute) => attribute.name === name));
}

/** @param {Agenda} agenda @param {Attribute} attribute @returns {any[]} the values that the options have, in their order */
function distinct(agenda, attribute) {
  return [...new Set(agenda.options.map((option) => option[attribute.name]).filter((value) => value !== undefined))];
}

/** @param {any} row @param {Agenda} agenda @param {string} id @param {(picked: Attribute) => void} pick @param {Hooks} hooks */
function attributePicker(row, agenda, id, pick, hooks) {
  const names = agenda.attributes.map((attribute) => /** @type {[string, string]} */ ([attribute.name, attribute.name]));
  return picker(`${id}-attr`, gettext("What it is about"), names, row.attr, (value) => {
    pick(attributeOf(agenda, value));
    hooks.redraw(`${id}-attr`);
  });
}

/**
 * @param {string} id @param {string} label @param {[string, string][]} entries @param {string} chosen
 * @param {(value: string) => void} pick @param {string} [reason] where it is said why the row does not count yet
 */
function picker(id, label, entries, chosen, pick, reason) {
  const field = /** @type {HTMLSelectElement} */ (element("select", { id, "aria-label": label, "aria-describedby": reason }));
  for (const [value, text] of entries) {
    const entry = /** @type {HTMLOptionElement} */ (element("option", { value }, text));
    entry.selected = value === chosen;
    field.append(entry);
  }
  field.addEventListener("change", () => pick(field.value));
  return field;
}

/** @param {any} row @param {"value" | "until"} key @param {Attribute} attribute @param {string} id @param {Hooks} hooks */
function typedField(row, key, attribute, id, hooks) {
  const kind = isNumeric(attribute)
    ? { type: "text", inputmode: "decimal", maxlength: "40" }
    : { type: "date" };
  const label = key === "until" ? gettext("Last day") : row.condition === "outside" ? gettext("First day") : gettext("Limit");
  const field = /** @type {HTMLInputElement} */ (
    element("input", { id, ...kind, class: "limit", "aria-label": label, "aria-describedby": `${id.replace(/-(value|until)$/, "")}-open`, autocomplete: "off" })
  );
  const hint = element("span", { class: "hint" });
  const sayHowItIsRead = () => { hint.textContent = isNumeric(attribute) ? readingText(field.value, attribute) : ""; };
  field.value = row[key];
  field.addEventListener("input", () => {
    row[key] = field.value;
    sayHowItIsRead();
    hooks.changed();
  });
  sayHowItIsRead();
  return element("span", { class: "typed" }, field, hint);
}

/** @param {string} text @param {Attribute} attribute @returns {string} empty where the number can be read in one way only */
function readingText(text, attribute) {
  const readings = twoReadings(text, attribute);
  if (!readings) return "";
  const [read, meant] = readings.map(String);
  return fill(gettext("Read as %(read)s. If you mean %(meant)s, write it like that."), { read, meant });
}

/** @param {any} row @param {Attribute} attribute @param {Agenda} agenda @param {string} id @param {Hooks} hooks */
function choices(row, attribute, agenda, id, hooks) {
  const list = element("div", { class: "choices", role: "group", "aria-label": attribute.name, "aria-describedby": `${id}-open` });
  for (const value of distinct(agenda, attribute)) {
    const box = /** @type {HTMLInputElement} */ (element("input", { type: "checkbox" }));
    box.checked = row.choices.includes(value);
    box.addEventListener("change", () => {
      row.choices = box.checked ? [...row.choices, value] : row.choices.filter((/** @type {any} */ other) => other !== value);
      hooks.changed();
    });
    list.append(element("label", { class: "check" }, box, element("bdi", {}, showValue(value, attribute))));
  }
  return list;
}

/** @param {Attribute} attribute */
function unit(attribute) {
  return attribute.unit ? element("span", {}, attribute.unit) : null;
}

/** @param {Hooks} hooks */
function remover(hooks) {
  return element("button", { type: "button", class: "plain", onclick: hooks.remove }, gettext("Remove"));
}
