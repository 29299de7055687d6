import { beforeAll, describe, expect, test } from "bun:test";
import { AppError } from "../../shared/errors.ts";
import { type SaveMacroInput, saveMacroInput } from "../../shared/schemas/macros.ts";
import { actorOf, insertUser, nameOf, type UserRow } from "../../tests/support/builders.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import type { ActorDeps } from "../access/actor.ts";
import { deleteMacro, saveMacro } from "./commands.ts";
import { listMacros } from "./queries.ts";

const requestId = () => Bun.randomUUIDv7();

const database = setUpTestDatabase();
let maya: ActorDeps;
let samuel: ActorDeps;
let admin: ActorDeps;
let samuelRow: UserRow;

beforeAll(async () => {
  const depsOf = async (user: UserRow): Promise<ActorDeps> => ({
    db: database.db,
    now: new Date("2026-11-21T10:00:00.000Z"),
    actor: await actorOf(database.db, user),
    credential: null,
    requestId: "test",
  });
  maya = await depsOf(await insertUser(database.db, { role: "Agent", company_scope: "all" }));
  samuelRow = await insertUser(database.db, { role: "Agent", company_scope: "all" });
  samuel = await depsOf(samuelRow);
  admin = await depsOf(await insertUser(database.db, { role: "Super Admin" }));
});

let made = 0;

function macro(given: Partial<SaveMacroInput> = {}): SaveMacroInput {
  made += 1;
  return { name: `Macro ${made}`, body: "Hello", shared: false, changes: {}, ...given };
}

async function namesFor(deps: ActorDeps): Promise<string[]> {
  return (await listMacros(deps)).macros.map(({ name }) => name);
}

async function refusalOf(act: Promise<unknown>): Promise<AppError> {
  const error = await act.then(
    () => null,
    (reason) => reason,
  );
  if (!(error instanceof AppError)) throw new Error(`No refusal but ${error}`);
  return error;
}

describe("a macro", () => {
  test("is returned as saved, with names for ids and lowercase tags", async () => {
    const { id } = await saveMacro(
      maya,
      macro({
        name: "Waiting for the carrier",
        body: "Hello {{requester.firstName}}",
        shared: true,
        changes: {
          status: "on-hold",
          priority: "high",
          assignee: samuel.actor.id,
          addTags: ["Carrier", "carrier"],
          removeTags: ["new"],
        },
      }),
      requestId(),
    );
    const found = (await listMacros(samuel)).macros.find((one) => one.id === id);
    expect(found).toMatchObject({
      name: "Waiting for the carrier",
      body: "Hello {{requester.firstName}}",
      shared: true,
      editable: false,
      changes: {
        status: "on-hold",
        priority: "high",
        assignee: { id: samuel.actor.id, name: nameOf(samuelRow) },
        addTags: ["carrier"],
        removeTags: ["new"],
      },
    });
  });

  test("that is private cannot be listed, changed or deleted by others", async () => {
    const own = macro();
    const { id } = await saveMacro(maya, own, requestId());
    expect(await namesFor(maya)).toContain(own.name);
    expect(await namesFor(samuel)).not.toContain(own.name);
    expect(await namesFor(admin)).not.toContain(own.name);
    expect((await refusalOf(saveMacro(admin, { ...own, id }, requestId()))).code).toBe("not_found");
    expect((await refusalOf(deleteMacro(samuel, id, requestId()))).code).toBe("not_found");
  });

  test("that is shared can be used by all staff and changed by its owner and Super Admins", async () => {
    const shared = macro({ shared: true });
    const { id } = await saveMacro(maya, shared, requestId());
    expect(await namesFor(samuel)).toContain(shared.name);
    expect((await refusalOf(saveMacro(samuel, { ...shared, id }, requestId()))).code).toBe(
      "forbidden",
    );
    await saveMacro(admin, { ...shared, id, body: "Better" }, requestId());
    expect((await listMacros(maya)).macros.find((one) => one.id === id)).toMatchObject({
      body: "Better",
      editable: true,
      owner: { id: maya.actor.id },
    });
    await deleteMacro(maya, id, requestId());
    expect(await namesFor(samuel)).not.toContain(shared.name);
  });

  test("has a unique name in any case among shared and among own macros", async () => {
    const name = `Thanks ${made}`;
    await saveMacro(maya, macro({ name, shared: true }), requestId());
    const again = await refusalOf(
      saveMacro(samuel, macro({ name: name.toUpperCase(), shared: true }), requestId()),
    );
    expect(again.details.fields).toEqual([
      { field: "name", message: "A macro with this name already exists." },
    ]);
    await saveMacro(samuel, macro({ name }), requestId());
    await saveMacro(maya, macro({ name }), requestId());
    expect((await refusalOf(saveMacro(maya, macro({ name }), requestId()))).code).toBe(
      "invalid_input",
    );
  });

  test("saved twice at the same time is created once", async () => {
    const same = macro({ shared: true });
    const done = await Promise.allSettled([
      saveMacro(maya, same, requestId()),
      saveMacro(samuel, same, requestId()),
    ]);
    expect(done.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = done.find((one) => one.status === "rejected");
    expect(refused?.reason).toBeInstanceOf(AppError);
  });

  test("assigns only people who can be assigned, and drops others later", async () => {
    const customer = await insertUser(database.db, {});
    const toCustomer = macro({ changes: { assignee: customer.id } });
    expect(
      (await refusalOf(saveMacro(maya, toCustomer, requestId()))).details.fields?.[0]?.field,
    ).toBe("changes.assignee");
    const leaving = await insertUser(database.db, { role: "Agent", company_scope: "all" });
    const { id } = await saveMacro(maya, macro({ changes: { assignee: leaving.id } }), requestId());
    for (const now of [
      { state: "disabled" },
      { state: "active", role: "Customer", company_scope: null },
    ] as const) {
      await database.db.updateTable("users").set(now).where("id", "=", leaving.id).execute();
      const found = (await listMacros(maya)).macros.find((one) => one.id === id);
      expect(found?.changes).toEqual({});
    }
  });

  test("is audited only if it is shared", async () => {
    const { id } = await saveMacro(maya, macro({ shared: true }), requestId());
    const { id: own } = await saveMacro(maya, macro(), requestId());
    await deleteMacro(maya, id, requestId());
    const rows = await database.db
      .selectFrom("audit_log")
      .select(["act", "subject_id"])
      .where("subject_id", "in", [id, own])
      .orderBy("id")
      .execute();
    expect(rows).toEqual([
      { act: "macro.created", subject_id: id },
      { act: "macro.deleted", subject_id: id },
    ]);
  });
});

test("an unknown placeholder is refused by its name", () => {
  const read = saveMacroInput.safeParse(macro({ body: "Hello {{requester.age}}" }));
  expect(read.error?.issues.map(({ message }) => message)).toEqual([
    "There is no {{requester.age}} to fill in.",
  ]);
});

test("no macro sets New", () => {
  expect(saveMacroInput.safeParse(macro({ changes: { status: "new" as never } })).success).toBe(
    false,
  );
});
