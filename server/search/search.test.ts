import { beforeAll, describe, expect, test } from "bun:test";
import type { TicketPage } from "../../shared/tickets/vocabulary.ts";
import {
  actorOf,
  insertCompany,
  insertFile,
  insertMessage,
  insertTicket,
  insertUser,
  type UserRow,
} from "../../tests/support/builders.ts";
import { indexAll } from "../../tests/support/index-all.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { walkOf } from "../../tests/support/walk.ts";
import type { Actor } from "../access/actor.ts";
import type { Db } from "../db/database.ts";
import { redactFiles } from "../files/redact.ts";
import { createLog } from "../log.ts";
import { completeSearch, countTickets, listTickets } from "../tickets/list.ts";
import { indexSome, startSearchWorker } from "./worker.ts";

const now = new Date("2026-11-21T12:00:00.000Z");

const database = setUpTestDatabase();
let db: Db;
let admin: Actor;
let ana: UserRow;
let ben: UserRow;
let maya: UserRow;
let acme: string;

beforeAll(async () => {
  db = database.db;
  acme = (await insertCompany(db, { name: "Acme" })).id;
  ana = await insertUser(db, { first_name: "Ana", last_name: "Müller", companies: [acme] });
  ben = await insertUser(db, { first_name: "Ben", last_name: "Ek" });
  maya = await insertUser(db, { role: "Agent", first_name: "Maya", last_name: "Lind" });
  admin = await actorOf(db, await insertUser(db, { role: "Super Admin" }));
}, 60_000);

async function search(actor: Actor, q: string, more: object = {}): Promise<TicketPage> {
  return await listTickets(
    { db, now, actor, credential: null, requestId: "test" },
    { view: "all", q, sort: "relevance", descending: true, limit: 50, ...more },
  );
}

async function found(actor: Actor, q: string): Promise<string[]> {
  const { tickets } = await search(actor, q);
  const { count } = await countTickets(
    { db, now, actor, credential: null, requestId: "test" },
    { view: "all", q },
  );
  expect(count).toBe(tickets.length);
  return tickets.map(({ subject }) => subject);
}

async function addTicket(subject: string, ...bodies: string[]) {
  const ticket = await insertTicket(db, { subject, requester_id: ana.id, company_id: acme });
  for (const body of bodies) {
    await insertMessage(db, { ticket_id: ticket.id, author_id: ana.id, body });
  }
  return ticket;
}

