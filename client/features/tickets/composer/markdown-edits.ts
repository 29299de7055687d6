/** The replacement of `from` to `to`, and the selection afterwards. */
export interface Edit {
  from: number;
  to: number;
  insert: string;
  select: [start: number, end: number];
}

export interface Selected {
  text: string;
  start: number;
  end: number;
}

export const markdownFormats = [
  "bold",
  "italic",
  "bullets",
  "numbers",
  "quote",
  "link",
  "code",
] as const;
export type MarkdownFormat = (typeof markdownFormats)[number];

/** Toggles a format of the selection. */
export function formatSelection(format: MarkdownFormat, selected: Selected): Edit {
  if (format === "bold") return wrap(selected, "**");
  if (format === "italic") return wrap(selected, "_");
  if (format === "link") return link(selected);
  if (format === "code") {
    const { text, start, end } = selected;
    return text.slice(start, end).includes("\n") ? fence(selected) : wrap(selected, "`");
  }
  return markLines(selected, lineMarks[format]);
}

/** Enter continues a list or quote, and ends it on an empty item. Null elsewhere. */
export function continueList({ text, start, end }: Selected): Edit | null {
  if (start !== end) return null;
  const lineStart = startOfLine(text, start);
  const line = text.slice(lineStart, start);
  const match = /^(\s*)([-*+]|(\d{1,9})([.)])|>)( +)/.exec(line);
  if (!match) return null;
  const [mark, indent = "", sign = "", number, dot = "", space = " "] = match;
  if (line === mark) {
    const rest = text.slice(start, endOfLine(text, start));
    if (rest.trim() !== "") return null;
    // Text right below an item would belong to it: a blank line ends the list.
    return { from: lineStart, to: start, insert: "\n", select: caret(lineStart + 1) };
  }
  const next = number === undefined ? sign : `${Number(number) + 1}${dot}`;
  const insert = `\n${indent}${next}${space}`;
  return { from: start, to: start, insert, select: caret(start + insert.length) };
}

/**
 * A person who types a list mark after Enter has set one gets it only once: this is the space after
 * the second one. Null for any other space.
 */
export function typeMark({ text, start, end }: Selected): Edit | null {
  const lineStart = startOfLine(text, start);
  if (start !== end || lineStart === 0) return null;
  const above = continueList({ text, start: lineStart - 1, end: lineStart - 1 });
  const set = above?.insert.slice(1) ?? "";
  const mark = set.trim();
  // A quote in a quote is intended.
  if (mark === "" || mark === ">" || text.slice(lineStart, start) !== set + mark) return null;
  const from = start - mark.length;
  return { from, to: start, insert: "", select: caret(from) };
}

/** A URL pasted over words makes them a link. Null for other text. */
export function pasteLink({ text, start, end }: Selected, pasted: string): Edit | null {
  const inner = text.slice(start, end);
  const words = inner.trim();
  const address = pasted.trim();
  if (words === "" || /[\n[\]]/.test(words) || beginsAddress.test(words)) return null;
  if (!isAddress.test(address)) return null;
  const from = start + inner.indexOf(words);
  const insert = `[${words}](${/[()]/.test(address) ? `<${address}>` : address})`;
  return { from, to: from + words.length, insert, select: caret(from + insert.length) };
}

const beginsAddress = /^(https?:\/\/|mailto:)/i;
const isAddress = /^(https?:\/\/|mailto:)[^\s<>]+$/i;

interface LineMark {
  has: RegExp;
  mark: (index: number) => string;
}

const lineMarks: Record<"bullets" | "numbers" | "quote", LineMark> = {
  bullets: { has: /^[-*+] /, mark: () => "- " },
  numbers: { has: /^\d{1,9}[.)] /, mark: (index) => `${index + 1}. ` },
  quote: { has: /^> ?/, mark: () => "> " },
};

function wrap({ text, start, end }: Selected, sign: string): Edit {
  const size = sign.length;
  const inner = text.slice(start, end);
  const outside = text.slice(start - size, start) === sign && text.slice(end, end + size) === sign;
  if (start >= size && outside) {
    return {
      from: start - size,
      to: end + size,
      insert: inner,
      select: [start - size, end - size],
    };
  }
  if (inner.length >= 2 * size && inner.startsWith(sign) && inner.endsWith(sign)) {
    const bare = inner.slice(size, -size);
    return { from: start, to: end, insert: bare, select: [start, start + bare.length] };
  }
  // A mark next to a space is no format: spaces at the ends stay outside.
  const core = inner.trim() || inner;
  const at = start + inner.indexOf(core);
  return {
    from: at,
    to: at + core.length,
    insert: sign + core + sign,
    select: [at + size, at + size + core.length],
  };
}

function link({ text, start, end }: Selected): Edit {
  const inner = text.slice(start, end);
  if (isAddress.test(inner)) {
    return { from: start, to: end, insert: `[](${inner})`, select: caret(start + 1) };
  }
  const words = inner || "text";
  const insert = `[${words}](https://)`;
  const address = start + words.length + 3;
  return {
    from: start,
    to: end,
    insert,
    select: inner ? [address, address + "https://".length] : [start + 1, start + 1 + words.length],
  };
}

function fence({ text, start, end }: Selected): Edit {
  const before = start > 0 && text[start - 1] !== "\n" ? "\n" : "";
  const after = end < text.length && text[end] !== "\n" ? "\n" : "";
  const inner = text.slice(start, end).replace(/\n$/, "");
  const opening = `${before}\`\`\`\n`;
  return {
    from: start,
    to: end,
    insert: `${opening}${inner}\n\`\`\`${after}`,
    select: [start + opening.length, start + opening.length + inner.length],
  };
}

/** Marks whole lines, even if they are selected in part. */
function markLines({ text, start, end }: Selected, { has, mark }: LineMark): Edit {
  const from = startOfLine(text, start);
  const lastLine = end > start && text[end - 1] === "\n" ? end - 1 : end;
  const to = endOfLine(text, lastLine);
  const lines = text.slice(from, to).split("\n");
  const full = lines.filter((line) => line.trim() !== "");
  const off = full.length > 0 && full.every((line) => has.test(line));
  let index = 0;
  const marked = lines.map((line) => {
    if (line.trim() === "" && lines.length > 1) return line;
    return off ? line.replace(has, "") : mark(index++) + withoutMark(line);
  });
  const insert = marked.join("\n");
  const single = lines.length === 1;
  const select = single
    ? caret(Math.max(from, Math.min(from + insert.length, end + insert.length - (to - from))))
    : ([from, from + insert.length] as [number, number]);
  return { from, to, insert, select };
}

/** One kind of list becomes the other. */
function withoutMark(line: string): string {
  return line.replace(/^([-*+]|\d{1,9}[.)]) /, "");
}

function startOfLine(text: string, at: number): number {
  // `lastIndexOf` treats a negative position as 0.
  return at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

function caret(at: number): [number, number] {
  return [at, at];
}
