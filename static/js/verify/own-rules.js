/** The rules in Python of a sheet that is replayed: shown first, and run when their reader says so. */
import { element, fillNode } from "../dom.js";
import { engineSentence } from "../engine-status.js";
import { EngineError } from "../engine/client.js";
import { fill, gettext, ngettext } from "../text.js";
import { visible } from "../visible.js";
import { described } from "./show.js";

/**
 * @typedef {{index: number, name: string, code: string}} OwnRule
 * @typedef {import("../rules/runner.js").RuleResults} RuleResults
 */

/** @param {{index: number, name: string}} rule @returns {string} what it is called */
export function ownRuleName({ index, name }) {
  const shown = visible(name).trim();
  return shown ? `\u2068${shown}\u2069` : fill(gettext("rule %(number)s in Python"), { number: index + 1 });
}

export class OwnRules {
  /**
   * @param {{rules: OwnRule[], options: string, described: Parameters<typeof described>[0][]}} python as parley.replay
   *   gives it
   * @param {(results: string[][]) => Promise<void>} take is given what all of them said
   */
  constructor({ rules, options, described: shown }, take) {
    this.rules = rules;
    this.options = options;
    this.shown = shown;
    this.take = take;
    this.said = element("div", { id: "own-rules-said", role: "status", tabindex: -1 });
    this.button = element("button", { type: "button", onclick: () => this.run() }, gettext("Run these rules here"));
    this.node = element("section", { class: "own-rules", "aria-labelledby": "own-rules" },
      element("h3", { id: "own-rules" }, gettext("Your rules in Python")),
      ...rules.map((rule) => element("div", { class: "own-rule" }, element("p", {}, ownRuleName(rule)), codeOf(rule))),
      this.said, this.button);
    this.say(fill(ngettext(
      "This sheet has %(count)s rule in Python switched on. As long as it was not run here, neither the decision nor your answers are checked. Read it first. It is run in this browser on the options of this receipt, and knows nothing else.",
      "This sheet has %(count)s rules in Python switched on. As long as they were not run here, neither the decision nor your answers are checked. Read them first. They are run in this browser on the options of this receipt, and know nothing else.",
      rules.length), { count: rules.length }));
  }

  /** @private @param {...string} texts */
  say(...texts) {
    fillNode(this.said, ...texts.map((text) => element("p", { class: "notice" }, text)));
  }

  /** @private @param {OwnRule} rule @param {RuleResults} found */
  sayUnfinished(rule, { at }) {
    const name = { rule: ownRuleName(rule) };
    if (at === null) {
      this.say(fill(gettext("%(rule)s took too long or stopped working, so that nothing is known of it. This browser may just have been busy."), name));
      return;
    }
    this.say(fill(gettext("%(rule)s took too long or stopped working at the option below, so that nothing is known of the rule. This browser may just have been busy."), name));
    this.said.append(described(this.shown[at]));
  }

  /** @private */
  async run() {
    this.button.setAttribute("disabled", "");
    this.say(gettext("Running your rules in this browser…"));
    try {
      const found = await this.results();
      const open = found.findIndex(({ finished }) => !finished);
      if (open < 0) {
        await this.take(found.map(({ results }) => results));
        this.button.remove();
        this.said.focus();
        this.say(gettext("They were run here, each by itself, on the options of this receipt."), ...this.failures(found));
        return;
      }
      this.sayUnfinished(this.rules[open], found[open]);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      this.say(fill(gettext("The rules could not be run. %(reason)s"), { reason: engineSentence(error) }));
    }
    this.button.removeAttribute("disabled");
  }

  /** @private @returns {Promise<RuleResults[]>} one for each rule */
  async results() {
    // Loaded by those alone who have a rule.
    const { RuleRunner } = await import("../rules/runner.js");
    const runner = new RuleRunner();
    const run = (/** @type {OwnRule[]} */ rules) => runner.evaluate(rules.map(({ code }) => ({ id: "", code })), this.options);
    try {
      const first = await run(this.rules);
      return first.every(({ finished }) => finished) ? first : await run(this.rules);
    } finally {
      runner.stop();
    }
  }

  /** @private @param {RuleResults[]} found @returns {string[]} where rules raised something */
  failures(found) {
    return found.flatMap(({ errors }, index) => {
      const raised = errors.filter((error) => error !== null);
      if (!raised.length) return [];
      return fill(ngettext(
        "%(rule)s fails for %(count)s option, which counts as not acceptable: %(error)s",
        "%(rule)s fails for %(count)s options, which count as not acceptable. The first time: %(error)s",
        raised.length), { rule: ownRuleName(this.rules[index]), count: raised.length, error: visible(raised[0] ?? "") });
    });
  }
}

/** @param {OwnRule} rule with whatever hides in its lines made visible */
function codeOf({ code }) {
  const lines = code.split(/\r\n|[\r\n]/).map((line) => line.split("\t").map(visible).join("\t"));
  return element("pre", { class: "scroll", tabindex: 0 }, element("code", {}, lines.join("\n")));
}
