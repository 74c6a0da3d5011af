/** Match the cards of the last position with those of this one, so that moves can be animated. */

/**
 * @template T
 * @typedef {{card: string, pile: string, index: number, node: T}} Lying
 */

/**
 * Give every place of the new piles a node: the card that was there, the same card from elsewhere, a card that was
 * turned over, or a new one. Unused nodes are returned.
 * @template T
 * @param {Lying<T>[]} before
 * @param {Record<string, string[]>} piles
 * @param {string[]} favoured piles that cards most likely came from
 * @returns {{lying: (Omit<Lying<T>, "node"> & {node: T | null})[], left: Lying<T>[]}}
 */
export function match(before, piles, favoured = []) {
  const old = new Map(before.map((own) => [`${own.pile}/${own.index}`, own]));
  /** @type {(Omit<Lying<T>, "node"> & {node: T | null})[]} */
  const lying = [];
  for (const [pile, cards] of Object.entries(piles))
    cards.forEach((card, index) => {
      const own = old.get(`${pile}/${index}`);
      const stays = own && own.card === card;
      if (stays) old.delete(`${pile}/${index}`);
      lying.push({ card, pile, index, node: stays ? own.node : null });
    });
  const loose = [...old.values()].sort(
    (one, other) => rank(one.pile) - rank(other.pile) || other.index - one.index,
  );
  function rank(/** @type {string} */ pile) {
    return favoured.includes(pile) ? 0 : 1;
  }
  /** @param {(own: Lying<T>, place: {card: string, pile: string, index: number}) => boolean} fits */
  const assign = (fits) => {
    for (const place of lying) {
      if (place.node !== null) continue;
      const at = loose.findIndex((own) => fits(own, place));
      if (at >= 0) [place.node] = loose.splice(at, 1).map((own) => own.node);
    }
  };
  assign((own, place) => own.card === place.card && own.card !== "--");
  assign(
    (own, place) =>
      own.pile === place.pile &&
      own.index === place.index &&
      (own.card === "--") !== (place.card === "--"),
  );
  assign((own, place) => own.card === "--" && place.card !== "--");
  assign((own, place) => own.card !== "--" && place.card === "--");
  assign((own, place) => own.card === place.card);
  return { lying, left: loose };
}
