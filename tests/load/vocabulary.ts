import { stories } from "../../server/demo/content.ts";
import type { Random } from "../../server/demo/random.ts";
import { createZipf } from "./zipf.ts";

/** Writes sentences with the word frequencies of a language: few are frequent, most are rare. */
export interface Writer {
  sentences(random: Random, words: number): string;
}

export function createWriter(random: Random): Writer {
  const words = [...wordsOfStories(), ...compounds(random)].map((word) => ({
    word,
    capital: word.charAt(0).toUpperCase() + word.slice(1),
  }));
  const pick = createZipf(words, 1.02);
  return {
    sentences(random, count) {
      const written: string[] = [];
      for (let left = count; left > 0; ) {
        const length = Math.min(left, random.whole(5, 14));
        left -= length;
        let sentence = pick(random).capital;
        for (let word = 1; word < length; word += 1) sentence += ` ${pick(random).word}`;
        written.push(`${sentence}.`);
      }
      return written.join(" ");
    },
  };
}

const seldomWords = 45_000;

/** The words of the stories, the most frequent first. */
function wordsOfStories(): string[] {
  const counts = new Map<string, number>();
  for (const { turns, reopen = [], language = "en" } of stories) {
    if (language !== "en") continue;
    for (const { text } of [...turns, ...reopen]) {
      const plain = text.replace(/\{\w+\}|`[^`]*`/g, " ").toLowerCase();
      for (const [word] of plain.matchAll(/[a-z]+(?:['-][a-z]+)*/g)) {
        counts.set(word, (counts.get(word) ?? 0) + 1);
      }
    }
  }
  return [...counts].sort(([, one], [, other]) => other - one).map(([word]) => word);
}

/** Rare words such as names of parts, places and products. */
function compounds(random: Random): string[] {
  const stems = wordsOfStories().filter((word) => /^[a-z]{4,8}$/.test(word));
  const made = new Set<string>();
  while (made.size < seldomWords) {
    const word = random.pick(stems) + random.pick(stems);
    made.add(random.chance(0.25) ? `${word}-${random.whole(10, 999)}` : word);
  }
  return [...made];
}
