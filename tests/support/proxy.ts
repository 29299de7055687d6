import type { Socket, SocketHandler } from "bun";

export interface Proxy {
  /** The same address, by way of this proxy. */
  url: string;
  /** Cuts every connection and takes no new one, as a server that is gone. */
  cut(): void;
  /** The server is back, at the same address. */
  mend(): void;
}

/** Stands before a Postgres, or a desk, so that a test can pull the cable. */
export function startProxy(url: string): Proxy {
  const target = new URL(url);
  const open = new Set<Socket<Pipe>>();
  const handlers: SocketHandler<Pipe> = {
    async open(socket) {
      open.add(socket);
      socket.data = { waiting: [], other: null };
      const other = await Bun.connect<null>({
        hostname: target.hostname,
        port: Number(target.port),
        socket: {
          data: (_, chunk) => void socket.write(chunk),
          close: () => void socket.end(),
        },
      });
      for (const chunk of socket.data.waiting) other.write(chunk);
      socket.data.other = other;
    },
    data({ data }, chunk) {
      if (data.other) data.other.write(chunk);
      else data.waiting.push(Buffer.from(chunk));
    },
    close(socket) {
      open.delete(socket);
      socket.data.other?.end();
    },
  };
  const listenAt = (port: number) =>
    Bun.listen<Pipe>({ hostname: "127.0.0.1", port, socket: handlers });
  let listener = listenAt(0);
  const { port } = listener;
  const through = new URL(url);
  through.port = String(port);
  return {
    url: through.href,
    cut() {
      listener.stop(true);
      for (const socket of open) socket.terminate();
    },
    mend() {
      listener = listenAt(port);
    },
  };
}

interface Pipe {
  waiting: Buffer[];
  other: Socket<null> | null;
}
