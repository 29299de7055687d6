import { describe, expect, test } from "bun:test";
import { accountDesk, storedAccount } from "../../tests/support/account.ts";
import { actingAs, refusalOf } from "../../tests/support/acting.ts";
import { setUpAdminDesk } from "../../tests/support/admin-desk.ts";
import {
  insertCompany,
  insertTeam,
  insertTicket,
  insertUser,
  type UserRow,
} from "../../tests/support/builders.ts";
import {
  countLiveEvents,
  linesOn,
  storedEvents,
  storedTicket,
} from "../../tests/support/stored.ts";
import { createLink } from "../auth/links.ts";
import { queueMail } from "../events/queue-mail.ts";
import { deleteUser } from "./delete-user.ts";
import { resetByAdmin } from "./links.ts";
import { updateUser } from "./update-user.ts";

const { database, deps } = setUpAdminDesk();

const at = new Date();

/** With a row of everything that belongs to one person. */
async function withBelongings(): Promise<UserRow> {
  const { db } = database;
  const [company, team] = [await insertCompany(db), await insertTeam(db)];
  const user = await insertUser(db, {
    ...{ role: "Agent", companies: [company.id], password_hash: "x" },
    ...{ phone: "1", time_zone: "Europe/Oslo", last_seen_at: at },
  });
  const user_id = user.id;
  const { id: ticket_id } = await insertTicket(db, { requester_id: user_id });
  await accountDesk(db).signedIn(user);
  await createLink(db, { kind: "reset", userId: user_id, now: at });
  await db.transaction().execute((tx) => {
    return queueMail(tx, { template: "reset", userId: user_id, data: {} }, at);
  });
  await db.insertInto("team_members").values({ team_id: team.id, user_id }).execute();
  const draft = { user_id, kind: "new", body: "Secret", revision: 1, updated_at: at } as const;
  await db.insertInto("drafts").values(draft).execute();
  const news = { id: Bun.randomUUIDv7(), user_id, kind: "assigned", ticket_id } as const;
  await db
    .insertInto("notifications")
    .values({ ...news, created_at: at })
    .execute();
  await db
    .insertInto("notification_choices")
    .values({ user_id, kind: "assigned", bell: false, mail: false })
    .execute();
  await db.insertInto("ticket_reads").values({ user_id, ticket_id, seen_at: at }).execute();
  await db
    .insertInto("presence")
    .values({ user_id, ticket_id, typing: false, seen_at: at })
    .execute();
  for (const shared of [true, false]) {
    const own = { owner_id: user_id, shared, created_at: at };
    await db
      .insertInto("saved_views")
      .values({ ...own, id: Bun.randomUUIDv7(), name: `View ${shared}`, query: "is:open" })
      .execute();
    await db
      .insertInto("macros")
      .values({
        ...own,
        id: Bun.randomUUIDv7(),
        name: `${shared} ${user_id}`,
        body: "",
        updated_at: at,
      })
      .execute();
  }
  await updateUser(deps, user_id, { phone: "2" });
  return user;
}

const ofUser = [
  ...["links", "user_companies", "team_members", "drafts", "notifications", "sessions"],
  ...["notification_choices", "ticket_reads", "presence", "outgoing_mails"],
] as "links"[];

/** The number of their rows in each table. */
async function belongings({ id }: UserRow): Promise<Record<string, number>> {
  const { db } = database;
  const counts: Record<string, number> = {};
  for (const table of ofUser) {
    const rows = await db.selectFrom(table).select("user_id").where("user_id", "=", id).execute();
    counts[table] = rows.length;
  }
  for (const table of ["saved_views", "macros"] as const) {
    const rows = await db.selectFrom(table).select("shared").where("owner_id", "=", id).execute();
    counts[table] = rows.filter(({ shared }) => !shared).length;
    counts[`shared ${table}`] = rows.filter(({ shared }) => shared).length;
  }
  const personal = db.selectFrom("audit_personal").select("audit_id").where("person_id", "=", id);
  counts.audit_personal = (await personal.execute()).length;
  return counts;
}

