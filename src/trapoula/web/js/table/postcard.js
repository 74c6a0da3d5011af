/** A picture of how a game ended, to be shown to others: drawn here, sent nowhere. */

import { title } from "../catalogue.js";
import { duration, number, plainNumber, t, tn } from "../texts.js";

const WIDE = 1200,
  HIGH = 630,
  CARD = 190;

/**
 * @param {import("../types.js").Game} game @param {import("../types.js").Room} room @param {import("../types.js").Table} table
 * @returns {Promise<File>}
 */
export async function postcard(game, room, table) {
  const canvas = document.createElement("canvas"),
    pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const style = getComputedStyle(document.documentElement),
    font = style.getPropertyValue("--font") || "sans-serif";
  [canvas.width, canvas.height] = [WIDE, HIGH];
  const felt = pen.createLinearGradient(0, 0, 0, HIGH);
  felt.addColorStop(0, style.getPropertyValue("--felt").trim() || "#1f6b4e");
  felt.addColorStop(1, style.getPropertyValue("--felt-deep").trim() || "#134834");
  pen.fillStyle = felt;
  pen.fillRect(0, 0, WIDE, HIGH);
  [..."♠♥♣♦"].forEach((suit, at) => drawCard(pen, suit, at));
  const say = (
    /** @type {string} */ text,
    /** @type {number} */ size,
    /** @type {number} */ y,
    weight = 500,
  ) => {
    pen.font = `${weight} ${size}px ${font}`;
    pen.fillStyle = "#fffdf6";
    pen.fillText(text, 80, y, WIDE - 160);
  };
  say(title(game), 78, 150, 700);
  if (room.deal !== null) say(t("Deal {number}", { number: plainNumber(room.deal) }), 40, 212);
  say(
    `${t(table.outcome?.won ? "won" : "lost")} · ${duration(table.seconds)} · ${tn("{n} move", "{n} moves", table.steps)} · ${t("Score")} ${number(table.outcome?.scores[0] ?? 0)}`,
    44,
    285,
    650,
  );
  say("Trapoula", 36, HIGH - 52, 650);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  return new File([/** @type {Blob} */ (blob)], `${game.game}.png`, { type: "image/png" });
}

/** One of four cards, spread like a fan. @param {CanvasRenderingContext2D} pen @param {string} suit @param {number} at */
function drawCard(pen, suit, at) {
  pen.save();
  pen.translate(WIDE - 330 + at * 46, HIGH - 60);
  pen.rotate((at - 1.5) * 0.2);
  pen.beginPath();
  pen.roundRect(-CARD / 2, -CARD * 1.4, CARD, CARD * 1.4, 16);
  pen.fillStyle = "#fffdf6";
  pen.shadowColor = "rgb(0 0 0 / .4)";
  pen.shadowBlur = 18;
  pen.fill();
  pen.shadowColor = "transparent";
  pen.fillStyle = at % 2 ? "#b3202a" : "#1d1d22";
  pen.font = "700 44px sans-serif";
  pen.fillText("A", -CARD / 2 + 14, -CARD * 1.4 + 50);
  pen.fillText(suit, -CARD / 2 + 12, -CARD * 1.4 + 96);
  pen.font = "120px sans-serif";
  pen.textAlign = "center";
  pen.fillText(suit, 0, -CARD * 0.55);
  pen.restore();
}

/** Hand a picture on: to whoever the device shares with, or into its downloads. @param {File} file */
export async function handOn(file) {
  if (navigator.canShare?.({ files: [file] })) {
    try {
      return await navigator.share({ files: [file] });
    } catch (fault) {
      if (/** @type {Error} */ (fault).name === "AbortError") return undefined; // they thought better of it
    }
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  return undefined;
}