describe("words", () => {
  beforeAll(async () => {
    await addTicket(
      "Two printers jam",
      "Since Tuesday’s update: it’s “blank”. Re: order 2026-1107/A.",
    );
    await addTicket(
      "Grüße aus Köln",
      "The naïve façade of Łódź; see docs/api.md now.It works back\\slash (really).",
    );
    await addTicket("不具合の報告", "Привет, принтер не работает");
    await addTicket("Ο ΔΡΟΜΟΣ", "Ο δρόμος είναι κλειστός");
    await addTicket("Stairs", "3½ steps, room №5");
    await addTicket("Powers", "About 10²³ of CO₂ in 71¹");
    await addTicket("Dump", `${"x".repeat(120)}y ${"ы".repeat(80)}`);
    await indexAll(db);
  });

  test.each<[string, string]>([
    ["printer", "Two printers jam"],
    ["printers jams", "Two printers jam"],
    ["PRINTER'S", "Two printers jam"],
    ["tuesday update", "Two printers jam"],
    ["1107", "Two printers jam"],
    ["2026-1107", "Two printers jam"],
    ["it's blank", "Two printers jam"],
    ["muller printer", "Two printers jam"],
    ["acme printer", "Two printers jam"],
    ["grusse koln", "Grüße aus Köln"],
    ["Grüße", "Grüße aus Köln"],
    ["KÖLN", "Grüße aus Köln"],
    ["Ko\u0308ln", "Grüße aus Köln"],
    ['"aus Ko\u0308ln"', "Grüße aus Köln"],
    ["naive facade lodz", "Grüße aus Köln"],
    ["api md", "Grüße aus Köln"],
    ["back\\slash", "Grüße aus Köln"],
    ["docs/api.md", "Grüße aus Köln"],
    ["works", "Grüße aus Köln"],
    ["принтер", "不具合の報告"],
    ["ΚΛΕΙΣΤΟΣ δρομος", "Ο ΔΡΟΜΟΣ"],
    ['"δρόμος"', "Ο ΔΡΟΜΟΣ"],
    ["3", "Stairs"],
    ["3½", "Stairs"],
    ['"3½ steps"', "Stairs"],
    ["№5", "Stairs"],
    ["room 5", "Stairs"],
    ["10 23", "Powers"],
    ["10²³", "Powers"],
    ['"10²³ of"', "Powers"],
    ["co2", "Powers"],
    ["71", "Powers"],
    [`${"x".repeat(120)}y`, "Dump"],
    ["x".repeat(104), "Dump"],
    ["ы".repeat(80), "Dump"],
    ["不具合の報告", "不具合の報告"],
    ['"order 2026-1107/a"', "Two printers jam"],
    ['"koln"', "Grüße aus Köln"],
    ['printer -"!!"', "Two printers jam"],
    ['printer -"…" "?"', "Two printers jam"],
  ])("%s finds %s", async (q, subject) => {
    expect(await found(admin, q)).toEqual([subject]);
  });

  test.each([
    "printer nowhere",
    '"jam printers"',
    '"jam since"',
    "-printer printer",
    "31",
    "1023",
    "%",
    "🚀",
  ])("%s finds nothing", async (q) => {
    expect(await found(admin, q)).toEqual([]);
  });

  test("hits are plain text with marks at the words", async () => {
    const { tickets } = await search(admin, "printer blank");
    const [hit] = tickets.map((ticket) => ticket.hit);
    expect(hit?.subject).toEqual([[4, 12]]);
    const { text, marks } = hit?.message ?? { text: "", marks: [] };
    expect(marks.map(([start, end]) => text.slice(start, end))).toEqual(["blank"]);
  });

  test.each([
    ["ops@relay.harbour.example", ["ops", "relay", "harbour", "example"]],
    ["relay", ["relay"]],
    ["v4.17.2", ["v4", "17", "2"]],
    ["/srv/queue/dead.log", ["srv", "queue", "dead", "log"]],
    ["10.20.30.40", ["10", "20", "30", "40"]],
    ["m²", ["m²"]],
    ["3½", ["2", "3", "½"]],
    ["№5", ["№", "5"]],
    ["5", ["5"]],
    ["no", ["№"], "№"],
    ["77⁹", ["77", "⁹"]],
    ["co2", ["CO₂"], "CO₂"],
    ["δρόμος", ["δρόμος"]],
    ["ΔΡΟΜΟΣ", ["δρόμος"], "δρόμος"],
  ] as [string, string[], string?][])(
    "%s is highlighted within one token of Postgres",
    async (q, marked, shown = q) => {
      const text =
        "On ops@relay.harbour.example v4.17.2 fills /srv/queue/dead.log of 10.20.30.40, 3½ m² wide, δρόμος №5, 77⁹ of CO₂.";
      const ticket = await insertTicket(db, { subject: text, requester_id: ana.id });
      const body = `${"and so on ".repeat(60)}. ${text}`;
      await insertMessage(db, { ticket_id: ticket.id, author_id: ana.id, body });
      await indexAll(db);
      const { hit } = (await search(admin, q)).tickets[0] ?? {};
      const pieces = (text = "", marks: readonly (readonly [number, number])[] = []) =>
        marks.map(([start, end]) => text.slice(start, end));
      expect(pieces(text, hit?.subject)).toEqual(marked);
      expect(pieces(hit?.message?.text, hit?.message?.marks)).toEqual(marked);
      expect(hit?.message?.text).toContain(shown);
      await db.deleteFrom("messages").where("ticket_id", "=", ticket.id).execute();
      await db.updateTable("tickets").set({ spam_at: now }).where("id", "=", ticket.id).execute();
    },
  );

  test("an excerpt that begins inside bold text has no Markdown sign", async () => {
    const around = "filler ".repeat(40);
    await addTicket("Bold", `${around}**Settings, wombat and area**, black on white. ${around}`);
    await indexAll(db);
    const shown = (await search(admin, "wombat")).tickets[0]?.hit?.message;
    expect(shown?.text).toContain("area, black on white.");
    expect(shown?.marks.map(([start, end]) => shown.text.slice(start, end))).toEqual(["wombat"]);
  });

  test("an excerpt has context, and dots where the message continues", async () => {
    const before = Array.from({ length: 40 }, (_, word) => `before${word}`).join(" ");
    await addTicket("Dots", `${before} It is set to the okapi there. ${"and so on ".repeat(20)}`);
    await addTicket("Whole", "**Kudu** first, then nothing.");
    await indexAll(db);
    const shown = async (q: string) => (await search(admin, q)).tickets[0]?.hit?.message;
    const within = await shown("okapi");
    expect(within?.text).toMatch(/^….*It is set to the okapi there\..*…$/);
    expect(within?.marks.map(([start, end]) => within.text.slice(start, end))).toEqual(["okapi"]);
    expect(await shown("kudu")).toMatchObject({ marks: [[0, 4]] });
    expect((await shown("kudu"))?.text).toMatch(/^Kudu first, then nothing\.?$/);
  });

  test("an excerpt loses no number at its ends", async () => {
    const around = Array.from({ length: 6 }, () => "word").join(" ");
    const text = `4711 ${around} ibex ${around} ${around} error 0815, 17`;
    await addTicket("Numbers", text);
    await addTicket("More", `${text} 18th ${around} ${around}`);
    await indexAll(db);
    const { tickets } = await search(admin, "ibex", { sort: "created", descending: false });
    const [whole, more] = tickets.map(({ hit }) => hit?.message);
    expect(whole?.text).toBe(text);
    expect(whole?.marks.map(([start, end]) => text.slice(start, end))).toEqual(["ibex"]);
    expect(more?.text).toStartWith(`4711 ${around} ibex`);
  });

  test("the message shown contains the typed word, or else another form", async () => {
    await addTicket("Forms", "A gizmo broke, again", "Both gizmos are here");
    await indexAll(db);
    const shown = async (q: string) => (await search(admin, q)).tickets[0]?.hit?.message;
    const typed = await shown("GIZMO");
    expect(typed).toMatchObject({ text: "A gizmo broke, again", marks: [[2, 7]] });
    expect(await shown("gizmos")).toMatchObject({ text: "Both gizmos are here" });
    expect((await shown("gizmoing"))?.text).toContain("gizmo");
  });

  test("of several messages the newest is shown, and a file name only without one", async () => {
    const { id } = await addTicket("Vegetables");
    for (const at of [20, 50, 0, ...Array.from({ length: 50 }, (_, each) => each)]) {
      const created_at = new Date(now.getTime() + at * 60_000);
      await insertMessage(db, {
        ...{ ticket_id: id, author_id: maya.id, body: `okra piece${at}`, created_at },
      });
    }
    const later = new Date(now.getTime() + 60 * 60_000);
    const note = { ticket_id: id, author_id: maya.id, kind: "note" as const, created_at: later };
    const message = await insertMessage(db, { ...note, body: "Only staff know of the salsify" });
    const file = { message_id: message.id, uploader_id: maya.id };
    await insertFile(db, { ...file, name: "okra.txt" });
    await insertFile(db, { ...file, name: "vegetables.txt", redacted: true });
    await indexAll(db);
    const shown = async (q: string) => (await search(admin, q)).tickets[0]?.hit;
    expect(await shown("okra")).toMatchObject({
      ...{ file: null, message: { author: "Maya Lind", note: false, text: "okra piece50" } },
    });
    expect(await shown("salsify")).toMatchObject({ message: { note: true } });
    expect(await shown("vegetables")).toMatchObject({ message: null, file: null });
  });

  test("tickets with the words in their subject come first, over all pages", async () => {
    for (let index = 0; index < 6; index += 1) {
      await addTicket(index % 3 === 0 ? `Quokka ${index}` : `Animal ${index}`, "about a quokka");
    }
    await indexAll(db);
    const all = await search(admin, "quokka");
    expect(all.tickets.slice(0, 2).map(({ subject }) => subject.slice(0, 6))).toEqual([
      "Quokka",
      "Quokka",
    ]);
    const walked: number[] = [];
    let cursor: string | null = null;
    do {
      const page: TicketPage = await search(admin, "quokka", { limit: 1, cursor });
      walked.push(...page.tickets.map(({ number }) => number));
      cursor = page.nextCursor;
    } while (cursor);
    expect(walked).toEqual(all.tickets.map(({ number }) => number));
    expect(walked).toHaveLength(6);
  });
});

