/** The column types that a bulk load writes in the binary format of COPY. */
type ColumnType = keyof typeof writers;

/** The column types of each table, in the order in which rows are written. */
export type Tables = Readonly<Record<string, Readonly<Record<string, ColumnType>>>>;

/** Rows of one table, for `copy … from stdin with (format binary)`. */
export interface Batch {
  table: string;
  columns: readonly string[];
  bytes: Uint8Array<ArrayBuffer>;
}

export function isColumnType(type: string): type is ColumnType {
  return Object.hasOwn(writers, type);
}

/** All rows have the same keys in the same order, without generated columns. */
export function writeBatch(tables: Tables, table: string, rows: readonly object[]): Batch {
  const columns = Object.keys(rows[0] ?? {});
  const write = columns.map((column) => {
    const type = tables[table]?.[column];
    if (!type) throw new Error(`It is not known what ${table}.${column} is`);
    return writers[type] as (value: unknown) => void;
  });
  position = 0;
  for (const byte of signature) int8(byte);
  for (const row of rows) {
    room(0);
    int16(columns.length);
    let index = 0;
    for (const value of Object.values(row)) {
      if (value === null) int32(-1);
      else write[index]?.(value);
      index += 1;
    }
  }
  int16(-1);
  return { table, columns, bytes: buffer.slice(0, position) };
}

const signature = [..."PGCOPY\n\u{ff}\r\n\0", ..."\0".repeat(8)].map((one) => one.charCodeAt(0));

const writers = {
  uuid: writeId,
  text: writeText,
  "timestamp with time zone": writeTime,
  integer: writeInteger,
  bigint: writeLong,
  boolean: writeBoolean,
  jsonb: (value: object) => writeText(JSON.stringify(value), 1),
  "integer[]": writeIntegers,
  tsvector: writeBytes,
};

// One buffer for all batches: each is written in one go.
let buffer = new Uint8Array(1 << 20);
let view = new DataView(buffer.buffer);
let position = 0;

/** Room for all short values of a row, and for the end of the rows. */
const forShort = 4096;

/** Makes room for this many bytes and the short values after them. */
function room(bytes: number): void {
  const needed = position + bytes + forShort;
  if (needed <= buffer.length) return;
  const larger = new Uint8Array(2 * needed);
  larger.set(buffer.subarray(0, position));
  buffer = larger;
  view = new DataView(buffer.buffer);
}

function int8(value: number): void {
  buffer[position] = value;
  position += 1;
}

function int16(value: number): void {
  view.setInt16(position, value);
  position += 2;
}

function int32(value: number): void {
  view.setInt32(position, value);
  position += 4;
}

function writeInteger(value: number): void {
  int32(4);
  int32(value);
}

function writeBoolean(value: boolean): void {
  int32(1);
  int8(value ? 1 : 0);
}

function writeId(id: string): void {
  int32(16);
  for (let index = 0; index < id.length; index += 2) {
    if (id.charCodeAt(index) === dash) index += 1;
    const high = digits[id.charCodeAt(index)] ?? 0;
    int8((high << 4) | (digits[id.charCodeAt(index + 1)] ?? 0));
  }
}

const dash = "-".charCodeAt(0);
/** The value of each hexadecimal digit, by its character code. */
const digits = new Uint8Array(128);
for (let digit = 0; digit < 16; digit += 1) digits[digit.toString(16).charCodeAt(0)] = digit;

const encoder = new TextEncoder();

/** With a version number first if the type has one. */
function writeText(text: string, version?: number): void {
  // A JavaScript character takes three bytes at most; those of four bytes are two characters.
  room(text.length * 3);
  const start = position;
  position += 4;
  if (version !== undefined) int8(version);
  if (!writeShort(text)) position += encoder.encodeInto(text, buffer.subarray(position)).written;
  view.setInt32(start, position - start - 4);
}

/** Faster than the encoder for short texts such as statuses and kinds of events. */
function writeShort(text: string): boolean {
  if (text.length > 32) return false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code > 127) return false;
    buffer[position + index] = code;
  }
  position += text.length;
  return true;
}

/** For numbers below 2^53. */
function writeLong(value: number): void {
  int32(8);
  int32(Math.floor(value / 2 ** 32));
  view.setUint32(position, value % 2 ** 32);
  position += 4;
}

/** In microseconds since 2000. */
function writeTime(at: Date): void {
  writeLong((at.getTime() - epoch) * 1000);
}

const epoch = Date.UTC(2000, 0, 1);

function writeIntegers(values: readonly number[]): void {
  room(values.length * 8);
  int32(values.length === 0 ? 12 : 20 + values.length * 8);
  int32(values.length === 0 ? 0 : 1);
  int32(0);
  int32(integerOid);
  if (values.length === 0) return;
  int32(values.length);
  int32(1);
  for (const value of values) writeInteger(value);
}

const integerOid = 23;

/** In the binary form of the type. */
function writeBytes(bytes: Uint8Array): void {
  room(bytes.length);
  int32(bytes.length);
  buffer.set(bytes, position);
  position += bytes.length;
}
