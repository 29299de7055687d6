import { beforeAll, describe, expect, test } from "bun:test";
import { type AccountDesk, accountDesk, storedAccount } from "../../tests/support/account.ts";
import { refusalOf } from "../../tests/support/acting.ts";
import { addPerson, type Person } from "../../tests/support/people.ts";
import { actsOn, countLiveEvents } from "../../tests/support/stored.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { waitForLockQueue } from "../../tests/support/wait-for-lock-queue.ts";
import { queueMail } from "../events/queue-mail.ts";
import { createLink, voidLinksOf } from "./links.ts";
import { choosePassword } from "./password-reset.ts";
import { tokenHash } from "./tokens.ts";

const database = setUpTestDatabase();
let desk: AccountDesk;
beforeAll(async () => {
  desk = accountDesk(database.db);
}, 60_000);

const newPassword = "a-better-horse";
const linkFor = ({ id }: Person, kind: "reset" | "invitation" = "reset") =>
  createLink(database.db, { kind, userId: id, now: new Date() });
const choose = (token: string, password = newPassword, requestId?: string) =>
  choosePassword(desk.visiting(), { token, newPassword: password, requestId });
const kept = (person: Person) => storedAccount(database.db, person);

describe("a password chosen from a mailed link", () => {
  test("changes that user's password only", async () => {
    const [ada, invited] = [
      await addPerson(database.db, "Agent"),
      await addPerson(database.db, "Agent", { state: "invited" }),
    ];
    const before = await kept(invited);
    await choose(await linkFor(ada));
    const { password_hash } = await kept(ada);
    expect(await desk.services.passwords.verify(newPassword, password_hash)).toBe(true);
    expect(await kept(invited)).toEqual(before);
  });

  test("ends sessions and links of the old one, and is mailed and audited", async () => {
    const { db } = database;
    const [ada, other] = [await addPerson(db, "Customer"), await addPerson(db, "Customer")];
    for (const person of [ada, other]) {
      await desk.signedIn(person);
      await linkFor(person);
      const mail = { template: "reset", userId: person.id, data: {} } as const;
      await db.transaction().execute((tx) => queueMail(tx, mail, new Date()));
    }
    await choose(await linkFor(ada));
    expect(await kept(ada)).toMatchObject({
      ...{ sessions: 0, openLinks: 0 },
      mails: ["reset skipped", "password-changed queued"],
    });
    expect(await kept(other)).toMatchObject({ sessions: 1, openLinks: 1, mails: ["reset queued"] });
    expect(await actsOn(db, ada.id)).toEqual(["password.chosen"]);
    const { network } = await db
      .selectFrom("audit_personal")
      .select("network")
      .where("person_id", "=", ada.id)
      .executeTakeFirstOrThrow();
    expect(network).toBe(desk.visiting().network);
  });

  test("activates an invited user and notifies user lists", async () => {
    const person = await addPerson(database.db, "Agent", { state: "invited" });
    const before = await countLiveEvents(database.db, "users");
    const { message } = await choose(await linkFor(person, "invitation"));
    expect(message).toBe("Your password has been set. Please sign in.");
    expect(await kept(person)).toMatchObject({ state: "active", mails: ["password-set queued"] });
    expect(await countLiveEvents(database.db, "users")).toBe(before + 1);
  });

  test("lifts locks after failed attempts, in this network and others", async () => {
    const { throttle } = desk.services;
    const person = await addPerson(database.db, "Customer");
    const here = desk.visiting().network;
    const signIn = (network: string, right: boolean) =>
      throttle.attempt(
        { account: person.email, ipAddress: network, network, knownBrowser: false },
        new Date(),
        async () => right,
      );
    for (const network of [here, "10.9.9.0/24"]) {
      for (let failure = 0; failure < 5; failure += 1) await signIn(network, false);
      expect((await refusalOf(signIn(network, true))).code).toBe("too_many_attempts");
    }
    await choose(await linkFor(person));
    expect(await signIn(here, true)).toBe(true);
    expect(await signIn("10.9.9.0/24", true)).toBe(true);
  });

  test("can be chosen once per link", async () => {
    const person = await addPerson(database.db, "Customer");
    const token = await linkFor(person);
    const chosen = await Promise.allSettled([choose(token), choose(token)]);
    expect(chosen.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await refusalOf(choose(token))).code).toBe("link_spent");
    expect(await actsOn(database.db, person.id)).toEqual(["password.chosen"]);
  });

  test("that is forbidden leaves the link valid", async () => {
    const person = await addPerson(database.db, "Customer");
    const token = await linkFor(person);
    expect((await refusalOf(choose(token, "short"))).code).toBe("password_length");
    expect((await kept(person)).openLinks).toBe(1);
    expect((await choose(token)).message).toBe("Your password has been changed successfully!");
  });
});

