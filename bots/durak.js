// A starter bot for Durak: plays its cheapest legal card and throws in no trumps. The protocol is in docs/protocol.md. Node.js, no packages.
//   croupier check-bot durak -- node bots/durak.js
"use strict";
const fs = require("fs");

const RANKS = "6789TJQKA";
let trump = ""; // the trump suit
const hand = new Set(); // my cards
let table = []; // the cards of this round
let attack = ""; // the open card: the last one attacked with or thrown in
let iTake = false; // did I give up in this round? Then I take its cards

const value = (card) => RANKS.indexOf(card[0]);
const price = (card) => value(card) + (card[1] === trump ? 100 : 0);
const beats = (card, other) =>
  card[1] === other[1] ? value(card) > value(other) : card[1] === trump;

function answer(may) {
  const cards = [...hand].filter(may).sort((a, b) => price(a) - price(b));
  fs.writeSync(1, (cards[0] ?? "NO") + "\n"); // written at once, without a buffer to flush
}

function hear(line) {
  const words = line.trim().split(" ");
  switch (words[0]) {
    case "trump":
      trump = words[1];
      break;
    case "give":
      if (words[1] === "1") hand.add(words[2]); // I am always player 1
      break;
    case "move": // a new round; the last one is over
      if (iTake) table.forEach((card) => hand.add(card)); // taken cards join my hand here; no line lists them
      table = [];
      iTake = false;
    // fall through
    case "add":
      attack = words[3];
      table.push(attack);
      hand.delete(attack);
      break;
    case "beat":
      table.push(words[2]);
      hand.delete(words[2]);
      break;
    case "take":
      iTake = words[1] === "1";
      break;
    case "MOVE":
      answer(() => true);
      break;
    case "BEAT":
      answer((card) => beats(card, attack));
      break;
    case "ADD": // I keep my trumps
      answer((card) => card[1] !== trump && table.some((other) => other[0] === card[0]));
      break;
  }
}

// One line at a time, until the input ends: then the match is over.
let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (text) => {
  const lines = (rest + text).split("\n");
  rest = lines.pop();
  lines.forEach(hear);
});
