import type { LiveMessage, LiveNews } from "../../shared/live.ts";
import type { Visitor } from "./visitor.ts";

/** A browser's stream, read to the byte. */
export interface OpenStream {
  /** Everything received so far. */
  messages: LiveMessage[];
  /** What was received, without pings. */
  text(): string;
  news(): LiveNews[];
  /** Resolves with the first message that fits, also of those that came before. */
  hears(fits: (message: LiveMessage) => boolean): Promise<LiveMessage>;
  hearsNews(fits: (news: LiveNews) => boolean): Promise<LiveNews>;
  ended: Promise<void>;
  close(): void;
}

/** Nothing is proven by how long it takes: the machine may be at much else. */
const patienceMs = 30_000;

export async function openStream(url: string, visitor: Visitor): Promise<OpenStream> {
  const cut = new AbortController();
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const response = await fetch(`${url}/node/trpc/live.events`, {
    headers: { Cookie: cookie, Accept: "text/event-stream" },
    signal: cut.signal,
  });
  const messages: LiveMessage[] = [];
  let text = "";
  let heard = () => {};
  const ended = read();

  async function read(): Promise<void> {
    if (!response.body) return;
    let rest = "";
    try {
      for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
        const blocks = (rest + chunk).split(/\n\n+/);
        rest = blocks.pop() ?? "";
        for (const block of blocks) take(block);
        heard();
      }
    } catch {
      // Closed by us, or by a server that is gone.
    }
    heard();
  }

  function take(block: string): void {
    if (!block.includes("event: ping")) text += `${block}\n`;
    const data = /^data: (.*)$/m.exec(block)?.[1];
    if (data && !block.includes("event:")) messages.push(JSON.parse(data));
  }

  async function until<T>(find: () => T | undefined): Promise<T> {
    const deadline = performance.now() + patienceMs;
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      const left = deadline - performance.now();
      if (left <= 0) throw new Error(`Not heard, but: ${text}`);
      await Promise.race([
        Bun.sleep(left),
        new Promise<void>((resolve) => {
          heard = resolve;
        }),
      ]);
    }
  }

  const news = () =>
    messages.flatMap((message): LiveNews[] => {
      if (message.kind === "news") return message.news;
      return message.kind === "ready" ? message.news.map(({ ageMs, ...item }) => item) : [];
    });
  const stream: OpenStream = {
    messages,
    text: () => text,
    news,
    hears: (fits) => until(() => messages.find(fits)),
    hearsNews: (fits) => until(() => news().find(fits)),
    ended,
    close: () => cut.abort(),
  };
  await stream.hears(({ kind }) => kind === "ready");
  return stream;
}