describe("a misspelt word", () => {
  test("is corrected if the right one finds something", async () => {
    await addTicket("Certificate", "The certificate of the gateway has expired");
    await indexAll(db);
    expect(await search(admin, "certifcate")).toMatchObject({
      tickets: [],
      instead: "certificate",
    });
    expect(await search(admin, "certifficate gatway status:new")).toMatchObject({
      instead: "certificate gateway status:new",
    });
    // If the word is not the problem, there is nothing to correct.
    expect((await search(admin, "certificate status:closed")).instead).toBeUndefined();
    expect((await search(admin, "xyzzyplugh")).instead).toBeUndefined();
    // Up to six words are checked; a longer sentence was pasted, not mistyped.
    const right = "the certificate of gateway has";
    expect((await search(admin, `${right} expird is:open`)).instead).toBe(
      `${right} expired is:open`,
    );
    expect((await search(admin, `${right} certificate expird`)).instead).toBeUndefined();
  });

  test("can have one wrong letter if short and two if longer, but no wrong digit", async () => {
    await addTicket("A certificate", "of the gate");
    await indexAll(db);
    const instead = async (q: string) => (await search(admin, q)).instead;
    expect(await instead("certifcte")).toBe("certificate");
    expect(await instead("gatb")).toBe("gate");
    for (const q of ["certifixxxe", "certifcat3"])
      expect([q, await instead(q)]).toEqual([q, undefined]);
  });

  test("is taken for the beginning of a word before it is corrected", async () => {
    await addTicket("Helicopter", "Who could catch it?");
    await addTicket("Ward", "Seen electroencephalographically");
    await indexAll(db);
    expect((await search(admin, "helic")).instead).toBe("helic*");
    expect((await search(admin, "electro")).instead).toBe("electro*");
    expect((await search(admin, "cat")).instead).toBe("cat*");
    expect((await search(admin, "ca")).instead).toBeUndefined();
  });

  test("is corrected only if that finds something in the view, in the reader's time zone", async () => {
    const ticket = await addTicket("Combat", "A combat of words");
    await addTicket("Kombu", "The word kombat is here");
    const created_at = new Date("2026-11-19T23:30:00.000Z");
    const status = "pending" as const;
    await db
      .updateTable("tickets")
      .set({ created_at, status })
      .where("id", "=", ticket.id)
      .execute();
    await indexAll(db);
    const instead = async (q: string, more: object) => (await search(admin, q, more)).instead;
    expect(await instead("combaat", { view: "pending" })).toBe("combat");
    expect(await instead("combaat", { view: "snoozed" })).toBeUndefined();
    // Text in other companies is no reason for a suggestion.
    expect(await instead("kombat", { view: "pending" })).toBeUndefined();
    const onItsDay = "combaat created:2026-11-20";
    expect(await instead(onItsDay, { timeZone: "Asia/Tokyo" })).toStartWith("combat ");
    expect(await instead(onItsDay, { timeZone: "UTC" })).toBeUndefined();
  });
});

