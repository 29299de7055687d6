import { type LiveMessage, type LiveNews, listsEveryMs } from "../../shared/live.ts";
import type { Actor } from "../actor.ts";
import { readOpenSessions } from "../auth/open-sessions.ts";
import type { Db } from "../db/database.ts";
import type { Log } from "../log.ts";
import { reasonOf } from "../reason-of.ts";
import { type Audience, audienceFor, newsFor, seesTheSame } from "./audience.ts";
import { type EventReader, lookBackSeconds, startEventReader } from "./event-reader.ts";
import type { ReadEvent } from "./read-events.ts";

export interface Live {
  /** One stream of one browser: ends with its session, its server, or when it is left. */
  open(session: { id: string; actor: Actor }, sink: Sink): () => void;
  /** How many streams are open. */
  readonly size: number;
  reader: EventReader;
  /** Tells every stream to come back later, and ends it. */
  stop(): Promise<void>;
}

interface Sink {
  send(message: LiveMessage): void;
  end(): void;
}

interface Stream {
  sessionId: string;
  audience: Audience;
  /** In which round of them. */
  checked: number;
  sink: Sink;
}

const checkEveryMs = 5_000;
/** Of one session: a browser has one for all its tabs, and one for each where it cannot share. */
const mostPerSession = 20;
/** Who would be told of more at once rather fetches anew. */
const mostAtOnce = 500;

export function startLive(options: {
  url: string;
  db: Db;
  log: Log;
  now: () => Date;
  /** Its settings are others, or may be. */
  onDeskChange: () => Promise<void>;
  withoutBellMs?: number;
}): Live {
  const { url, db, log, now, onDeskChange, withoutBellMs } = options;
  const streams = new Set<Stream>();
  let recent: { at: number; events: ReadEvent[] }[] = [];
  let lastGap = Number.NEGATIVE_INFINITY;
  let rounds = 0;
  let stopped = false;

  const reader = startEventReader({
    url,
    log,
    withoutBellMs,
    onEvents(events) {
      keepRecent(events);
      const concerned = concernedBy(events);
      if (concerned.size > 0) {
        void check([...streams].filter(({ audience }) => concerned.has(audience.userId)));
      }
      const tellAll = () => {
        for (const stream of streams) tellNews(stream, events, streams.size);
      };
      // Whoever hears of it asks at once: by then this server must know.
      if (events.some(({ topic }) => topic === "desk")) void onDeskChange().then(tellAll);
      else tellAll();
    },
    onGap() {
      recent = [];
      lastGap = performance.now();
      void onDeskChange();
      for (const stream of streams) tell(stream, { kind: "resync" });
    },
  });
  const timer = setInterval(() => void check([...streams]), checkEveryMs);

  function keepRecent(events: ReadEvent[]): void {
    recent = recent.filter(({ at }) => isRecent(at));
    recent.push({ at: performance.now(), events });
  }

  /** Null: more than can be told, or some of it nobody here has read. */
  function recentNewsFor(audience: Audience): LiveNews[] | null {
    if (isRecent(lastGap)) return null;
    const news = recent.flatMap(({ events }) => newsOf(events, audience));
    return news.length > mostAtOnce ? null : news;
  }

  /** Or may have had them, lately. */
  function hadOtherRights(userId: string): boolean {
    return recent.some(({ events }) => concernedBy(events).has(userId));
  }

  /** All these sessions by one statement: who is gone, and whose rights are others now. */
  async function check(checked: Stream[]): Promise<void> {
    if (checked.length === 0) return;
    rounds += 1;
    const round = rounds;
    const ids = new Set(checked.map(({ sessionId }) => sessionId));
    try {
      const open = await readOpenSessions(db, [...ids], now());
      for (const stream of checked) {
        // One that began later has answered sooner, and knows better.
        if (stream.checked > round) continue;
        stream.checked = round;
        const actor = open.get(stream.sessionId);
        if (!actor) end(stream, { kind: "session-ended" });
        else applyRights(stream, audienceFor(actor));
      }
    } catch (error) {
      log.warn("live.sessions-unread", { reason: reasonOf(error) });
    }
  }

  function applyRights(stream: Stream, audience: Audience): void {
    if (seesTheSame(stream.audience, audience)) return;
    stream.audience = audience;
    tell(stream, { kind: "resync" });
  }

  function end(stream: Stream, last: LiveMessage): void {
    if (!streams.delete(stream)) return;
    stream.sink.send(last);
    stream.sink.end();
  }

  /** Not the newest: a browser whose line broke comes back before its server knows of that. */
  function endOldest(sessionId: string): void {
    const own = [...streams].filter((stream) => stream.sessionId === sessionId);
    for (const stream of own.slice(0, -mostPerSession)) end(stream, { kind: "too-many" });
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
      tell(own, { kind: "ready", news: news ?? [] });
      if (!news) tell(own, { kind: "resync" });
      endOldest(sessionId);
      // Who they are was read before this.
      if (hadOtherRights(actor.id)) void check([own]);
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

/** Whose sessions or rights may be others now. */
function concernedBy(events: readonly ReadEvent[]): Set<string> {
  const access = events.filter(({ topic }) => topic === "access");
  return new Set(access.flatMap(({ peopleIds }) => peopleIds));
}

/** So lately that a page may have read what is older, and nothing since. */
function isRecent(at: number): boolean {
  return performance.now() - at < lookBackSeconds * 1000;
}

function tellNews(stream: Stream, events: ReadEvent[], streams: number): void {
  const news = newsOf(events, stream.audience);
  if (news.length > mostAtOnce) tell(stream, { kind: "resync" });
  else if (news.length > 0) tell(stream, newsMessage(news, streams));
}

export function newsMessage(news: LiveNews[], streams: number): LiveMessage {
  const everyMs = listsEveryMs(streams);
  return { kind: "news", news, ...(everyMs > listsEveryMs() ? { listsEveryMs: everyMs } : {}) };
}

function newsOf(events: ReadEvent[], audience: Audience): LiveNews[] {
  return events.map((event) => newsFor(event, audience)).filter((news) => news !== null);
}

function tell(stream: Stream, message: LiveMessage): void {
  stream.sink.send(message);
}
