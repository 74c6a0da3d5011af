/** A refusal: a code, and a message that can be translated. */
export class Refusal extends Error {
  /** @param {import("./types.js").Fault} message */
  constructor(message) {
    super(message.message ?? message.code ?? "");
    this.code = message.code ?? "failed";
    this.template = message.template ?? message.message ?? "";
    this.facts = message.facts ?? {};
  }
}
