import type { Db } from "../../server/db/database.ts";
import type { Role } from "../../shared/access.ts";
import type { CompanyScope, UserState } from "../../shared/users.ts";
import { testPassword } from "./visitor.ts";

const cost = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;

// One cheap hash for all, since tests would spend their time on hashing.
const hash = Bun.password.hash(testPassword, { ...cost, memoryCost: 8, timeCost: 1 });

export interface Person {
  id: string;
  email: string;
  firstName: string;
}

/** A user with the given role who can sign in with `testPassword`. */
export async function addPerson(
  db: Db,
  role: Role,
  options: {
    email?: string;
    firstName?: string;
    state?: UserState;
    companyScope?: CompanyScope;
    companies?: readonly { id: string; seesAllTickets?: boolean }[];
    /** Hashed at the real cost, for tests about that. */
    password?: string;
  } = {},
): Promise<Person> {
  const id = Bun.randomUUIDv7();
  const email = options.email ?? `${id}@people.test`;
  const firstName = options.firstName ?? "Test";
  await db
    .insertInto("users")
    .values({
      id,
      first_name: firstName,
      last_name: role,
      email,
      role,
      state: options.state ?? "active",
      company_scope: role === "Agent" ? (options.companyScope ?? "all") : null,
      password_hash: options.state === "invited" ? null : await hashOf(options.password),
      password_set_at: new Date(),
    })
    .execute();
  for (const company of options.companies ?? []) {
    await db
      .insertInto("user_companies")
      .values({
        user_id: id,
        company_id: company.id,
        sees_all_tickets: company.seesAllTickets ?? false,
      })
      .execute();
  }
  return { id, email, firstName };
}

function hashOf(password: string | undefined): Promise<string> {
  return password === undefined ? hash : Bun.password.hash(password, cost);
}

export async function addCompany(db: Db, name: string): Promise<{ id: string; name: string }> {
  const id = Bun.randomUUIDv7();
  await db.insertInto("companies").values({ id, name }).execute();
  return { id, name };
}
