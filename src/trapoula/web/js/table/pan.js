/** Pan a table that is larger than the screen with a finger on the empty felt; wheels and scroll bars work by themselves. */

/** @param {HTMLElement} box @param {import("./board.js").CardBoard} board */
export function pan(box, board) {
  /** @type {{id: number, x: number, y: number} | null} */
  let grip = null;
  board.addEventListener("pointerdown", (event) => {
    const { left, top } = board.getBoundingClientRect();
    const bare =
      event.pointerType !== "mouse" && !board.hit(event.clientX - left, event.clientY - top);
    grip = bare ? { id: event.pointerId, x: event.clientX, y: event.clientY } : null;
  });
  board.addEventListener("pointermove", (event) => {
    if (grip?.id !== event.pointerId) return;
    box.scrollBy(grip.x - event.clientX, grip.y - event.clientY);
    grip = { id: event.pointerId, x: event.clientX, y: event.clientY };
  });
  for (const end of ["pointerup", "pointercancel"])
    board.addEventListener(end, () => {
      grip = null;
    });
}
