import { deflateSync } from "node:zlib";

type Png = Uint8Array<ArrayBuffer>;

/** A shipping label as it came out of the printer; faded where the head is worn. */
export function drawLabel({ faded }: { faded: boolean }): Png {
  const [ground, ink, weak, shade] = [1, 2, 3, 4];
  const sheet = paper(480, 640, ["#8a7f72", "#fdfdfb", "#1b1b1d", "#cfcfcc", "#b7ab9c"]);
  sheet.fill(0, 0, 480, 640, 0);
  for (let y = 0; y < 640; y += 9) sheet.fill(0, y, 480, 1, shade);
  sheet.fill(44, 40, 392, 560, ground);
  sheet.write(64, 62, "Parcel 24", ink, 7);
  sheet.fill(64, 112, 352, 3, ink);
  sheet.write(64, 130, "From: Warehouse 2", ink, 3);
  sheet.scribble(64, 156, 210, ink, 11);
  sheet.scribble(64, 168, 170, ink, 12);
  sheet.write(64, 196, "To:", ink, 4);
  sheet.scribble(64, 226, 260, ink, 21);
  sheet.scribble(64, 240, 220, ink, 22);
  sheet.scribble(64, 254, 240, ink, 23);
  sheet.fill(64, 284, 352, 3, ink);
  sheet.write(64, 302, "20095", ink, 10);
  sheet.write(290, 310, "3.2 KG", ink, 5);
  drawBars(sheet, { x: 72, y: 384, width: 336, height: 130, colour: ink });
  if (faded) for (const x of [118, 190, 262, 334]) sheet.fill(x, 360, 22, 190, ground);
  sheet.write(96, 532, "00340 4341 6628 1905", faded ? weak : ink, 3);
  return sheet.png();
}

interface Bars {
  x: number;
  y: number;
  width: number;
  height: number;
  colour: number;
}

function drawBars(sheet: Paper, { x, y, width, height, colour }: Bars): void {
  let seed = 77;
  for (let at = 0; at < width; ) {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    const bar = 2 + (seed % 3) * 2;
    sheet.fill(x + at, y, Math.min(bar, width - at), height, colour);
    at += bar + 2 + ((seed >> 8) % 3) * 2;
  }
}

/** The picking list of the product itself, at night: its totals can hardly be read. */
export function drawDarkList(): Png {
  const [bar, line, words, muted, lost, accent] = [1, 2, 3, 4, 5, 6];
  const palette = ["#121417", "#1c2026", "#2a2f37", "#e4e7ec", "#8b93a1", "#24272c", "#4b8df8"];
  const screen = paper(720, 460, palette);
  screen.fill(0, 0, 720, 460, 0);
  screen.fill(0, 0, 720, 44, bar);
  screen.write(20, 14, "Picking list 4471", words, 3);
  screen.fill(596, 10, 104, 24, accent);
  screen.write(622, 17, "Print", 0, 2);
  screen.write(20, 62, "Article", muted);
  screen.write(300, 62, "Place", muted);
  screen.write(460, 62, "Wanted", muted);
  screen.write(600, 62, "Picked", muted);
  for (let row = 0; row < 9; row += 1) {
    const y = 84 + row * 32;
    screen.fill(20, y, 680, 1, line);
    screen.scribble(20, y + 14, 150 + ((row * 53) % 90), words, row + 3);
    screen.write(300, y + 11, `A${(row * 7) % 30}-${10 + row}`, words);
    screen.write(472, y + 11, String(4 + ((row * 5) % 17)), words);
    screen.write(612, y + 11, String(row < 6 ? 4 + ((row * 5) % 17) : 0), words);
  }
  screen.fill(20, 380, 680, 2, line);
  screen.write(20, 402, "Total", lost, 3);
  screen.write(466, 402, "102", lost, 3);
  screen.write(606, 402, "64", lost, 3);
  return screen.png();
}

/** A page from the scanner: a head, some paragraphs, a signature. */
export function drawScan(title: string, { signed }: { signed: boolean }): Png {
  const [page, ink, edge, pen] = [1, 2, 3, 4];
  const sheet = paper(496, 702, ["#d9d7d2", "#fbfaf7", "#33343a", "#e9e7e1", "#2b4fa8"]);
  sheet.fill(0, 0, 496, 702, 0);
  sheet.fill(6, 4, 484, 694, page);
  sheet.fill(484, 4, 6, 694, edge);
  sheet.write(48, 56, title, ink, 4);
  sheet.fill(48, 92, 400, 2, ink);
  for (let line = 0; line < 24; line += 1) {
    if (line % 8 === 7) continue;
    const last = line % 8 === 6;
    sheet.scribble(48, 120 + line * 16, last ? 210 : 396, ink, line + 31);
  }
  sheet.scribble(48, 560, 120, ink, 5);
  sheet.fill(48, 640, 180, 1, ink);
  if (signed) {
    for (let x = 0; x < 150; x += 1) {
      const y = Math.round(Math.sin(x / 7) * 14 * (1 - x / 190) + Math.sin(x / 3) * 5);
      sheet.fill(56 + x, 620 + y, 2, 3, pen);
    }
  }
  return sheet.png();
}

