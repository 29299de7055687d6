import { openStream } from "../support/stream.ts";
import type { Visitor } from "../support/visitor.ts";
import { type Composition, sameAt } from "./composition.ts";

export interface Crossing {
  /** Of each act and each stream: from the answer to the news. */
  ms: number[];
  /** How many streams each server held. */
  streams: number[];
}

/** Actions at each server in turn, received by streams through the proxy on all of them. */
export async function measureCrossing(
  composition: Composition,
  reader: Visitor,
  requesterId: string,
  acts = 20,
): Promise<Crossing> {
  const { servers, url } = composition;
  const streams = [];
  for (const _ of servers) streams.push(await openStream(url, reader));
  const held = await Promise.all(servers.map(({ metricsPort }) => streamsOn(metricsPort)));
  const ms: number[] = [];
  for (let turn = 0; turn < acts; turn += 1) {
    const server = servers[turn % servers.length];
    const key = Bun.randomUUIDv7();
    const asked = await sameAt(server?.url ?? url, reader).mutate("tickets.create", {
      ...{ requestId: key, subject: key, body: "Crosses", requesterId },
    });
    const begin = performance.now();
    const { id } = asked.body.result.data.ticket;
    const heard = streams.map(async (stream) => {
      await stream.hearsNews((news) => news.topic === "ticket" && news.id === id);
      ms.push(performance.now() - begin);
    });
    await Promise.all(heard);
  }
  for (const stream of streams) stream.close();
  return { ms, streams: held };
}

async function streamsOn(metricsPort: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return Number(/^frontdesk_live_streams (\d+)/m.exec(text)?.[1] ?? Number.NaN);
}
