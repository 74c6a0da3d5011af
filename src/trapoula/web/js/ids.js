/** Ids of commands: new for each intention, the same when it is sent again. */

let counter = 0;
const origin = Math.random().toString(36).slice(2, 10);

export function newId() {
  counter += 1;
  return `${origin}-${counter}`;
}
