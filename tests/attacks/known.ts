import fc from "fast-check";

/** Data of the attacked desk, so that a guess sometimes hits. */
export interface Known {
  id(key: string, room: string): fc.Arbitrary<string>;
  number(): fc.Arbitrary<number>;
  /** What a text of this name usually is; undefined where it is just a text. */
  text(key: string, format: string | undefined): fc.Arbitrary<string> | undefined;
  /** Remembers the ids in an answer. */
  learn(room: string, answer: unknown): void;
  add(room: string, id: string): void;
  addNumber(number: number): void;
}

/** An old one makes room, so that a long run holds no more than a short one. */
const most = 60;

export function createKnown(): Known {
  const ids = new Map<string, string[]>();
  const numbers: number[] = [];

  function add(room: string, id: string): void {
    const kept = ids.get(room) ?? [];
    ids.set(room, kept);
    if (kept.includes(id)) return;
    kept.push(id);
    if (kept.length > most) kept.splice(10, 1);
  }

  function learn(room: string, key: string, value: unknown): void {
    if (Array.isArray(value)) {
      for (const one of value.slice(0, 20)) learn(room, key, one);
    } else if (typeof value === "object" && value !== null) {
      const within = roomOf(key, room);
      for (const [name, inner] of Object.entries(value)) learn(within, name, inner);
    } else if (typeof value === "string" && isUuid.test(value)) {
      add(roomOf(key, room), value);
    } else if (/cursor|before/i.test(key) && typeof value === "string") {
      add("cursors", value);
    }
  }

  const oneOf = (room: string) =>
    fc.nat().map((at) => {
      const kept = ids.get(room) ?? [];
      return kept[at % kept.length] ?? Bun.randomUUIDv7();
    });
  const anyOf = fc.nat().map((at) => {
    const all = [...ids].flatMap(([room, kept]) => (room === "cursors" ? [] : kept));
    return all[at % all.length] ?? Bun.randomUUIDv7();
  });

  return {
    id(key, room) {
      const fresh = fc.nat().map(() => Bun.randomUUIDv7());
      if (key === "requestId") {
        return fc.oneof({ weight: 9, arbitrary: fresh }, { weight: 1, arbitrary: anyOf });
      }
      return fc.oneof(
        { weight: 8, arbitrary: oneOf(roomOf(key, room)) },
        { weight: 1, arbitrary: anyOf },
        { weight: 1, arbitrary: fresh },
      );
    },
    number: () => fc.nat().map((at) => numbers[at % numbers.length] ?? 1),
    text(key, format) {
      if (/cursor|^before$/.test(key)) return fc.oneof(oneOf("cursors"), madeUpCursor);
      if (format === "datetime") return moment;
      if (format === "date" || /^(from|to|day)$/.test(key)) return day;
      if (format === "email" || key === "email") return email;
      return texts[key];
    },
    learn: (room, answer) => learn(room, "", answer),
    add,
    addNumber: (number) => void numbers.push(number),
  };
}

const isUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const rooms: [RegExp, string][] = [
  [/^(ticket|target|source|duplicate)(Id|s)?$/i, "tickets"],
  [/compan(y|ies)/i, "companies"],
  [/team/i, "teams"],
  [/message|^timeline$|^items$/i, "messages"],
  [/file/i, "files"],
  [/^actId$|undo/i, "acts"],
  [/job/i, "jobs"],
  [/session/i, "session"],
  [
    /assignee|requester|user|actor|person|people|follower|mention|member|agent|author|staff/i,
    "users",
  ],
];

function roomOf(key: string, room: string): string {
  return rooms.find(([pattern]) => pattern.test(key))?.[1] ?? room;
}

/** In the form of our cursors, with random content. */
const madeUpCursor = fc
  .array(
    fc.oneof(
      fc.constantFrom<unknown>("-updated", "updated", "name", "-created", "infinity", "-infinity"),
      fc.constantFrom<unknown>("2026-11-01T00:00:00Z", "9999-12-31T23:59:59+14:59", "1".repeat(15)),
      fc.constantFrom<unknown>("ffffffff-ffff-ffff-ffff-ffffffffffff", null, 9, "\0", "\ud800"),
      fc.jsonValue({ maxDepth: 1 }),
    ),
    { maxLength: 4 },
  )
  .map((parts) => Buffer.from(JSON.stringify(parts)).toString("base64url"));

const moment = fc
  .date({ min: new Date(0), max: new Date("9999-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString());
const day = fc.oneof(
  fc.constantFrom("2026-11-01", "2026-11-20", "2025-12-31", "0001-01-01", "9999-12-31"),
  moment.map((text) => text.slice(0, 10)),
);
const email = fc.oneof(
  fc.constantFrom("agent@demo.test", "unknown@nowhere.test", "o'brien@example.test"),
  fc.nat({ max: 9999 }).map((at) => `made-up-${at}@example.test`),
  fc.emailAddress(),
);

const operators = [
  ...["status", "priority", "type", "assignee", "requester", "company", "team", "tag", "channel"],
  ...["created", "updated", "resolved", "closed", "open-at", "first-reply", "reopened", "replies"],
  ...["rating", "rated", "waiting", "unassigned", "created-hour", "has", "is", "nonsense"],
];
const operands = [
  ...["open", "new,open", "urgent..low", "me", "none", '"two words"', '"', "us", "tue-14", "spam"],
  ...["<-1h", ">-7d", "2026-11-01..2026-11-20", "2026-02-30", "<99999999999d", "9999999999999999"],
  ...["1..", "..2", "<>1", "'", "\\", "*", "%", "0x10", "-1", "1e9", "(a|b)", "merged", "files"],
];
const search = fc
  .array(
    fc.oneof(
      fc
        .tuple(
          fc.constantFrom("", "-", "--"),
          fc.constantFrom(...operators),
          fc.constantFrom(...operands),
        )
        .map(([not, operator, operand]) => `${not}${operator}:${operand}`),
      fc.constantFrom("printer", "müller", '"a phrase', "& | !", "'", "x".repeat(80), "日本語"),
      fc.string({ unit: "binary", maxLength: 10 }),
    ),
    { maxLength: 5 },
  )
  .map((terms) => terms.join(" ").slice(0, 500));

const markdown = fc
  .array(
    fc.constantFrom(
      ...["**bold**", "[a](javascript:1)", "![x](http://evil.test/p.png)", "<b>", "```\ncode\n```"],
      ...["> ".repeat(60), "* ".repeat(60), "| a | b |\n|---|---|\n| 1 | 2 |", "[a]: <b>", "&#0;"],
      ...["\n\n", "plain words", "`", "[[[[[[[[", "**".repeat(80), "<svg onload=alert(1)>", "\\"],
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(" "));

const texts: Record<string, fc.Arbitrary<string>> = {
  q: search,
  query: search,
  search: fc.oneof(search, fc.constantFrom("an", "é", "%", "_")),
  body: markdown,
  timeZone: fc.constantFrom("Europe/Berlin", "UTC", "Asia/Kathmandu", "EST5EDT", "posixrules"),
  accent: fc.constantFrom("#0f766e", "#000000", "#ffffff"),
  token: fc.base64String({ minLength: 40, maxLength: 60 }),
  act: fc.constantFrom("session", "user.created", "x"),
  subject: fc.constantFrom("Printer", "user", "ticket", "<b>Subject</b>"),
  domain: fc.constantFrom("example.test", "EXAMPLE.test", "münchen.test", "a..b"),
  oldPassword: fc.constantFrom("wrong-password", "x"),
  newPassword: fc.constantFrom("another-horse", "password1", "12345678", "🐎🐎🐎🐎"),
};