describe("among several similar words", () => {
  test("the nearest is suggested, then the most common; notes do not count for Customers", async () => {
    const wild = await addTicket("Mabel", "A raven on lantana");
    const tame = await addTicket("Mabel again", "The raven on the lantana");
    await addTicket("Maple", "A maven with a lantern");
    await indexAll(db);
    const instead = async (actor: Actor, q: string) => (await search(actor, q)).instead;
    expect(await instead(admin, "lantrn")).toBe("lantern");
    expect(await instead(admin, "mapel")).toBe("mabel");
    expect(await instead(admin, "vaven")).toBe("raven");
    for (const { id } of [wild, tame]) {
      const note = { ticket_id: id, author_id: maya.id, kind: "note" as const };
      await insertMessage(db, { ...note, body: "Says the maven" });
    }
    await indexAll(db);
    expect(await instead(admin, "vaven")).toBe("maven");
    expect(await instead(await actorOf(db, ana), "vaven")).toBe("raven");
  });

  test("the likeliest are checked, however many precede them", async () => {
    const letters = [..."abcdfghijkmnop"];
    await addTicket("Alike", letters.map((letter) => `krombe${letter.repeat(3)}`).join(" "));
    await addTicket("Longer", letters.map((letter) => `zwieb${letter.repeat(15)}`).join(" "));
    await indexAll(db);
    await addTicket("The one", `krombeld zwieb${"w".repeat(15)}`);
    await addTicket("Once more", `zwieb${"w".repeat(15)}`);
    await indexAll(db);
    expect((await search(admin, "krombelt")).instead).toBe("krombeld");
    expect((await search(admin, "zwieb")).instead).toBe("zwieb*");
  });
});