const ownTables = [...ofUser, "saved_views", "macros"];
const all = (count: number) => ({
  ...Object.fromEntries(ownTables.map((table) => [table, count])),
  ...{ "shared saved_views": 1, "shared macros": 1, audit_personal: count },
});

describe("deleting a user", () => {
  test("deletes only rows of that user", async () => {
    const [user, other] = [await withBelongings(), await withBelongings()];
    expect(await belongings(user)).toEqual(all(1));
    const told = await countLiveEvents(database.db, "users");
    await deleteUser(deps, user.id);
    expect(await countLiveEvents(database.db, "users")).toBe(told + 1);
    expect(await belongings(user)).toEqual(all(0));
    expect(await belongings(other)).toEqual(all(1));
    const people = await database.db
      .selectFrom("users")
      .select(["id", "first_name", "email", "phone", "time_zone", "password_hash", "state"])
      .select(["last_name", "last_seen_at", "deleted_at"])
      .where("id", "in", [user.id, other.id])
      .orderBy("id")
      .execute();
    expect(people).toEqual([
      {
        ...{ id: user.id, first_name: "Deleted", last_name: "user", email: null, phone: null },
        ...{ time_zone: null, password_hash: null, last_seen_at: null, state: "disabled" },
        deleted_at: deps.now,
      },
      {
        ...{ id: other.id, first_name: other.first_name, last_name: other.last_name, phone: "2" },
        ...{ email: other.email, time_zone: other.time_zone, password_hash: "x" },
        ...{ last_seen_at: at, state: "active", deleted_at: null },
      },
    ]);
    expect((await linesOn(database.db, user.id)).at(-1)).toMatchObject({
      ...{ act: "user.deleted", by: deps.actor.id, of: null },
    });
  });

  test("unassigns their open tickets", async () => {
    const { db } = database;
    const [user, customer] = [
      await insertUser(db, { role: "Agent" }),
      await insertUser(db, { role: "Customer" }),
    ];
    const theirs = await insertTicket(db, {
      ...{ requester_id: customer.id, assignee_id: user.id, status: "open" },
    });
    const followed = await insertTicket(db, { requester_id: customer.id, followers: [user.id] });
    await deleteUser(deps, user.id);
    expect(await storedTicket(db, theirs.id)).toMatchObject({ assignee_id: null, status: "open" });
    expect(await storedEvents(db, theirs.id)).toMatchObject([{ actor_id: deps.actor.id }]);
    const people = await db
      .selectFrom("ticket_people")
      .select("user_id")
      .where("ticket_id", "=", followed.id)
      .where("user_id", "is not", null)
      .execute();
    expect(people).toEqual([{ user_id: customer.id }]);
  });

  test("withdraws their mail, and cannot be repeated", async () => {
    const user = await withBelongings();
    await deleteUser(deps, user.id);
    const again = refusalOf(deleteUser(deps, user.id));
    const reset = refusalOf(resetByAdmin(deps, { email: user.email ?? "" }, { smtpUrl: null }));
    expect([(await again).code, (await reset).code]).toEqual(["not_found", "not_found"]);
    expect((await storedAccount(database.db, user)).mails).toEqual([]);
  });
});

test("works for two admins who delete each other, without a deadlock", async () => {
  const { db } = database;
  for (let round = 0; round < 5; round += 1) {
    const [one, two] = [
      await insertUser(db, { role: "Super Admin" }),
      await insertUser(db, { role: "Super Admin" }),
    ];
    const [asOne, asTwo] = [await actingAs(db, one), await actingAs(db, two)];
    const outcomes = await Promise.allSettled([
      deleteUser(asOne, two.id),
      deleteUser(asTwo, one.id),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  }
});
