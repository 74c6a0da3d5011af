/** A picture of a table and its result, to share. It is drawn here and sent nowhere. */

import { title } from "../catalogue.js";
import { drawn, s } from "../dom.js";
import { table as drawTable } from "../parts/still.js";
import { duration, number, plainNumber, t, tn } from "../texts.js";
import { capital } from "../words.js";

const WIDE = 1200,
  HIGH = 630,
  EDGE = 56;
const TABLE = { left: 430, top: EDGE, wide: 714, high: HIGH - 2 * EDGE }; // where the table is drawn

/**
 * @param {import("../types.js").Game} game @param {import("../types.js").Room} room @param {import("../types.js").Table} table
 * @returns {Promise<File>}
 */
export async function postcard(game, room, table) {
  const canvas = document.createElement("canvas"),
    pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const style = getComputedStyle(document.documentElement),
    colour = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
  [canvas.width, canvas.height] = [WIDE, HIGH];
  const felt = pen.createRadialGradient(WIDE / 2, HIGH / 4, 0, WIDE / 2, HIGH / 4, WIDE * 0.8);
  felt.addColorStop(0, colour("--felt"));
  felt.addColorStop(1, colour("--felt-deep"));
  pen.fillStyle = felt;
  pen.fillRect(0, 0, WIDE, HIGH);
  const picture = await pictured(game, table),
    scale = Math.min(TABLE.wide / picture.width, TABLE.high / picture.height),
    [wide, high] = [picture.width * scale, picture.height * scale];
  const left = TABLE.left + (TABLE.wide - wide) / 2,
    top = TABLE.top + (TABLE.high - high) / 2;
  pen.shadowColor = "rgb(0 0 0 / .3)";
  pen.shadowBlur = 10;
  pen.drawImage(picture, left, top, wide, high);
  pen.shadowColor = "transparent";
  pen.textBaseline = "alphabetic";
  const say = (
    /** @type {string} */ text,
    /** @type {number} */ size,
    /** @type {number} */ y,
    { font = "--font", ink = "--felt-muted", weight = 400 } = {},
  ) => {
    pen.font = `${weight} ${size}px ${colour(font)}`;
    pen.fillStyle = colour(ink);
    pen.fillText(text, EDGE, y, TABLE.left - EDGE - 24);
  };
  const name = { font: "--font-display", ink: "--felt-text", weight: 600 },
    { won, scores } = table.outcome ?? { won: false, scores: [0] };
  say(title(game), 60, 130, name);
  if (room.deal !== null) say(t("Deal {number}", { number: plainNumber(room.deal) }), 28, 178);
  say(capital(t(won ? "won" : "lost")), 44, 290, { ...name, ink: won ? "--mark" : "--felt-text" });
  [
    `${t("Time")} ${duration(table.seconds)}`,
    tn("{n} move", "{n} moves", table.steps),
    `${t("Score")} ${number(scores[0] ?? 0)}`,
  ].forEach((line, at) => say(line, 30, 344 + at * 46, { ink: "--felt-text" }));
  say("Trapoula", 32, HIGH - EDGE, name);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  return new File([/** @type {Blob} */ (blob)], `${game.game}.png`, { type: "image/png" });
}

/**
 * The current table as a standalone image.
 * @param {import("../types.js").Game} game @param {import("../types.js").Table} table
 */
async function pictured({ layout }, { view }) {
  const { piles } = /** @type {import("../types.js").PatienceView} */ (view);
  const drawing = drawTable(layout ?? [], { piles, lifted: [], to: [] }, false);
  const used = [...drawing.querySelectorAll("use")].map((use) => use.getAttribute("href") ?? ""),
    shapes = [...new Set(used)].map((href) => document.querySelector(href)?.outerHTML ?? "");
  const halves = document.querySelector("#sprite defs")?.innerHTML ?? "";
  drawing.prepend(s("defs", {}, ...drawn(halves + shapes.join(""))));
  const [, , wide, high] = (drawing.getAttribute("viewBox") ?? "").split(" ").map(Number);
  drawing.setAttribute("width", String(wide * 2));
  drawing.setAttribute("height", String(high * 2));
  const text = new XMLSerializer().serializeToString(drawing);
  const own = getComputedStyle(document.documentElement);
  const colours = [...new Set(text.match(/--[\w-]+/g))].map(
    (name) => `${name}:${own.getPropertyValue(name)};`,
  );
  const inks = [..."CDHS"].map(
    (suit) => `.ink-${suit}{--ink:${own.getPropertyValue(`--suit-${suit}`)}}`,
  );
  const places = `.place{fill:rgb(0 0 0/.12);stroke:${own.getPropertyValue("--felt-line")};stroke-width:2}`;
  const style = `<style>:root{${colours.join("")}}${inks.join("")}${places}</style>`;
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(text.replace("<defs", `${style}<defs`))}`;
  await image.decode();
  return image;
}

/** Share a picture, or download it. @param {File} file */
export async function handOn(file) {
  if (navigator.canShare?.({ files: [file] })) {
    try {
      return await navigator.share({ files: [file] });
    } catch (fault) {
      if (/** @type {Error} */ (fault).name === "AbortError") return undefined; // the player cancelled
    }
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  return undefined;
}
