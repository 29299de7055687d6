import { AppError } from "../../../shared/errors.ts";
import type { Client } from "./client.ts";

export interface Pool {
  acquire(): Promise<Client>;
  release(client: Client): void;
  load(): PoolLoad;
  close(): void;
}

export interface PoolLoad {
  size: number;
  lent: number;
  waiting: number;
}

interface PoolOptions {
  size: number;
  waitMs: number;
  open(): Client;
}

interface Waiter {
  give(client: Client): void;
  refuse(error: Error): void;
}

/**
 * A few connections, each lent to one user at a time. Broken or spent ones are closed instead of lent again;
 * after waiting too long, a caller gets an error instead of hanging.
 */
export function createPool({ size, waitMs, open }: PoolOptions): Pool {
  const idle: Client[] = [];
  const lent = new Set<Client>();
  const waiting = new Set<Waiter>();
  let closed = false;

  function lend(client: Client): Client {
    lent.add(client);
    return client;
  }

  function takeIdle(): Client | undefined {
    for (let client = idle.pop(); client; client = idle.pop()) {
      if (!client.dead) return client;
    }
    return undefined;
  }

  function serveNext(): void {
    const [next] = waiting;
    if (!next || lent.size >= size) return;
    waiting.delete(next);
    next.give(lend(takeIdle() ?? open()));
  }

  return {
    acquire() {
      if (closed) return Promise.reject(closedError());
      if (lent.size < size) return Promise.resolve(lend(takeIdle() ?? open()));
      return new Promise((resolve, reject) => {
        const waiter: Waiter = {
          give(client) {
            clearTimeout(timer);
            resolve(client);
          },
          refuse(error) {
            clearTimeout(timer);
            reject(error);
          },
        };
        const timer = setTimeout(() => {
          waiting.delete(waiter);
          const cause = "no-connection-free";
          reject(new AppError("unavailable", { retryAfterSeconds: 2 }, { cause }));
        }, waitMs);
        waiting.add(waiter);
      });
    },

    release(client) {
      lent.delete(client);
      if (closed || client.spent) client.destroy();
      else if (!client.dead) idle.push(client);
      serveNext();
    },

    load: () => ({ size, lent: lent.size, waiting: waiting.size }),

    close() {
      closed = true;
      for (const client of idle) client.destroy();
      for (const client of lent) client.destroy();
      for (const waiter of waiting) waiter.refuse(closedError());
      idle.length = 0;
      waiting.clear();
    },
  };
}

function closedError(): AppError {
  return new AppError("unavailable", {}, { cause: "pool-closed" });
}
