// @ts-check
// The sentences of the rules, from the page of the documentation that is their only source.

/**
 * Returns the rules of a text in Markdown: each is one line such as `- **G5** Joining while …`.
 *
 * @param {string} markdown
 * @returns {Map<string, string>}
 */
export function rulesIn(markdown) {
  return new Map([...markdown.matchAll(/^- \*\*([A-Z]\d+)\*\* (.+)$/gm)].map(([, id, words]) =>
    [id, words.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/\*\*|`/g, "")]));
}

export class Rules {
  /**
   * @param {() => void} changed Is called when the rules have come.
   * @param {() => Promise<string>} read
   */
  constructor(changed, read = async () => (await fetch("rules.md", { credentials: "omit" })).text()) {
    this.changed = changed;
    this.read = read;
    /** @type {Map<string, string>} */
    this.known = new Map();
    this.hasAsked = false;
  }

  /**
   * Returns the text of a rule; empty until it has come, and for an unknown rule.
   *
   * @param {string} id
   */
  of(id) {
    if (!this.hasAsked) void this.load();
    return this.known.get(id) ?? "";
  }

  /**
   * Returns the first sentences of rules, such as `G5: Joining while in another group: leave that one first.`
   *
   * @param {string[]} ids
   */
  brief(ids = []) {
    return ids.filter((id) => this.of(id)).map((id) => `${id}: ${/^.*?[.:;](?= [A-Z]|$)/.exec(this.of(id))?.[0] ?? this.of(id)}`).join(" ");
  }

  /** Reads the rules once. */
  async load() {
    this.hasAsked = true;
    try {
      this.known = rulesIn(await this.read());
      this.changed();
    } catch {
      // Without the text the ids of the rules still stand beside a refusal.
    }
  }
}
