import { createSocket } from "node:dgram";

export interface DnsServer {
  /** As a resolver takes it: `127.0.0.1:5353`. */
  address: string;
  /** Names that were asked for. */
  asked: string[];
  stop(): Promise<void>;
}

const ok = 0;
const serverFailure = 2;
const noSuchName = 3;

/** A real name server for TXT records. Null: it fails; "silent": it never answers. */
export async function startDnsServer(
  records: ReadonlyMap<string, string | null | "silent">,
): Promise<DnsServer> {
  const asked: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (query, { address, port }) => {
    const { name, end } = readName(query);
    asked.push(name);
    const text = records.get(name);
    if (text === "silent") return;
    const code = text === null ? serverFailure : text === undefined ? noSuchName : ok;
    const answer = typeof text === "string" ? textRecord(text) : Buffer.alloc(0);
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8180 | code, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(typeof text === "string" ? 1 : 0, 6);
    const question = query.subarray(12, end + 4);
    socket.send(Buffer.concat([header, question, answer]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (;;) {
    const length = query[at] ?? 0;
    at += 1;
    if (length === 0) break;
    labels.push(query.toString("latin1", at, at + length).toLowerCase());
    at += length;
  }
  return { name: labels.join("."), end: at };
}

/** Points to the name of the question, and holds the text in pieces of 255 bytes. */
function textRecord(text: string): Buffer {
  const bytes = Buffer.from(text, "latin1");
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 255) {
    const piece = bytes.subarray(at, at + 255);
    pieces.push(Buffer.from([piece.length]), piece);
  }
  const data = Buffer.concat(pieces);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(16, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
