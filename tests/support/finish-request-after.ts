import { connect } from "node:net";

interface Request {
  method: string;
  path: string;
  cookies: ReadonlyMap<string, string>;
  text: string;
}

/** Sends a request without the end of its body, which follows when `during` is done. */
export async function finishRequestAfter(
  url: string,
  { method, path, cookies, text }: Request,
  during: () => Promise<unknown>,
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
): Promise<any> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    socket.on("end", resolve);
    socket.on("error", reject);
  });
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const head = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    `Cookie: ${cookie}`,
    `X-XSRF-TOKEN: ${cookies.get("XSRF-TOKEN")}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(text)}`,
    "Connection: close",
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n${text.slice(0, 1)}`);
  await during();
  socket.write(text.slice(1));
  await ended;
  socket.destroy();
  const answer = Buffer.concat(chunks).toString();
  return JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4));
}
