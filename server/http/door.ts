import { type Capability, can } from "../../shared/access.ts";
import { AppError } from "../../shared/errors.ts";
import { linkHeader } from "../../shared/tickets/one-ticket.ts";
import type { ActorDeps } from "../access/actor.ts";
import type { SignedIn } from "../auth/session.ts";
import type { Services } from "../services.ts";
import type { Http } from "./env.ts";

/** The signed-in person; an expired cookie and no cookie are different errors. */
export function signedInOf(c: Http): SignedIn {
  const signedIn = c.get("signedIn");
  if (!signedIn) throw new AppError(c.get("deadCookie") ? "session_expired" : "not_signed_in");
  return signedIn;
}

/** What a command gets from a route. A missing permission is refused before anything else. */
export function actorDeps(c: Http, services: Services, capability?: Capability): ActorDeps {
  const { actor, credential } = signedInOf(c);
  if (capability && !can(actor, capability)) throw new AppError("forbidden");
  const { db, now } = services;
  return {
    db,
    actor,
    credential,
    now: now(),
    requestId: c.get("requestId"),
    network: c.get("network"),
  };
}

/** The same for a visitor with the link in a customer's mail. */
export async function linkDeps(
  c: Http,
  services: Services,
): Promise<ActorDeps & { onlyTicketId: string }> {
  const { db } = services;
  const now = services.now();
  const opened = await services.oneTicketLinks.open({ db, now }, c.req.header(linkHeader));
  const { actor, ticketId } = opened.person;
  return {
    db,
    actor,
    credential: null,
    link: opened.link,
    onlyTicketId: ticketId,
    now,
    requestId: c.get("requestId"),
    network: c.get("network"),
  };
}