describe("a repeated request after a lost answer", () => {
  const key = () => Bun.randomUUIDv7();

  test.each(["reset", "invitation"] as const)(
    "gets the answer for their %s again",
    async (kind) => {
      const state = kind === "invitation" ? "invited" : "active";
      const person = await addPerson(database.db, "Agent", { state });
      const [token, requestId] = [await linkFor(person, kind), key()];
      const answer = await choose(token, newPassword, requestId);
      const before = await kept(person);
      expect(await choose(token, newPassword, requestId)).toEqual(answer);
      expect(await kept(person)).toEqual(before);
      expect(await actsOn(database.db, person.id)).toEqual(["password.chosen"]);
    },
  );

  test("succeeds, even when both are sent at the same time", async () => {
    const person = await addPerson(database.db, "Customer");
    const [token, requestId] = [await linkFor(person), key()];
    const [one, other] = [
      choose(token, newPassword, requestId),
      choose(token, newPassword, requestId),
    ];
    expect(await one).toEqual(await other);
    expect(await actsOn(database.db, person.id)).toEqual(["password.chosen"]);
  });

  test("fails with another key, link or password, and after another password change", async () => {
    const person = await addPerson(database.db, "Customer");
    const [token, requestId] = [await linkFor(person), key()];
    await choose(token, newPassword, requestId);
    const other = await linkFor(await addPerson(database.db, "Customer"));
    await choose(other, newPassword, key());
    expect((await refusalOf(choose(token, newPassword, key()))).code).toBe("link_spent");
    expect((await refusalOf(choose(token))).code).toBe("link_spent");
    expect((await refusalOf(choose(token, "a-worse-horse", requestId))).code).toBe("link_spent");
    expect((await refusalOf(choose(other, newPassword, requestId))).code).toBe("link_spent");
    await choose(await linkFor(person), "a-third-horse", key());
    expect((await refusalOf(choose(token, newPassword, requestId))).code).toBe("link_spent");
  });

  test("is throttled like a sign-in when it guesses through a used link", async () => {
    const person = await addPerson(database.db, "Customer");
    const [token, requestId] = [await linkFor(person), key()];
    await choose(token, newPassword, requestId);
    const codes = [];
    for (let guess = 0; guess < 6; guess += 1) {
      codes.push((await refusalOf(choose(token, `a-worse-horse${guess}`, requestId))).code);
    }
    expect(codes).toEqual([...Array(5).fill("link_spent"), "too_many_attempts"]);
  });

  test("leaves no trace of the password", async () => {
    const person = await addPerson(database.db, "Customer");
    const requestId = key();
    const token = await linkFor(person);
    await choose(token, newPassword, requestId);
    const { input_hash, made } = await database.db
      .selectFrom("acts")
      .select(["input_hash", "made"])
      .where("request_id", "=", requestId)
      .executeTakeFirstOrThrow();
    expect(input_hash.toString("hex")).toBe(tokenHash(token));
    expect(made).toEqual({});
  });

  test("cannot use the same key for something else", async () => {
    const person = await addPerson(database.db, "Customer");
    const requestId = key();
    await choose(await linkFor(person), newPassword, requestId);
    const token = await linkFor(person);
    expect((await refusalOf(choose(token, newPassword, requestId))).code).toBe("request_reused");
    expect((await kept(person)).openLinks).toBe(1);
  });
});

test("choosing a password waits for no one else", async () => {
  const [person, other] = [
    await addPerson(database.db, "Customer"),
    await addPerson(database.db, "Customer"),
  ];
  const token = await linkFor(person);
  await database.db.transaction().execute(async (tx) => {
    const row = tx.selectFrom("users").select("id").where("id", "=", other.id);
    await row.forUpdate().execute();
    await choose(token);
  });
  expect(await actsOn(database.db, person.id)).toEqual(["password.chosen"]);
});

test("the first administrator's link sets no other user's password", async () => {
  const given = { kind: "first-admin", userId: null, now: new Date() } as const;
  const token = await createLink(database.db, given);
  expect((await refusalOf(choose(token, "short"))).code).toBe("link_spent");
});

test("a user disabled while choosing stays disabled, and neither request deadlocks", async () => {
  const person = await addPerson(database.db, "Customer");
  const token = await linkFor(person);
  const before = await kept(person);
  let chosen: Promise<string> = Promise.resolve("");
  await database.db.transaction().execute(async (tx) => {
    const row = tx.selectFrom("users").select("id").where("id", "=", person.id);
    await row.forUpdate().execute();
    chosen = refusalOf(choose(token)).then(({ code }) => code);
    await waitForLockQueue(database);
    await tx.updateTable("users").set({ state: "disabled" }).where("id", "=", person.id).execute();
    await voidLinksOf(tx, [person.id], new Date());
  });
  expect(await chosen).toBe("link_spent");
  expect(await kept(person)).toEqual({ ...before, state: "disabled", openLinks: 0 });
});
