import type { Visitor } from "../support/visitor.ts";

export interface Asked {
  answers: number;
  /** Other answers than 200, and lines that were cut. */
  failed: string[];
  longestMs: number;
}

/** Clients that request a list repeatedly until they are stopped. */
export function keepAsking(visitors: readonly Visitor[]): { stop(): Promise<Asked> } {
  const asked: Asked = { answers: 0, failed: [], longestMs: 0 };
  let going = true;
  const running = visitors.map(async (visitor) => {
    while (going) {
      const begin = performance.now();
      const status = await visitor.query("tickets.list", { view: "all" }).then(
        (answer) => answer.status,
        (error) => String(error),
      );
      asked.longestMs = Math.max(asked.longestMs, performance.now() - begin);
      if (status === 200) asked.answers += 1;
      else asked.failed.push(String(status));
      await Bun.sleep(20);
    }
  });
  return {
    async stop() {
      going = false;
      await Promise.all(running);
      return asked;
    },
  };
}

export function inWords({ answers, failed, longestMs }: Asked): string {
  const others = failed.length === 0 ? "none failed" : `${failed.length} failed (${failed[0]})`;
  return `${answers} answers, ${others}, the longest ${Math.round(longestMs)} ms`;
}
