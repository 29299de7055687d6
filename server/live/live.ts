import { type LiveMessage, type LiveNews, listsEveryMs } from "../../shared/live.ts";
import type { Actor } from "../actor.ts";
import { readOpenSessions } from "../auth/sessions.ts";
import type { Db } from "../db/database.ts";
import type { Log } from "../log.ts";
import { reasonOf } from "../reason-of.ts";
import { type Audience, audienceFor, newsFor, seesTheSame } from "./audience.ts";
import { type EventReader, lookBackSeconds, startEventReader } from "./event-reader.ts";
import type { ReadEvent } from "./read-events.ts";

export interface Live {
  /** A stream of one browser. It ends with its session or its server, or when the browser leaves. */
  open(session: { id: string; actor: Actor }, sink: Sink): () => void;
  /** How many streams are open. */
  readonly size: number;
  reader: EventReader;
  /** Asks every browser to reconnect later and ends the streams. */
  stop(): Promise<void>;
}

interface Sink {
  send(message: LiveMessage): void;
  end(): void;
}

interface Stream {
  sessionId: string;
  audience: Audience;
  /** The round in which its session was last checked. */
  checked: number;
  sink: Sink;
}

const checkEveryMs = 5_000;
/** Tabs share a stream; a browser that cannot share has one per tab. */
const streamsPerSession = 20;
/** More news than this at once: the browser reloads its data instead. */
const newsAtOnce = 500;

export function startLive(options: {
  url: string;
  db: Db;
  log: Log;
  now: () => Date;
  /** The desk's settings changed, or may have. */
  onDeskChange: () => Promise<void>;
  pollMs?: number;
}): Live {
  const { url, db, log, now, onDeskChange, pollMs } = options;
  const streams = new Set<Stream>();
  let recent: { at: number; events: ReadEvent[] }[] = [];
  let lastGap = Number.NEGATIVE_INFINITY;
  let rounds = 0;
  let stopped = false;

  const reader = startEventReader({
    url,
    log,
    pollMs,
    onEvents(events) {
      rememberRecent(events);
      const affected = affectedBy(events);
      if (affected.size > 0) {
        void check([...streams].filter(({ audience }) => affected.has(audience.userId)));
      }
      const sendAll = () => {
        for (const stream of streams) sendNews(stream, events, streams.size);
      };
      // Browsers ask immediately: by then this server must have the new settings.
      if (events.some(({ topic }) => topic === "desk")) void onDeskChange().then(sendAll);
      else sendAll();
    },
    onGap() {
      recent = [];
      lastGap = performance.now();
      void onDeskChange();
      for (const stream of streams) send(stream, { kind: "resync" });
    },
  });
  const timer = setInterval(() => void check([...streams]), checkEveryMs);

  function rememberRecent(events: ReadEvent[]): void {
    recent = recent.filter(({ at }) => isRecent(at));
    recent.push({ at: performance.now(), events });
  }

  /** Null: too many, or some were missed. */
  function recentNewsFor(audience: Audience): LiveNews[] | null {
    if (isRecent(lastGap)) return null;
    const news = recent.flatMap(({ events }) => newsOf(events, audience));
    return news.length > newsAtOnce ? null : news;
  }

  function changedRecently(userId: string): boolean {
    return recent.some(({ events }) => affectedBy(events).has(userId));
  }

  /** Checks sessions in one statement: which ended, and whose permissions changed. */
  async function check(checked: Stream[]): Promise<void> {
    if (checked.length === 0) return;
    rounds += 1;
    const round = rounds;
    const ids = new Set(checked.map(({ sessionId }) => sessionId));
    try {
      const open = await readOpenSessions(db, [...ids], now());
      for (const stream of checked) {
        // A later check has already answered.
        if (stream.checked > round) continue;
        stream.checked = round;
        const actor = open.get(stream.sessionId);
        if (!actor) end(stream, { kind: "session-ended" });
        else applyPermissions(stream, audienceFor(actor));
      }
    } catch (error) {
      log.warn("live.sessions-unread", { reason: reasonOf(error) });
    }
  }

  function applyPermissions(stream: Stream, audience: Audience): void {
    if (seesTheSame(stream.audience, audience)) return;
    stream.audience = audience;
    send(stream, { kind: "resync" });
  }

  function end(stream: Stream, last: LiveMessage): void {
    if (!streams.delete(stream)) return;
    stream.sink.send(last);
    stream.sink.end();
  }

  /** The oldest: a browser that lost its connection is back before the server notices the loss. */
  function endOldest(sessionId: string): void {
    const own = [...streams].filter((stream) => stream.sessionId === sessionId);
    for (const stream of own.slice(0, -streamsPerSession)) end(stream, { kind: "too-many" });
  }

  function open(session: { id: string; actor: Actor }, sink: Sink): () => void {
    const { id: sessionId, actor } = session;
    const own: Stream = { sessionId, audience: audienceFor(actor), checked: 0, sink };
    let left = false;
    void reader.started.then(() => {
      if (left) return;
      streams.add(own);
      if (stopped) return end(own, { kind: "server-ends" });
      const news = recentNewsFor(own.audience);
      send(own, { kind: "ready", news: news ?? [] });
      if (!news) send(own, { kind: "resync" });
      endOldest(sessionId);
      // The permissions were read before this.
      if (changedRecently(actor.id)) void check([own]);
    });
    return () => {
      left = true;
      streams.delete(own);
    };
  }

  return {
    open,
    reader,
    get size() {
      return streams.size;
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      for (const open of [...streams]) end(open, { kind: "server-ends" });
      await reader.stop();
    },
  };
}

/** People whose sessions or permissions may have changed. */
function affectedBy(events: readonly ReadEvent[]): Set<string> {
  const access = events.filter(({ topic }) => topic === "access");
  return new Set(access.flatMap(({ peopleIds }) => peopleIds));
}

/** A page may have read its data before this. */
function isRecent(at: number): boolean {
  return performance.now() - at < lookBackSeconds * 1000;
}

function sendNews(stream: Stream, events: ReadEvent[], streams: number): void {
  const news = newsOf(events, stream.audience);
  if (news.length > newsAtOnce) send(stream, { kind: "resync" });
  else if (news.length > 0) send(stream, newsMessage(news, streams));
}

export function newsMessage(news: LiveNews[], streams: number): LiveMessage {
  const everyMs = listsEveryMs(streams);
  return { kind: "news", news, ...(everyMs > listsEveryMs() ? { listsEveryMs: everyMs } : {}) };
}

function newsOf(events: ReadEvent[], audience: Audience): LiveNews[] {
  return events.map((event) => newsFor(event, audience)).filter((news) => news !== null);
}

function send(stream: Stream, message: LiveMessage): void {
  stream.sink.send(message);
}
