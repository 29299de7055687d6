import { textOfRtf, unpackRtf } from "./rtf.ts";

/** What Outlook packs into a `winmail.dat` (MS-OXTNEF). */
interface TnefContent {
  /** Empty if it holds no text. */
  text: string;
  html: string;
  files: TnefFile[];
}

interface TnefFile {
  name: string;
  type: string;
  contentId: string | null;
  bytes: Uint8Array<ArrayBuffer>;
}

const signature = 0x223e9f78;
const mostFiles = 100;

const attributes = {
  title: 0x00018010,
  data: 0x0006800f,
  newFile: 0x00069002,
  messageProperties: 0x00069003,
  fileProperties: 0x00069005,
} as const;

const properties = {
  body: 0x1000,
  rtf: 0x1009,
  html: 0x1013,
  data: 0x3701,
  name: 0x3704,
  longName: 0x3707,
  type: 0x370e,
  contentId: 0x3712,
} as const;

/** What can be read of it; null for other bytes, and where nothing can be read. */
export function unpackTnef(bytes: Uint8Array): TnefContent | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 6 || view.getUint32(0, true) !== signature) return null;
  const content: TnefContent = { text: "", html: "", files: [] };
  let isWhole = true;
  try {
    readAttributes(view, content);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    isWhole = false;
  }
  const files = content.files.filter((file) => file.bytes.length > 0);
  const isEmpty = files.length === 0 && content.text === "" && content.html === "";
  return isWhole || !isEmpty ? { ...content, files } : null;
}

function readAttributes(view: DataView, content: TnefContent): void {
  let at = 6;
  while (at + 9 <= view.byteLength) {
    const id = view.getUint32(at + 1, true);
    const length = view.getUint32(at + 5, true);
    const data = bytesAt(view, at + 9, length);
    at += 9 + length + 2;
    const file = content.files.at(-1);
    if (id === attributes.newFile && content.files.length < mostFiles) {
      content.files.push({ name: "", type: "", contentId: null, bytes: new Uint8Array() });
    } else if (id === attributes.title && file && file.name === "") file.name = latin(data);
    else if (id === attributes.data && file) file.bytes = data;
    else if (id === attributes.fileProperties && file) describeFile(file, readProperties(data));
    else if (id === attributes.messageProperties) describeMessage(content, readProperties(data));
  }
}

type Values = Map<number, string | Uint8Array<ArrayBuffer>>;

function describeFile(file: TnefFile, values: Values): void {
  const text = (id: number) => textOf(values.get(id));
  file.name = text(properties.longName) || file.name || text(properties.name);
  file.type = text(properties.type);
  file.contentId = text(properties.contentId) || null;
  const data = values.get(properties.data);
  if (file.bytes.length === 0 && data instanceof Uint8Array) file.bytes = data;
}

function describeMessage(content: TnefContent, values: Values): void {
  const rtf = values.get(properties.rtf);
  content.html = textOf(values.get(properties.html));
  content.text =
    textOf(values.get(properties.body)) ||
    (rtf instanceof Uint8Array ? textOfRtf(unpackRtf(rtf)) : "");
}

function textOf(value: string | Uint8Array | undefined): string {
  if (value === undefined || typeof value === "string") return value ?? "";
  return new TextDecoder().decode(value).replace(/\0+$/, "");
}

const fixedSizes: Record<number, number> = {
  2: 4,
  3: 4,
  4: 4,
  5: 8,
  6: 8,
  7: 8,
  10: 4,
  11: 4,
  20: 8,
  64: 8,
  72: 16,
};
const [string8, unicode, binary, object] = [0x001e, 0x001f, 0x0102, 0x000d];
const isMany = 0x1000;
const firstNamed = 0x8000;

/** The text and binary properties of a list. */
function readProperties(bytes: Uint8Array): Values {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const values: Values = new Map();
  const count = view.getUint32(0, true);
  let at = 4;
  for (let property = 0; property < count; property += 1) {
    const type = view.getUint16(at, true);
    const id = view.getUint16(at + 2, true);
    at += 4;
    if (id >= firstNamed) at = afterName(view, at);
    const base = type & ~isMany;
    const size = fixedSizes[base];
    const isFixed = size !== undefined;
    const many = isFixed && (type & isMany) === 0 ? 1 : view.getUint32(at, true);
    if (!isFixed || (type & isMany) !== 0) at += 4;
    for (let value = 0; value < many; value += 1) {
      if (at > view.byteLength) throw new RangeError("The data ends too early");
      if (isFixed) {
        at += size;
        continue;
      }
      if (![string8, unicode, binary, object].includes(base)) return values;
      const length = view.getUint32(at, true);
      const data = bytesAt(view, at + 4, length);
      at += 4 + padded(length);
      if (value === 0) values.set(id, decodeValue(base, data));
    }
  }
  return values;
}

function decodeValue(
  type: number,
  data: Uint8Array<ArrayBuffer>,
): string | Uint8Array<ArrayBuffer> {
  if (type === unicode) return new TextDecoder("utf-16le").decode(data).replace(/\0+$/, "");
  return type === string8 ? latin(data) : data;
}

/** A named property has an id of its own, or a name. */
function afterName(view: DataView, at: number): number {
  const kind = view.getUint32(at + 16, true);
  if (kind === 0) return at + 24;
  return at + 24 + padded(view.getUint32(at + 20, true));
}

function padded(length: number): number {
  return Math.ceil(length / 4) * 4;
}

function bytesAt(view: DataView, at: number, length: number): Uint8Array<ArrayBuffer> {
  if (at + length > view.byteLength) throw new RangeError("The data ends too early");
  return new Uint8Array(view.buffer, view.byteOffset + at, length).slice();
}

function latin(bytes: Uint8Array): string {
  return new TextDecoder("windows-1252").decode(bytes).replace(/\0.*$/s, "");
}
