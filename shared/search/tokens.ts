/** A part of a query between spaces, or in quotes. */
export interface Token {
  start: number;
  end: number;
  not: boolean;
  /** The text before a colon, if it can be an operator. */
  operator: string | null;
  /** The parts between commas, in order; one where there is no operator. */
  parts: Part[];
}

export interface Part {
  start: number;
  end: number;
  text: string;
  quoted: boolean;
}

/** Splits a query into tokens; an unclosed quote ends with the text. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    if (isBlank(text[at])) {
      at += 1;
      continue;
    }
    const token = readToken(text, at);
    tokens.push(token);
    at = token.end;
  }
  return tokens;
}

function readToken(text: string, start: number): Token {
  const not = text[start] === "-" && start + 1 < text.length && !isBlank(text[start + 1]);
  const first = not ? start + 1 : start;
  const [, operator] = /^([\p{L}-]{2,20}):/u.exec(text.slice(first, first + 21)) ?? [];
  if (!operator) {
    const part = readPart(text, first, false);
    return { start, end: part.end, not, operator: null, parts: [part] };
  }
  const parts: Part[] = [];
  let at = first + operator.length;
  do {
    const part = readPart(text, at + 1, true);
    parts.push(part);
    at = part.end;
  } while (text[at] === ",");
  return { start, end: at, not, operator, parts };
}

function readPart(text: string, start: number, isValue: boolean): Part {
  if (text[start] === '"') {
    // Within a value a quote is doubled.
    const quoted = isValue ? /^"((?:[^"]|"")*)"?/ : /^"([^"]*)"?/;
    const [whole = "", inside = ""] = quoted.exec(text.slice(start)) ?? [];
    const end = start + whole.length;
    return { start, end, text: inside.replaceAll('""', '"'), quoted: true };
  }
  let end = start;
  while (end < text.length && !isBlank(text[end]) && !(isValue && text[end] === ",")) end += 1;
  return { start, end, text: text.slice(start, end), quoted: false };
}

function isBlank(character: string | undefined): boolean {
  return character !== undefined && /\s/.test(character);
}
