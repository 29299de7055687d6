import { refuseInput } from "../../../shared/errors.ts";
import type { ActorDeps } from "../../access/actor.ts";
import { recordLiveEvent } from "../../events/live-events.ts";
import { recordAct } from "../../events/record-act.ts";
import { onceKept } from "../../once.ts";
import { eraseAddress } from "../outbox/withdraw.ts";

/** Erases an address that belongs to no user. Messages stay. */
export async function forgetAddress(
  deps: ActorDeps,
  { address }: { address: string },
  requestId: string,
): Promise<{ tickets: number }> {
  const act = { kind: "mail.forget-address", requestId, input: { address } };
  return await onceKept(deps, act, async (tx, { actor, now }) => {
    const user = await tx
      .selectFrom("users")
      .select("id")
      .where((is) => is(is.fn<string>("lower", ["email"]), "=", address))
      .executeTakeFirst();
    if (user) throw refuseInput("address", "A user has this address. Delete the user instead.");
    const tickets = await tx
      .selectFrom("ticket_people")
      .innerJoin("tickets", "tickets.id", "ticket_people.ticket_id")
      .select(["tickets.id", "number", "company_id"])
      .where("address", "=", address)
      .execute();
    await eraseAddress(tx, address, now);
    for (const { id, number, company_id } of tickets) {
      await recordLiveEvent(tx, {
        topic: "ticket",
        subjectId: id,
        number,
        version: null,
        audience: "staff",
        companyIds: company_id === null ? [] : [company_id],
        peopleIds: [],
      });
    }
    await recordAct(
      tx,
      {
        act: "mail.address-forgotten",
        actorId: actor.id,
        subject: { kind: "mail", id: null },
      },
      { ...deps, now },
    );
    return { tickets: tickets.length };
  });
}