describe("the beginning of a word", () => {
  beforeAll(async () => {
    await addTicket("Harbour lights", "The shipping label is torn");
    await addTicket("Harbours abroad", "Nothing else");
    await indexAll(db);
  });

  test("finds words that begin like it, and whole words", async () => {
    expect(await found(admin, "harb*")).toEqual(["Harbours abroad", "Harbour lights"]);
    expect(await found(admin, "ana harb*")).toEqual(["Harbours abroad", "Harbour lights"]);
    expect(await found(admin, "harbour mül*")).toEqual(["Harbour lights", "Harbours abroad"]);
    expect(await found(admin, "light*")).toEqual(["Harbour lights"]);
    // A whole word, of which only another form is known by its spelling.
    expect(await found(admin, "abroad harbours*")).toEqual(["Harbours abroad"]);
    expect(await found(admin, "label shippin*")).toEqual(["Harbour lights"]);
    expect(await found(admin, "harbour* status:closed")).toEqual([]);
    expect(await found(admin, '"harbour lights" lab*')).toEqual(["Harbour lights"]);
  });

  test("is marked in the words that begin like it", async () => {
    const { tickets } = await search(admin, "shippin*");
    const { message } = tickets[0]?.hit ?? {};
    const [[start = 0, end = 0] = []] = message?.marks ?? [];
    expect(message?.text.slice(start, end)).toBe("shipping");
  });

  test("is corrected only if no word begins like it", async () => {
    expect((await search(admin, "harb*")).instead).toBeUndefined();
    expect((await search(admin, "harbuur*")).instead).toMatch(/^harbours?$/);
  });
});

test("a word as it was typed comes first, and only words that share it are marked", async () => {
  await addTicket("Customs form", "Held at the border");
  await addTicket("A customer asks", "When does it open?");
  await indexAll(db);
  const { tickets } = await search(admin, "customs");
  expect(tickets.map(({ subject }) => subject)).toEqual(["Customs form", "A customer asks"]);
  expect(tickets.map(({ hit }) => hit?.subject)).toEqual([[[0, 7]], []]);
});

