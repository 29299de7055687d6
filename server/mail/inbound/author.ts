import { mailDomainOf } from "../../../shared/inbound-mail.ts";
import { isFreeMail } from "../../../shared/mail-domains.ts";
import type { Actor } from "../../access/actor.ts";
import { readActor } from "../../access/read-actor.ts";
import type { Tx } from "../../db/database.ts";
import { insertMailAuthor } from "../../users/create-user.ts";
import { cut } from "./facts.ts";
import type { Work } from "./work.ts";

/** The author becomes a user with their first accepted mail. */
export async function findAuthor(
  { tx, row, facts, now }: Work,
  companyId: string | null,
): Promise<Actor> {
  const { person, sender } = facts;
  if (!sender) throw new Error("A mail without a sender has no author");
  const id =
    person?.id ??
    (await insertMailAuthor(
      tx,
      { now, requestId: row.id },
      { ...nameOf(sender), email: sender.address, companyId },
    ));
  if (person && companyId !== null) {
    await tx
      .insertInto("user_companies")
      .values({ user_id: id, company_id: companyId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return await readActor(tx, { id, role: "Customer", company_scope: null });
}

/** `Ana Ruiz`, `Ruiz, Ana`, or the address where there is no name. */
function nameOf({ name, address }: { name: string; address: string }) {
  const [, last = "", first = ""] = /^([^,]+),\s*([^,]+)$/.exec(name) ?? [];
  const whole = first === "" ? name : `${first} ${last}`;
  const words = whole.replaceAll("@", " ").trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) words.push(address.slice(0, address.lastIndexOf("@")));
  const [firstName = "", ...others] = words;
  return { firstName: cut(firstName, 80), lastName: cut(others.join(" "), 80) };
}

/** The company of a new ticket, and whether its author joins it. */
export async function chooseCompany({
  tx,
  facts,
}: Work): Promise<{ id: string | null; joins: boolean }> {
  const { person, ticketMailbox: mailbox, sender, verdict } = facts;
  const own = person === null ? [] : await companiesOf(tx, person.id);
  const [only, ...more] = own;
  if (only && more.length === 0) return { id: only, joins: false };
  if (mailbox.company_id && own.includes(mailbox.company_id)) {
    return { id: mailbox.company_id, joins: false };
  }
  if (person && only) {
    const newest = await tx
      .selectFrom("tickets")
      .select("company_id")
      .where("requester_id", "=", person.id)
      .where("company_id", "in", own)
      .orderBy("created_at", "desc")
      .executeTakeFirst();
    return { id: newest?.company_id ?? only, joins: false };
  }
  const domain = mailDomainOf(sender?.address ?? "");
  const isProven = verdict === "pass" || mailbox.joins_without_verdict;
  const ofDomain = isProven && !isFreeMail(domain) ? await companyOfDomain(tx, domain) : null;
  if (ofDomain) return { id: ofDomain, joins: true };
  const ofMailbox = mailbox.company_id && (await lockActive(tx, mailbox.company_id));
  return { id: ofMailbox ? mailbox.company_id : null, joins: false };
}

async function companiesOf(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("companies")
    .innerJoin("user_companies", "user_companies.company_id", "companies.id")
    .select("companies.id")
    .where("user_id", "=", userId)
    .where("companies.state", "=", "active")
    .orderBy("companies.id")
    .forShare("companies")
    .execute();
  return rows.map(({ id }) => id);
}

async function companyOfDomain(tx: Tx, domain: string): Promise<string | null> {
  const found = await tx
    .selectFrom("companies")
    .innerJoin("company_domains", "company_domains.company_id", "companies.id")
    .select("companies.id")
    .where("domain", "=", domain)
    .where("companies.state", "=", "active")
    .forShare("companies")
    .executeTakeFirst();
  return found?.id ?? null;
}

async function lockActive(tx: Tx, companyId: string): Promise<boolean> {
  const found = await tx
    .selectFrom("companies")
    .select("state")
    .where("id", "=", companyId)
    .forShare()
    .executeTakeFirst();
  return found?.state === "active";
}
