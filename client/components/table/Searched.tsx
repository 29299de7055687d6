import { useLocation } from "react-router-dom";
import { Marked } from "./Marked.tsx";
import { marksOf } from "./marks-of.ts";

/** A text of a row, with what is searched in the list marked in it. */
export function Searched({ text }: { text: string }) {
  const { search } = useLocation();
  const q = new URLSearchParams(search).get("q");
  return <Marked text={text} marks={q ? marksOf(text, q) : undefined} />;
}
