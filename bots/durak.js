// A starter bot for Durak: lays its cheapest card whenever it may. Node.js, no packages.
//   croupier check-bot durak -- node bots/durak.js
"use strict";
const fs = require("fs");

const RANKS = "6789TJQKA";
let trump = ""; // the trump suit
const hand = new Set(); // my cards
let table = []; // the cards of this round
let attack = ""; // the last card laid under somebody
let iTake = false; // did I give up beating in this round?

const value = (card) => RANKS.indexOf(card[0]);
const price = (card) => value(card) + (card[1] === trump ? 100 : 0);
const beats = (card, other) =>
  card[1] === other[1] ? value(card) > value(other) : card[1] === trump;

function answer(may) {
  const cards = [...hand].filter(may).sort((a, b) => price(a) - price(b));
  fs.writeSync(1, (cards[0] ?? "NO") + "\n"); // goes out at once
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
    case "move": // a new round
      if (iTake) table.forEach((card) => hand.add(card)); // what I took is told nowhere else
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
    case "ADD":
      answer((card) => card[1] !== trump && table.some((lies) => lies[0] === card[0]));
      break;
  }
}

// One line at a time, to the end of the match.
let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (text) => {
  const lines = (rest + text).split("\n");
  rest = lines.pop();
  lines.forEach(hear);
});
