import type { Socket } from "bun";

export interface Proxy {
  /** The same address, by way of this proxy. */
  url: string;
  /** Cuts every connection and takes no new one, as a server that is gone. */
  cut(): void;
}

/** Stands between a server and its Postgres, so that a test can pull the cable. */
export function startProxy(url: string): Proxy {
  const target = new URL(url);
  const open = new Set<Socket<Pipe>>();
  const listener = Bun.listen<Pipe>({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
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
    },
  });
  const through = new URL(url);
  through.port = String(listener.port);
  return {
    url: through.href,
    cut() {
      listener.stop(true);
      for (const socket of open) socket.terminate();
    },
  };
}

interface Pipe {
  waiting: Buffer[];
  other: Socket<null> | null;
}