describe("text that a Customer cannot see", () => {
  test("is never found, mentioned or completed", async () => {
    const ticket = await addTicket("Delivery is late", "Where is the parcel?");
    const by = { ticket_id: ticket.id, author_id: maya.id };
    await insertMessage(db, { ...by, kind: "note", body: "they are close to insolvency" });
    await insertMessage(db, {
      ...by,
      body: "an unreleased zeppelin",
      released_at: null,
      release_at: now,
    });
    const gone = await insertMessage(db, { ...by, body: "the password is hunterzwei" });
    await db
      .updateTable("messages")
      .set({ redacted_at: now, body: "" })
      .where("id", "=", gone.id)
      .execute();
    const other = await insertTicket(db, { subject: "Marzipan shortage", requester_id: ben.id });
    await insertMessage(db, { ticket_id: other.id, author_id: ben.id, body: "no marzipans left" });
    await indexAll(db);

    const customer = await actorOf(db, ana);
    expect(await found(customer, "parcel")).toEqual(["Delivery is late"]);
    expect(await found(admin, "insolvency")).toEqual(["Delivery is late"]);
    expect(await found(admin, "zeppelins")).toEqual(["Delivery is late"]);
    expect(await found(admin, "hunterzwei")).toEqual([]);
    const hidden = [
      "insolvency",
      "insolvensy",
      "zeppelin",
      "zepelin",
      "marzipan",
      "marzipn",
      "lind",
    ];
    for (const q of [...hidden, '"close to insolvency"', '"unreleased zeppelin"']) {
      const page = await search(customer, q);
      expect([q, page]).toEqual([q, { tickets: [], nextCursor: null }]);
      expect(await found(customer, `delivery -${q.replaceAll('"', "")}`)).toEqual(
        q.includes(" ") ? [] : ["Delivery is late"],
      );
    }
    for (const beginning of ["inso", "zepp", "marz"]) {
      const { options } = await completeSearch(
        { db, now, actor: customer, credential: null, requestId: "test" },
        { q: beginning, at: beginning.length },
      );
      expect(options).toEqual([]);
    }
    const page = JSON.stringify(await search(customer, "delivery"));
    expect(page).not.toMatch(/insolvency|zeppelin|hunterzwei/);
  });

  test("shows in no hit and changes none, even with the same words", async () => {
    const [first, second] = [
      await addTicket("One quokka", "A walk"),
      await addTicket("Two", "quoll"),
    ];
    await addTicket("Three", "quoll");
    const later = new Date(second.updated_at.getTime() + 3_600_000);
    const by = { ticket_id: second.id, author_id: maya.id, created_at: later };
    await insertMessage(db, { ...by, kind: "note", body: "a quoll of ill repute" });
    const sending = await insertMessage(db, {
      ...by,
      body: "a quoll to be sent",
      released_at: null,
      release_at: now,
    });
    const note = await insertMessage(db, { ...by, ticket_id: first.id, kind: "note" });
    await insertFile(db, { message_id: note.id, uploader_id: maya.id, name: "quokka-bill.pdf" });
    await db
      .updateTable("tickets")
      .set({ updated_at: later })
      .where("id", "=", second.id)
      .execute();
    await indexAll(db);
    const customer = await actorOf(db, ana);
    const { tickets } = await search(customer, "quoll");
    expect(tickets.map(({ subject }) => subject)).toEqual(["Three", "Two"]);
    expect(tickets.map(({ hit }) => hit?.message?.text)).toEqual(["quoll", "quoll"]);
    const saidTo = (ids: readonly (string | null | undefined)[]) =>
      db.selectFrom("messages").select("body").where("id", "in", ids.map(String)).execute();
    expect(await saidTo(tickets.map(({ hit }) => hit?.messageId))).toEqual([
      { body: "quoll" },
      { body: "quoll" },
    ]);
    const [named] = (await search(customer, "quokka")).tickets;
    expect(named?.hit).toMatchObject({ message: null, file: null, messageId: null });
    const forStaff = await search(admin, "quoll");
    expect(forStaff.tickets.map(({ subject }) => subject)).toEqual(["Two", "Three"]);
    expect(forStaff.tickets[0]?.hit?.message?.text).toContain("to be sent");
    expect(forStaff.tickets[0]?.hit?.messageId).toBe(sending.id);
    const [filed] = (await search(admin, "quokka")).tickets;
    expect(filed?.hit).toMatchObject({ file: { name: "quokka-bill.pdf" }, messageId: note.id });
  });

  test("is not revealed to an agent of one company either", async () => {
    const agent = await actorOf(
      db,
      await insertUser(db, { role: "Agent", company_scope: "assigned", companies: [acme] }),
    );
    expect(await search(agent, "marzipn")).toEqual({ tickets: [], nextCursor: null });
    expect((await search(admin, "marzipn")).instead).toBe("marzipan");
    const deps = { db, now, actor: agent, credential: null, requestId: "test" };
    expect((await completeSearch(deps, { q: "marz", at: 4 })).options).toEqual([]);
    expect((await completeSearch(deps, { q: "deliv", at: 5 })).options).toEqual([
      { text: "delivery", label: "delivery", says: "", count: null, isWhole: true },
    ]);
    expect((await completeSearch(deps, { q: "requester:be", at: 12 })).options).toEqual([]);
    expect((await completeSearch(deps, { q: "company:a", at: 9 })).options).toMatchObject([
      { text: "Acme" },
    ]);
  });
});

