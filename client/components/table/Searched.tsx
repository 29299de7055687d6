import { useLocation } from "react-router-dom";
import { fold } from "../../../shared/fold.ts";
import type { Marks } from "../../../shared/tickets/vocabulary.ts";
import { Marked } from "./Marked.tsx";

/** A cell's text with the search words highlighted. */
export function Searched({ text }: { text: string }) {
  const { search } = useLocation();
  const q = new URLSearchParams(search).get("q");
  return <Marked text={text} marks={q ? marksOf(text, q) : undefined} />;
}

/** The ranges of the search words in a text, ignoring case and accents, without overlaps. */
export function marksOf(text: string, search: string): Marks {
  const { folded, at } = foldedWithPlaces(text);
  const words = new Set(search.split(/\s+/).map((word) => fold(word)));
  words.delete("");
  const found: [number, number][] = [];
  for (const word of words) {
    for (let from = folded.indexOf(word); from >= 0; from = folded.indexOf(word, from + 1)) {
      found.push([at[from] ?? 0, at[from + word.length] ?? text.length]);
    }
  }
  found.sort(([one], [other]) => one - other);
  const marks: [number, number][] = [];
  for (const [start, end] of found) {
    const last = marks.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else marks.push([start, end]);
  }
  return marks;
}

/** Folding can merge or drop letters, so each folded letter keeps its original position. */
function foldedWithPlaces(text: string): { folded: string; at: number[] } {
  let folded = "";
  const at: number[] = [];
  let place = 0;
  for (const letter of text) {
    const plain = fold(letter);
    for (let index = 0; index < plain.length; index += 1) at.push(place);
    folded += plain;
    place += letter.length;
  }
  at.push(place);
  return { folded, at };
}
