import { afterEach, beforeEach, describe, expect, jest, test } from "bun:test";
import fc from "fast-check";
import type { Draft } from "../../../shared/tickets/page.ts";
import { createDraftStore } from "./draft-store.ts";
import type { DraftBeingSent, DraftPorts, DraftStore } from "./types.ts";
import type { DraftPlace, UnsavedText } from "./unsaved-texts.ts";

const place: DraftPlace = { ticketId: "ticket", kind: "reply" };
const text = (body: string) => ({ body, form: null });

/** A server of drafts, following the contract. */
function deskOfDrafts() {
  let draft: Draft | null = null;
  const desk = {
    line: true,
    saves: 0,
    loseAnswers: false,
    get body() {
      return draft?.body ?? "";
    },
    async load() {
      await Promise.resolve();
      if (!desk.line) throw new Error("no line");
      return draft;
    },
    /** The message exists. */
    drop() {
      draft = null;
    },
    async save(input: Parameters<DraftPorts["save"]>[0]): ReturnType<DraftPorts["save"]> {
      await Promise.resolve();
      if (!desk.line) throw new Error("no line");
      const now = draft?.revision ?? 0;
      if (now !== input.revision && draft) return { saved: false, other: draft };
      desk.saves += 1;
      const revision = now + 1;
      const { body, form } = input;
      const kept = { kind: "reply" as const, body, form, revision, updatedAt: "" };
      draft = body.trim() === "" && form === null ? null : kept;
      if (desk.loseAnswers) throw new Error("the answer was lost");
      return { saved: true, revision: draft ? revision : 0 };
    },
  };
  return desk;
}