describe("the index follows changes", () => {
  test("of a name, tag, subject, redacted message or release", async () => {
    const requester = await insertUser(db, { first_name: "Olga", last_name: "Before" });
    const company = await insertCompany(db, { name: "Oldname" });
    const ticket = await insertTicket(db, {
      ...{ subject: "Changing", requester_id: requester.id, company_id: company.id },
      tags: ["kiwitag", "ΟΔΟΣ".toLowerCase()],
    });
    const message = await insertMessage(db, {
      ...{ ticket_id: ticket.id, author_id: maya.id, body: "papaya", released_at: null },
      release_at: now,
    });
    await indexAll(db);
    const customer = await actorOf(db, requester);
    expect(await found(admin, "olga oldname changing kiwitag papaya")).toEqual(["Changing"]);
    expect(await found(customer, "papaya")).toEqual([]);
    expect(await found(admin, "tag:ΟΔΟΣ tag:KiwiTag")).toEqual(["Changing"]);

    await db
      .updateTable("messages")
      .set({ released_at: now })
      .where("id", "=", message.id)
      .execute();
    await db
      .updateTable("users")
      .set({ last_name: "After" })
      .where("id", "=", requester.id)
      .execute();
    await db
      .updateTable("companies")
      .set({ name: "Newname" })
      .where("id", "=", company.id)
      .execute();
    await db.deleteFrom("ticket_tags").where("ticket_id", "=", ticket.id).execute();
    await indexAll(db);
    expect(await found(customer, "papaya newname after")).toEqual(["Changing"]);
    for (const q of ["olga before", "oldname", "kiwitag"])
      expect(await found(admin, q)).toEqual([]);

    await db
      .updateTable("messages")
      .set({ redacted_at: now, body: "" })
      .where("id", "=", message.id)
      .execute();
    await indexAll(db);
    expect(await found(admin, "papaya")).toEqual([]);
    // Neither the words nor their spellings remain.
    for (const table of ["search_words", "search_spellings"] as const) {
      const words = db.selectFrom(table).select("lexeme");
      const left = words.where("lexeme", "in", ["papaya", "kiwitag", "oldnam", "newnam"]);
      expect(await left.execute()).toEqual([{ lexeme: "newnam" }]);
    }
    const deps = { db, now, actor: admin, credential: null, requestId: "test" };
    expect((await completeSearch(deps, { q: "papay", at: 5 })).options).toEqual([]);
  });

  test("of a file's name, for staff only in notes, and until the file is removed", async () => {
    const ticket = await addTicket("Parcel", "see the picture");
    const by = { ticket_id: ticket.id, author_id: maya.id };
    const reply = await insertMessage(db, by);
    const note = await insertMessage(db, { ...by, kind: "note" });
    const uploader_id = maya.id;
    const shown = await insertFile(db, {
      ...{ message_id: reply.id, uploader_id, name: "broken_gearwheel.jpg" },
    });
    await insertFile(db, { message_id: note.id, uploader_id, name: "secret-blueprint.pdf" });
    await indexAll(db);
    const customer = await actorOf(db, ana);
    for (const q of ["gearwheel", "gearwheels jpg parcel", '"broken gearwheel"']) {
      expect(await found(admin, q)).toEqual(["Parcel"]);
      expect(await found(customer, q)).toEqual(["Parcel"]);
    }
    expect(await found(admin, "blueprint")).toEqual(["Parcel"]);
    for (const q of ["blueprint", '"secret blueprint"', "bluepritn"]) {
      expect(await search(customer, q)).toEqual({ tickets: [], nextCursor: null });
    }
    const hit = (await search(customer, "gearwheel")).tickets[0]?.hit;
    expect(hit?.message).toBeNull();
    expect(hit?.file).toEqual({ name: "broken_gearwheel.jpg", marks: [[7, 16]] });
    expect(hit?.messageId).toBe(reply.id);
    expect((await search(admin, "blueprint")).tickets[0]?.hit?.messageId).toBe(note.id);
    expect((await search(customer, "gearwhel")).instead).toBe("gearwheel");

    await db.transaction().execute((tx) => redactFiles(tx, { ids: [shown.id] }, now));
    await indexAll(db);
    expect(await found(admin, "gearwheel")).toEqual([]);
    expect(await found(admin, "has:attachment parcel")).toEqual(["Parcel"]);
    expect(await found(admin, "redacted parcel")).toEqual([]);

    // Uploaded before it is sent: found while its message has it.
    const later = await insertFile(db, { message_id: note.id, uploader_id, name: "zeppelins.csv" });
    await indexAll(db);
    expect(await found(admin, "zeppelins")).toContain("Parcel");
    await db.updateTable("files").set({ message_id: null }).where("id", "=", later.id).execute();
    await indexAll(db);
    expect(await found(admin, "zeppelins")).not.toContain("Parcel");
  });

  test("by the worker, and two at once lose nothing", async () => {
    const log = createLog("error");
    const workers = [startSearchWorker({ db, log }), startSearchWorker({ db, log })];
    const subjects = Array.from({ length: 30 }, (_, index) => `Walrus ${index}`);
    await Promise.all(subjects.map((subject) => addTicket(subject, "about a walrus")));
    await Promise.all(workers.map((worker) => worker.settled()));
    const { count } = await countTickets(
      { db, now, actor: admin, credential: null, requestId: "test" },
      { view: "all", q: "walrus" },
    );
    expect(count).toBe(30);
    await Promise.all(workers.map((worker) => worker.stop()));
    const [words] = await db
      .selectFrom("search_words")
      .selectAll()
      .where("lexeme", "=", "walrus")
      .execute();
    expect(words).toMatchObject({ in_head: 30, in_public: 30, in_staff: 30 });
  });

  test("until nothing waits", async () => {
    expect(await indexSome(db, 10)).toBe(0);
  });
});

