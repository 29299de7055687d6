import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { TestServer } from "./server.ts";
import type { Answer, Visitor } from "./visitor.ts";

export interface SentFile {
  bytes: Uint8Array | ReadableStream<Uint8Array> | string;
  name?: string;
  type?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** A file as a browser sends it: its bytes and nothing else. */
export async function sendFile(
  { url }: Pick<TestServer, "url">,
  visitor: Visitor,
  { bytes, name = "notes.bin", type = "application/octet-stream", headers, signal }: SentFile,
): Promise<Answer> {
  const response = await fetch(`${url}/node/files`, {
    method: "POST",
    headers: {
      Cookie: cookiesOf(visitor),
      "X-XSRF-TOKEN": visitor.cookies.get("XSRF-TOKEN") ?? "",
      "Content-Type": type,
      "X-File-Name": encodeURIComponent(name),
      ...headers,
    },
    body: bytes as BodyInit,
    signal,
  });
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text), headers: response.headers };
}

/** A file that is announced, and of which no byte has come yet. */
export function beginFile(
  { url }: Pick<TestServer, "url">,
  visitor: Visitor,
  size: number,
): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  const head = [
    "POST /node/files HTTP/1.1",
    `Host: ${hostname}:${port}`,
    `Cookie: ${cookiesOf(visitor)}`,
    `X-XSRF-TOKEN: ${visitor.cookies.get("XSRF-TOKEN")}`,
    `Content-Length: ${size}`,
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  return socket;
}

/** The status after the size is announced, before a byte is sent. */
export async function announceFile(...of: Parameters<typeof beginFile>): Promise<number> {
  const socket = beginFile(...of);
  const [answer] = await once(socket, "data");
  socket.destroy();
  return Number(String(answer).split(" ")[1]);
}

export interface FetchedFile {
  status: number;
  headers: Headers;
  bytes: Uint8Array;
}

export async function fetchFile(
  { url }: Pick<TestServer, "url">,
  visitor: Visitor,
  id: string,
  headers: Record<string, string> = {},
): Promise<FetchedFile> {
  const response = await fetch(`${url}/node/files/${id}`, {
    headers: { Cookie: cookiesOf(visitor), ...headers },
  });
  return { status: response.status, headers: response.headers, bytes: await response.bytes() };
}

function cookiesOf({ cookies }: Visitor): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}
