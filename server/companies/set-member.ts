import type { CompanyDetails } from "../../shared/companies.ts";
import { AppError } from "../../shared/errors.ts";
import type { SetMemberInput } from "../../shared/schemas/companies.ts";
import { userLimits } from "../../shared/users.ts";
import type { ActorDeps } from "../actor.ts";
import type { Tx } from "../db/database.ts";
import { recordAct } from "../events/record-act.ts";
import { transact } from "../transact.ts";
import { getCompany } from "./details.ts";
import { leaveCompany } from "./leave-company.ts";
import { type LockedPerson, lockCompany, lockForRights } from "./lock.ts";
import { refusedPerson } from "./refused-person.ts";

/** A customer joins, leaves, or sees all tickets or only their own. */
export async function setMember(deps: ActorDeps, input: SetMemberInput): Promise<CompanyDetails> {
  await transact(deps, async (tx, deps) => {
    const [person] = await lockForRights(tx, [input.userId]);
    if (!person) throw new AppError("not_found");
    if (person.role !== "Customer") {
      throw refusedPerson("members", `${person.name} is no customer.`);
    }
    await lockCompany(tx, input.id);
    const act = input.member ? await join(tx, person, input) : await leave(tx, deps, person, input);
    if (act === null) return;
    await recordAct(
      tx,
      {
        act,
        actorId: deps.actor.id,
        subject: { kind: "company", id: input.id },
        fields: ["members"],
        personal: {
          personId: person.id,
          after: input.member ? { seesAllTickets: input.seesAllTickets } : undefined,
        },
        tells: "companies",
      },
      deps,
    );
  });
  return await getCompany(deps, input.id);
}

/** Who joins sees their own tickets, unless more is said. */
async function join(tx: Tx, person: LockedPerson, { id, seesAllTickets }: SetMemberInput) {
  const companies = await tx
    .selectFrom("user_companies")
    .select(["company_id", "sees_all_tickets"])
    .where("user_id", "=", person.id)
    .execute();
  const before = companies.find((company) => company.company_id === id);
  if (!before) {
    if (companies.length >= userLimits.companies) {
      const most = userLimits.companies;
      throw refusedPerson(
        "members",
        `${person.name} belongs to ${most} companies, and more are not possible.`,
      );
    }
    await tx
      .insertInto("user_companies")
      .values({ user_id: person.id, company_id: id, sees_all_tickets: seesAllTickets ?? false })
      .execute();
    return "company.member-added" as const;
  }
  if (seesAllTickets === undefined || seesAllTickets === before.sees_all_tickets) return null;
  await tx
    .updateTable("user_companies")
    .set({ sees_all_tickets: seesAllTickets })
    .where("user_id", "=", person.id)
    .where("company_id", "=", id)
    .execute();
  return "company.member-changed" as const;
}

/** What they asked stays theirs; what they only followed there they follow no longer. */
async function leave(tx: Tx, deps: ActorDeps, person: LockedPerson, { id }: SetMemberInput) {
  const left = await leaveCompany(tx, deps, { userId: person.id, companyId: id });
  return left ? ("company.member-removed" as const) : null;
}
