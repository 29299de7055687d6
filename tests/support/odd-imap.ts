import { connect, createServer, type Socket } from "node:net";

type Manner =
  | "usual"
  /** Closes the connection after each answer. */
  | "closes"
  /** Answers with noise. */
  | "garbage"
  /** Lists 100,000 folders. */
  | "folders"
  /** Opens no folder for now. */
  | "busy"
  /** Doesn't announce new mail (no IDLE). */
  | "silent";

export interface OddImap {
  port: number;
  /** How it treats commands from now on. */
  manner: Manner;
  /** Cuts the connections there are. */
  cut(): void;
  stop(): void;
}

/** Stands before an IMAP server and behaves as no server should. */
export async function startOddImap(target: number, manner: Manner): Promise<OddImap> {
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target, "127.0.0.1");
    let isGreeted = false;
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        open.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on("data", (chunk: Buffer) => {
      const line = chunk.toString("latin1");
      const [, tag = "", command = ""] = /^(\S+) (?:UID )?(\S+)/i.exec(line) ?? [];
      if (odd.manner === "busy" && /^(select|examine)$/i.test(command)) {
        client.write(`${tag} NO [INUSE] The folder is in use\r\n`);
        return;
      }
      if (odd.manner === "folders" && /^list$/i.test(command)) client.write(folders);
      upstream.write(chunk);
    });
    upstream.on("data", (chunk: Buffer) => {
      const isAnswer = isGreeted;
      isGreeted = true;
      if (isAnswer && odd.manner === "garbage") client.end(noise());
      else client.write(odd.manner === "silent" ? withoutIdle(chunk) : chunk);
      if (isAnswer && odd.manner === "closes") client.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const odd: OddImap = {
    port: typeof address === "object" && address ? address.port : 0,
    manner,
    cut() {
      for (const socket of open) socket.destroy();
    },
    stop() {
      server.close();
      odd.cut();
    },
  };
  return odd;
}

const folders = Array.from(
  { length: 100_000 },
  (_, n) => `* LIST (\\HasNoChildren) "/" "Folder ${n}"\r\n`,
).join("");

function withoutIdle(chunk: Buffer): Buffer {
  const text = chunk.toString("latin1");
  if (!/CAPABILITY /.test(text)) return chunk;
  return Buffer.from(text.replace(/(CAPABILITY [^\r\n\]]*) IDLE\b/g, "$1"), "latin1");
}

/** Bytes of any kind, with the marks that the protocol knows. */
function noise(): Uint8Array {
  const bytes = crypto.getRandomValues(new Uint8Array(2_000));
  return Buffer.concat([Buffer.from("* {99999999999}\r\n* (((\r\n"), bytes, Buffer.from("\r\n")]);
}
