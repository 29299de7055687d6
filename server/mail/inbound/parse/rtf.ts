/** Rich text, as Outlook stores it in a `winmail.dat`: compressed (MS-OXRTFCP), and often made from HTML. */

const mostBytes = 5 * 1024 * 1024;
const headerLength = 16;
const windowLength = 4096;
const [compressed, plain] = [0x75465a4c, 0x414c454d];

/** What every window begins with. */
const prefix = new TextEncoder().encode(
  "{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript " +
    "\\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par " +
    "\\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx",
);

/** Empty if it is neither compressed nor marked as plain. */
export function unpackRtf(bytes: Uint8Array): string {
  if (bytes.length < headerLength) return "";
  const kind = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(8, true);
  if (kind === plain) return toText(bytes.subarray(headerLength, headerLength + mostBytes));
  return kind === compressed ? toText(unpack(bytes.subarray(headerLength))) : "";
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}

function unpack(bytes: Uint8Array): Uint8Array {
  const window = new Uint8Array(windowLength);
  window.set(prefix);
  let place = prefix.length;
  const output: number[] = [];
  const write = (byte: number) => {
    output.push(byte);
    window[place] = byte;
    place = (place + 1) % windowLength;
  };
  let at = 0;
  while (at < bytes.length && output.length < mostBytes) {
    const control = bytes[at] ?? 0;
    at += 1;
    for (let bit = 0; bit < 8 && at < bytes.length; bit += 1) {
      if ((control & (1 << bit)) === 0) {
        write(bytes[at] ?? 0);
        at += 1;
        continue;
      }
      const pair = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
      at += 2;
      const [from, length] = [pair >> 4, (pair & 15) + 2];
      if (from === place) return Uint8Array.from(output);
      for (let step = 0; step < length; step += 1) {
        write(window[(from + step) % windowLength] ?? 0);
      }
    }
  }
  return Uint8Array.from(output);
}

interface Group {
  isHidden: boolean;
  /** Characters to skip after one in Unicode. */
  fallback: number;
}

const hidden = new Set(
  "fonttbl colortbl stylesheet info pict object themedata datastore listtable listoverridetable rsidtbl generator header footer xmlnstbl".split(
    " ",
  ),
);
const signs: Record<string, string> = {
  par: "\n",
  line: "\n",
  row: "\n",
  cell: "\t",
  tab: "\t",
  emdash: "—",
  endash: "–",
  lquote: "‘",
  rquote: "’",
  ldblquote: "“",
  rdblquote: "”",
  bullet: "•",
};

const token = /\\([a-z]+)(-?\d+)? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|[\r\n]+|([^\\{}\r\n]+)/gi;

/** The words of rich text. Where it was made from HTML, line breaks are those of the HTML. */
export function textOfRtf(rtf: string): string {
  const groups: Group[] = [];
  let group: Group = { isHidden: false, fallback: 1 };
  let [isFromHtml, isRtfOnly, isTag] = [false, false, false];
  let charset = "windows-1252";
  let [skips, text] = [0, ""];
  const bytes: number[] = [];
  const flush = () => {
    text += decode(charset, bytes.splice(0));
  };
  const write = (words: string) => {
    flush();
    const shown = skips > 0 ? words.slice(skips) : words;
    skips = Math.max(0, skips - words.length);
    if (!group.isHidden && !isRtfOnly) text += shown;
  };
  for (const match of rtf.matchAll(token)) {
    const [, word, digits, hex, symbol, brace, plainText] = match;
    if (brace === "{") groups.push({ ...group });
    else if (brace === "}") {
      flush();
      group = groups.pop() ?? group;
      isTag = false;
    } else if (hex !== undefined) {
      if (skips > 0) skips -= 1;
      else if (!group.isHidden && !isRtfOnly) bytes.push(Number.parseInt(hex, 16));
    } else if (symbol === "*") group.isHidden = true;
    else if (symbol !== undefined)
      write(symbol === "~" ? "\u00a0" : /[\\{}]/.test(symbol) ? symbol : "");
    else if (plainText !== undefined) {
      // The tags of the HTML are hidden; some of them break lines.
      if (isTag && /<(br|\/p|\/div|\/tr|\/li|\/h\d)\b/i.test(plainText)) text += "\n";
      else write(plainText);
    } else if (word !== undefined) readWord(word.toLowerCase(), digits);
  }
  flush();
  return text
    .replace(/[ \t]+\n/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();

  function readWord(word: string, digits: string | undefined): void {
    const value = digits === undefined ? null : Number(digits);
    if (word === "fromhtml") isFromHtml = true;
    else if (word === "htmlrtf") isRtfOnly = value !== 0;
    else if (word === "htmltag") isTag = true;
    else if (hidden.has(word)) group.isHidden = true;
    else if (word === "ansicpg" && value) charset = `windows-${value}`;
    else if (word === "uc") group.fallback = value ?? 1;
    else if (word === "u" && value !== null) {
      write(String.fromCharCode(value & 0xffff));
      skips = group.fallback;
    } else if (word in signs) write(isFromHtml && signs[word] === "\n" ? "" : (signs[word] ?? ""));
  }
}

function decode(charset: string, bytes: readonly number[]): string {
  if (bytes.length === 0) return "";
  try {
    return new TextDecoder(charset).decode(Uint8Array.from(bytes));
  } catch {
    return new TextDecoder("windows-1252").decode(Uint8Array.from(bytes));
  }
}
