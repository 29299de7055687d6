/** A part of a text that is rendered alone. */
export interface Piece {
  kind: "markdown" | "plain" | "code";
  text: string;
}

/**
 * Nested marks cost the square of their depth, so a long text is cut between its paragraphs, or
 * between lines where one paragraph is too long. A line that is too long stays plain.
 */
export function cutPieces(text: string): Piece[] {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  const pieces: Piece[] = [];
  let piece: string[] = [];
  let length = 0;

  const cut = () => {
    if (piece.some((line) => line.trim() !== "")) {
      pieces.push({ kind: "markdown", text: piece.join("\n") });
    }
    piece = [];
    length = 0;
  };
  const add = (line: string) => {
    piece.push(line);
    length += line.length + 1;
  };

  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const fence = fenceAt(lines, at);
    if (fence) {
      const { end, inner } = fence;
      if (length + inner.length > pieceLength) cut();
      if (inner.length > pieceLength) pieces.push({ kind: "code", text: inner });
      else for (const fenced of lines.slice(at, end)) add(fenced);
      at = end - 1;
    } else if (line.length > pieceLength) {
      cut();
      pieces.push({ kind: "plain", text: line });
    } else {
      // Prefer a cut between two paragraphs.
      const isBlank = line.trim() === "";
      if (length + line.length > pieceLength || (isBlank && length > pieceLength / 2)) cut();
      add(shallow(line));
    }
  }
  cut();
  return pieces;
}

const pieceLength = 4000;

/** The fenced code that begins in this line: where it ends, and what is inside. */
function fenceAt(lines: readonly string[], at: number): { end: number; inner: string } | null {
  const mark = /^ {0,3}(`{3,}|~{3,})/.exec(lines[at] ?? "")?.[1];
  if (!mark || (mark.startsWith("`") && lines[at]?.trim().slice(mark.length).includes("`"))) {
    return null;
  }
  let end = at + 1;
  while (end < lines.length && !closes(lines[end] ?? "", mark)) end += 1;
  return { end: Math.min(end + 1, lines.length), inner: lines.slice(at + 1, end).join("\n") };
}

function closes(line: string, mark: string): boolean {
  const trimmed = line.trim();
  return trimmed.startsWith(mark) && trimmed === mark.charAt(0).repeat(trimmed.length);
}

/** Quotes in quotes in lists, up to eight. Deeper marks are shown as they were typed. */
function shallow(line: string): string {
  const [, indent = "", rest = ""] = /^([ \t]*)(.*)$/.exec(line) ?? [];
  const marks = deepMarks.exec(rest)?.[0];
  const cut = marks === undefined ? rest : `${marks}\\${rest.slice(marks.length)}`;
  return `${indent.slice(0, 24)}${cut}`;
}

const deepMarks = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))[ \t]*){8}(?=[>*+\-\d])/;