test("in 2,000 messages of 4 KB the last words and a phrase are found", async () => {
  const count = walkOf(2_000, 750);
  const ticket = await insertTicket(db, { subject: "Endless", requester_id: ana.id });
  const rows = Array.from({ length: count }, (_, index) => ({
    id: Bun.randomUUIDv7(),
    ticket_id: ticket.id,
    home_ticket_id: ticket.id,
    author_id: ana.id,
    kind: "public" as const,
    body: index === count - 300 ? "walked to the violet lighthouse at dawn" : longText(index),
    created_at: new Date(now.getTime() + index * 1000),
    released_at: new Date(now.getTime() + index * 1000),
  }));
  for (let from = 0; from < rows.length; from += 500) {
    await db
      .insertInto("messages")
      .values(rows.slice(from, from + 500))
      .execute();
  }
  await indexAll(db);
  expect(await found(admin, `finalword${count - 1}`)).toEqual(["Endless"]);
  expect(await found(admin, '"violet lighthouse at dawn"')).toEqual(["Endless"]);
  expect(await found(admin, '"lighthouse violet"')).toEqual([]);
}, 60_000);

function longText(index: number): string {
  const words = Array.from({ length: 500 }, (_, at) => `w${(index * 7919 + at * 104729) % 60000}`);
  return `${words.join(" ")} ${"filler ".repeat(120)} finalword${index}`;
}