/** Paper on which rectangles and words are drawn. */
interface Paper {
  fill(x: number, y: number, width: number, height: number, colour: number): void;
  write(x: number, y: number, words: string, colour: number, size?: number): void;
  /** A line of words too small to be read. */
  scribble(x: number, y: number, width: number, colour: number, seed: number): void;
  png(): Uint8Array<ArrayBuffer>;
}

function paper(width: number, height: number, palette: readonly string[]): Paper {
  const canvas: Canvas = { width, height, palette, pixels: new Uint8Array(width * height) };
  const fill: Paper["fill"] = (x, y, w, h, colour) => {
    const [left, right] = [Math.max(0, x), Math.min(width, x + w)];
    for (let row = Math.max(0, y); row < Math.min(height, y + h); row += 1) {
      if (right > left) canvas.pixels.fill(colour, row * width + left, row * width + right);
    }
  };
  return {
    fill,
    write(x, y, words, colour, size = 2) {
      for (const [at, letter] of [...words.toUpperCase()].entries()) {
        const rows = glyphs[letter] ?? "00000";
        for (const [row, bits] of [...rows].entries()) {
          for (let column = 0; column < 3; column += 1) {
            if (!(Number(bits) & (4 >> column))) continue;
            fill(x + (at * 4 + column) * size, y + row * size, size, size, colour);
          }
        }
      }
    },
    scribble(x, y, length, colour, seed) {
      let next = seed;
      for (let at = 0; at < length; ) {
        next = (next * 1_103_515_245 + 12_345) % 2 ** 31;
        const word = 8 + (next % 34);
        fill(x + at, y, Math.min(word, length - at), 4, colour);
        at += word + 6;
      }
    },
    png: () => encodePng(canvas),
  };
}

/** Letters of three by five dots: each digit is a row, its three bits the dots. */
const glyphs: Record<string, string> = {
  A: "25755",
  B: "65656",
  C: "34443",
  D: "65556",
  E: "74647",
  F: "74644",
  G: "34553",
  H: "55755",
  I: "72227",
  J: "11152",
  K: "55655",
  L: "44447",
  M: "57755",
  N: "65555",
  O: "25552",
  P: "65644",
  Q: "25563",
  R: "65655",
  S: "34216",
  T: "72222",
  U: "55557",
  V: "55552",
  W: "55775",
  X: "55255",
  Y: "55222",
  Z: "71247",
  0: "75557",
  1: "26227",
  2: "71747",
  3: "71717",
  4: "55711",
  5: "74717",
  6: "74757",
  7: "71122",
  8: "75757",
  9: "75717",
  "-": "00700",
  ".": "00002",
  ":": "02020",
  "/": "11244",
  "!": "22202",
  "%": "51245",
  "'": "22000",
  ",": "00024",
};

/** A picture of few colours: each pixel is the number of one. */
interface Canvas {
  width: number;
  height: number;
  palette: readonly string[];
  pixels: Uint8Array;
}

/** The same bytes for the same picture. */
export function encodePng({ width, height, palette, pixels }: Canvas): Uint8Array<ArrayBuffer> {
  const lines = new Uint8Array((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    lines.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  }
  return pngWith({ width, height, palette }, deflateSync(lines, { level: 9 }));
}

/** Of lines that are packed already, each with a zero before it. */
export function pngWith(
  { width, height, palette }: Omit<Canvas, "pixels">,
  packed: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  // Eight bits a pixel, each the number of a colour.
  header.set([8, 3, 0, 0, 0], 8);
  const colours = palette.flatMap((colour) =>
    [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)),
  );
  const parts = [
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk("IHDR", header),
    chunk("PLTE", Uint8Array.from(colours)),
    chunk("IDAT", packed),
    chunk("IEND", new Uint8Array()),
  ];
  return new Uint8Array(Buffer.concat(parts));
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const whole = new Uint8Array(12 + data.length);
  const view = new DataView(whole.buffer);
  view.setUint32(0, data.length);
  whole.set(new TextEncoder().encode(name), 4);
  whole.set(data, 8);
  view.setUint32(8 + data.length, Bun.hash.crc32(whole.subarray(4, 8 + data.length)));
  return whole;
}