/** A browser whose storage outlives its pages. */
function browserAt(desk: ReturnType<typeof deskOfDrafts>) {
  const rows = new Map<string, UnsavedText>();
  let pages = 0;
  const browser = {
    rows,
    drops: 0,
    /** The drafts of queued messages. */
    outbox: [] as DraftBeingSent[],
    open(): DraftStore {
      pages += 1;
      const own = `page ${pages}`;
      return createDraftStore(place, {
        load: () => desk.load(),
        save: desk.save,
        onTheirWay: async () => browser.outbox,
        copies: async () =>
          [...rows.values()].filter(({ id }) => id !== own).sort((a, b) => b.at - a.at),
        saveCopy: async (kept, revision, unanswered) => {
          const mine = { id: own, personId: "me", at: Date.now() };
          rows.set(own, { ...place, ...kept, ...mine, revision, unanswered });
        },
        dropCopy: async (id = own) => {
          browser.drops += 1;
          rows.delete(id);
        },
        refused: () => ({ waits: true, again: false, words: "" }),
      });
    },
  };
  return browser;
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe("a draft is saved while typing", () => {
  test("once the keys rest, and the next page has it", async () => {
    const desk = deskOfDrafts();
    const browser = browserAt(desk);
    const page = browser.open();
    await page.load();
    for (const body of ["H", "He", "Hello"]) page.type(text(body));
    expect(page.state.get().kept).toBe("here");
    jest.advanceTimersByTime(800);
    expect(await page.saveNow()).toBe(true);
    expect([desk.body, desk.saves]).toEqual(["Hello", 1]);
    expect(page.state.get().kept).toBe("kept");
    expect(browser.rows.size).toBe(0);

    const next = browserAt(desk).open();
    await next.load();
    expect(next.state.get().body).toBe("Hello");
  });

  test("an empty draft costs the browser's database nothing", async () => {
    const browser = browserAt(deskOfDrafts());
    const page = browser.open();
    await page.load();
    for (let hidden = 0; hidden < 3; hidden += 1) await page.saveNow();
    expect(browser.drops).toBe(0);
    page.type(text("Hello"));
    await page.saveNow();
    await page.saveNow();
    expect(browser.drops).toBe(1);
  });

  test("a late answer never overwrites newer typing", async () => {
    const desk = deskOfDrafts();
    const first = browserAt(desk).open();
    first.type(text("from the office"));
    await first.saveNow();
    const page = browserAt(desk).open();
    const loading = page.load();
    page.type(text("typed before it came"));
    await loading;
    expect(page.state.get().body).toBe("typed before it came");
    expect(page.state.get().other?.body).toBe("from the office");
  });

  test("a save whose answer was lost is not a second text", async () => {
    const desk = deskOfDrafts();
    const page = browserAt(desk).open();
    await page.load();
    desk.loseAnswers = true;
    page.type(text("Hello"));
    expect(await page.saveNow()).toBe(false);
    desk.loseAnswers = false;
    expect(await page.saveNow()).toBe(true);
    expect(page.state.get().other).toBeNull();
    page.type(text("Hello again"));
    await page.saveNow();
    expect(desk.body).toBe("Hello again");
  });

  test("the same holds if more was typed since", async () => {
    const desk = deskOfDrafts();
    const page = browserAt(desk).open();
    await page.load();
    desk.loseAnswers = true;
    page.type(text("Hello"));
    await page.saveNow();
    desk.line = false;
    page.type(text("Hell"));
    await page.saveNow();
    [desk.line, desk.loseAnswers] = [true, false];
    page.type(text("Hell no"));
    expect(await page.saveNow()).toBe(true);
    expect(page.state.get().other).toBeNull();
    expect(desk.body).toBe("Hell no");
  });

  test("the same holds if the draft is loaded before its save is answered", async () => {
    const desk = deskOfDrafts();
    const [saved, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const save = desk.save;
    desk.save = async (input) => {
      const answered = await save(input);
      saved.resolve();
      await answer.promise;
      return answered;
    };
    const page = browserAt(desk).open();
    await page.load();
    page.type(text("Hello"));
    const saving = page.saveNow();
    await saved.promise;
    page.type(text("Hello again"));
    await page.load();
    expect(page.state.get().other).toBeNull();
    answer.resolve();
    expect(await saving).toBe(true);
    expect([desk.body, page.state.get().kept]).toEqual(["Hello again", "kept"]);
  });

  test("the same holds on the next page if the previous one closed before the answer", async () => {
    const desk = deskOfDrafts();
    const browser = browserAt(desk);
    const page = browser.open();
    await page.load();
    page.type(text("Hello"));
    desk.loseAnswers = true;
    const saving = page.saveNow();
    await Promise.resolve();
    page.type(text("Hello again"));
    await saving;
    page.stop();
    desk.loseAnswers = false;
    const next = browser.open();
    await next.load();
    expect(next.state.get()).toMatchObject({ body: "Hello again", other: null });
    expect(await next.saveNow()).toBe(true);
    expect(desk.body).toBe("Hello again");
  });
});

describe("a draft on two devices", () => {
  async function twoTexts() {
    const desk = deskOfDrafts();
    const [office, home] = [browserAt(desk).open(), browserAt(desk).open()];
    await Promise.all([office.load(), home.load()]);
    office.type(text("at the office"));
    await office.saveNow();
    home.type(text("at home"));
    expect(await home.saveNow()).toBe(false);
    return { desk, home };
  }

  test("keeps both texts and offers the other one", async () => {
    const { desk, home } = await twoTexts();
    expect(home.state.get()).toMatchObject({ body: "at home", other: { body: "at the office" } });
    expect(desk.body).toBe("at the office");
  });

  test.each([
    ["use", "at the office"],
    ["both", "at home\n\nat the office"],
    ["discard", "at home"],
  ] as const)("%s", async (choice, body) => {
    const { desk, home } = await twoTexts();
    home.choose(choice);
    expect(await home.saveNow()).toBe(true);
    expect([home.state.get().body, desk.body]).toEqual([body, body]);
    expect(home.state.get().other).toBeNull();
  });
});

describe("offline", () => {
  test("the text stays in the browser, and the next page saves it on the server", async () => {
    const desk = deskOfDrafts();
    const browser = browserAt(desk);
    const page = browser.open();
    await page.load();
    desk.line = false;
    page.type(text("written in the train"));
    expect(await page.saveNow()).toBe(false);
    page.stop();

    const offline = browser.open();
    await offline.load();
    expect(offline.state.get()).toMatchObject({ body: "written in the train", kept: "here" });
    desk.line = true;
    expect(await offline.saveNow()).toBe(true);
    expect(desk.body).toBe("written in the train");
    expect(browser.rows.size).toBe(0);
  });

  test("a text continued after a reload is one text", async () => {
    const desk = deskOfDrafts();
    const browser = browserAt(desk);
    const page = browser.open();
    await page.load();
    desk.line = false;
    page.type(text("written in the train"));
    await page.saveNow();
    page.stop();

    const next = browser.open();
    await next.load();
    next.type(text("written in the train, and at home"));
    desk.line = true;
    expect(await next.saveNow()).toBe(true);
    expect(next.state.get().other).toBeNull();
    expect(desk.body).toBe("written in the train, and at home");
  });
});

describe("sending", () => {
  async function written() {
    const desk = deskOfDrafts();
    const browser = browserAt(desk);
    const page = browser.open();
    await page.load();
    page.type(text("Dear Ana"));
    await page.saveNow();
    return { desk, browser, page };
  }

  test("empties the field, and restores the text if it is refused", async () => {
    const { page, browser } = await written();
    const taken = page.take();
    expect(taken.body).toBe("Dear Ana");
    expect(page.state.get().body).toBe("");
    page.type(text("And another"));
    expect(await page.saveNow()).toBe(false);
    expect([...browser.rows.values()][0]?.body).toBe("Dear Ana\n\nAnd another");
    page.putBack(taken);
    expect(page.state.get().body).toBe("Dear Ana\n\nAnd another");
  });

  test("of a text that was never saved is not complete until it is answered", async () => {
    const browser = browserAt(deskOfDrafts());
    const page = browser.open();
    await page.load();
    page.type(text("Dear Ana"));
    const taken = page.take();
    expect(await page.saveNow()).toBe(false);
    page.sent(taken);
    expect(await page.saveNow()).toBe(true);
  });

  test("two replies at the same time loses neither", async () => {
    const { page, browser } = await written();
    const kept = () => [...browser.rows.values()].map(({ body }) => body);
    const first = page.take();
    page.type(text("And another"));
    const second = page.take();
    expect(kept()).toEqual(["Dear Ana\n\nAnd another"]);
    page.sent(first);
    await page.settled();
    expect(kept()).toEqual(["And another"]);
    page.sent(second);
    await page.saveNow();
    expect(kept()).toEqual([]);
  });

  test("two replies restores the refused one and keeps the other", async () => {
    const { page, desk, browser } = await written();
    const first = page.take();
    page.type(text("And another"));
    const second = page.take();
    page.putBack(first);
    await page.saveNow();
    expect(page.state.get().body).toBe("Dear Ana");
    expect([...browser.rows.values()][0]?.body).toBe("And another\n\nDear Ana");
    page.sent(second);
    await page.saveNow();
    expect([desk.body, browser.rows.size]).toEqual(["Dear Ana", 0]);
  });

  test("removes the text from all copies once answered, even before the draft is emptied", async () => {
    const desk = deskOfDrafts();
    const browser = browserAt(desk);
    const page = browser.open();
    await page.load();
    page.type(text("Dear Ana"));
    await page.saveNow();
    const sending = page.take();
    expect([...browser.rows.values()].map(({ body }) => body)).toEqual(["Dear Ana"]);
    desk.line = false;
    await page.sent(sending);
    expect([desk.body, browser.rows.size]).toEqual(["Dear Ana", 0]);
  });

  test("ends the draft; text typed since is saved as a new one", async () => {
    const desk = deskOfDrafts();
    const browser = browserAt(desk);
    const page = browser.open();
    await page.load();
    page.type(text("Since today"));
    await page.saveNow();
    const revision = page.continues();
    page.type(text("Since today. And it squeaks"));
    await page.saveNow();
    const [grown, saves] = [page.continues(), desk.saves];
    page.gone(revision);
    await page.saveNow();
    expect([page.continues(), desk.saves]).toEqual([grown, saves]);

    desk.drop();
    page.gone(grown);
    expect(await page.saveNow()).toBe(true);
    expect(desk.body).toBe("Since today. And it squeaks");
    const gone = page.continues();
    desk.drop();
    page.gone(gone);
    page.type(text(""));
    await page.saveNow();
    expect([desk.body, page.state.get().kept, browser.rows.size]).toEqual(["", "nothing", 0]);
  });

  test("a message left by another page works, and this page's message stays stored", async () => {
    const { browser, next } = await waitingThroughAReload();
    next.type(text("And another"));
    next.take();
    browser.outbox = [];
    next.sent();
    await next.saveNow();
    expect([...browser.rows.values()][0]?.body).toBe("And another");
  });

  test("refused on another page, the text takes precedence over the server's", async () => {
    const { page, browser } = await written();
    const continued = page.continues();
    page.type(text("Dear Ana, Ben"));
    page.waits(page.take());
    page.stop();

    const next = browser.open();
    await next.load();
    expect(next.state.get().body).toBe("Dear Ana");
    next.putBack(text("Dear Ana, Ben"), continued);
    expect(next.state.get().body).toBe("Dear Ana, Ben");

    const another = await written();
    another.page.type(text("Something else"));
    await another.page.saveNow();
    another.page.putBack(text("Dear Ana, Ben"), continued);
    expect(another.page.state.get().body).toBe("Dear Ana, Ben\n\nSomething else");
  });

  async function waitingThroughAReload() {
    const { page, desk, browser } = await written();
    page.waits(page.take());
    browser.outbox = [{ revision: page.continues(), body: "Dear Ana", files: [] }];
    page.stop();
    const next = browser.open();
    await next.load();
    return { desk, browser, next };
  }

  test("queued while offline, the text is in no other page's field and not saved as a draft", async () => {
    const { desk, browser, next } = await waitingThroughAReload();
    expect(next.state.get().body).toBe("");
    expect(await next.saveNow()).toBe(false);
    expect([desk.body, browser.rows.size]).toEqual(["Dear Ana", 0]);
    next.type(text("And another"));
    browser.outbox = [];
    next.sent();
    expect(await next.saveNow()).toBe(true);
    expect([next.state.get().body, desk.body]).toEqual(["And another", "And another"]);
  });

  test.each([
    ["Dear Ana", "", 0],
    ["And another", "And another", 1],
    ["Dear Ana\n\nAnd another", "And another", 1],
    ["Dear Ana, and Ben", "Dear Ana, and Ben", 1],
  ])("if the browser could not delete a copy, %p, the field has %p", async (copy, body, left) => {
    const { browser, next: first } = await waitingThroughAReload();
    const kept = { ...place, ...text(copy), revision: first.continues(), at: 0 };
    browser.rows.set("gone", { ...kept, id: "gone", personId: "me" });
    first.stop();
    const next = browser.open();
    await next.load();
    expect(next.state.get().body).toBe(body);
    expect(browser.rows.size).toBe(left);
  });

  test("a queued message that is refused returns to another page's field", async () => {
    const { desk, next } = await waitingThroughAReload();
    next.type(text("And another"));
    next.putBack(text("Dear Ana"), next.continues());
    expect(await next.saveNow()).toBe(true);
    expect(desk.body).toBe("Dear Ana\n\nAnd another");
  });

  test("a draft that another device continued is not part of the queued message", async () => {
    const { desk, browser, next } = await waitingThroughAReload();
    next.stop();
    await desk.save({ ...place, ...text("Dear Ana, and Ben"), revision: next.continues() });
    const again = browser.open();
    await again.load();
    expect(again.state.get().body).toBe("Dear Ana, and Ben");
  });

  test("a message sent while a page loads its draft is not in its field", async () => {
    const { page, desk, browser } = await written();
    page.waits(page.take());
    browser.outbox = [{ revision: page.continues(), body: "Dear Ana", files: [] }];
    page.stop();
    const load = desk.load;
    desk.load = async () => {
      const draft = await load();
      desk.load = load;
      browser.outbox = [];
      await desk.save({ ...place, ...text(""), revision: draft?.revision ?? 0 });
      return draft;
    };
    const next = browser.open();
    await next.load();
    expect(next.state.get().body).toBe("");
  });

  test("text typed next to a queued message is saved once that is sent", async () => {
    const { desk, browser, next } = await waitingThroughAReload();
    next.type(text("And another"));
    const looksWhetherItWaits = next.saveNow();
    await Promise.resolve();
    await desk.save({ ...place, ...text(""), revision: next.continues() });
    browser.outbox = [];
    next.sent();
    await looksWhetherItWaits;
    expect(await next.saveNow()).toBe(true);
    expect([next.state.get().kept, desk.body]).toEqual(["kept", "And another"]);
  });

  test("a queued message is not offered as another text while the draft loads", async () => {
    const { desk, browser, next: first } = await waitingThroughAReload();
    first.stop();
    const next = browser.open();
    next.type(text("And another"));
    await next.load();
    expect(next.state.get()).toMatchObject({ body: "And another", other: null });
    browser.outbox = [];
    next.sent();
    expect(await next.saveNow()).toBe(true);
    expect(desk.body).toBe("And another");
  });

  test("an answer from before a save reverts nothing", async () => {
    const { page, desk } = await written();
    const before = await desk.load();
    page.type(text("Dear Ana, and Ben"));
    desk.load = async () => {
      await page.saveNow();
      return before;
    };
    await page.load();
    expect(page.state.get().body).toBe("Dear Ana, and Ben");
    expect(await page.saveNow()).toBe(true);
    expect(desk.body).toBe("Dear Ana, and Ben");
  });

  test("leaves only text typed since as a draft", async () => {
    const { page, desk } = await written();
    page.sent(page.take());
    await page.saveNow();
    expect(desk.body).toBe("");
    page.type(text("And another"));
    const second = page.take();
    page.type(text("And a third"));
    page.sent(second);
    await page.saveNow();
    expect([page.state.get().body, desk.body]).toEqual(["And a third", "And a third"]);
  });

  test("and undoing it restores the text in front of text typed since", async () => {
    const { page } = await written();
    page.sent(page.take());
    page.type(text("And"));
    await page.saveNow();
    page.type(text("And more"));
    page.takeBack({ kind: "reply", ...text("Dear Ana\n\nAnd"), revision: 7, updatedAt: "" });
    expect(page.state.get().body).toBe("Dear Ana\n\nAnd more");
  });
});

test("two devices never lose a typed word, unless it was discarded", async () => {
  jest.useRealTimers();
  const act = fc.record({
    device: fc.constantFrom(0, 1),
    what: fc.constantFrom("type", "save", "reload", "cut", "fix", "lose", "both"),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 30 }), async (acts) => {
      const desk = deskOfDrafts();
      const browsers = [browserAt(desk), browserAt(desk)];
      const pages = browsers.map((browser) => browser.open());
      await Promise.all(pages.map((page) => page.load()));
      const typed: string[] = [];
      for (const { device, what } of acts) {
        const page = pages[device];
        if (!page) continue;
        if (what === "type") {
          const word = `w${typed.length}.`;
          typed.push(word);
          page.type(text(page.state.get().body + word));
        }
        if (what === "save") await page.saveNow();
        if (what === "both") page.choose("both");
        if (what === "cut") desk.line = false;
        if (what === "fix") desk.line = true;
        if (what === "lose") desk.loseAnswers = !desk.loseAnswers;
        if (what === "reload") {
          page.stop();
          const next = browsers[device]?.open();
          if (next) pages[device] = next;
          await next?.load();
        }
      }
      const kept = [
        desk.body,
        ...pages.flatMap(({ state }) => [state.get().body, state.get().other?.body ?? ""]),
        ...browsers.flatMap(({ rows }) => [...rows.values()].map(({ body }) => body)),
      ].join(" ");
      for (const word of typed) expect(kept).toContain(word);
      for (const page of pages) page.stop();
    }),
    { numRuns: 300 },
  );
});
