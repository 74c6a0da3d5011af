/** A refusal: a code, and a sentence that can be told in any language. */
export class Refusal extends Error {
  /** @param {import("./types.js").Fault} message */
  constructor(message) {
    super(message.message ?? message.code ?? "");
    this.code = message.code ?? "failed";
    this.template = message.template ?? message.message ?? "";
    this.facts = message.facts ?? {};
  }
}
