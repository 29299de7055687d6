import { AppError } from "../../shared/errors.ts";
import { linkTemplates } from "../../shared/mails.ts";
import type { Tx } from "../db/database.ts";
import { notifyPages } from "../events/live-events.ts";
import { recordAct } from "../events/record-act.ts";
import { isLineDue } from "../log-limit.ts";
import { afterNewPassword, passwordChangedMessage } from "./change-password.ts";
import type { VisitorDeps } from "./deps.ts";
import { limitState, lockCounters, saveCounters } from "./failure-counters.ts";
import { findRepeated, saveLinkRequest } from "./link-requests.ts";
import { findOwner, hasOpenLink, type LinkKind, readLink, spendLink } from "./links.ts";
import { assertChoosable } from "./passwords.ts";
import { tokenHash } from "./tokens.ts";

export const resetRequestedMessage =
  "If there's an account for this address, we've sent a link by email.";
/** If the desk sends no mail: a Super Admin sees the request under Settings and hands over the link. */
export const resetNotedMessage =
  "If there's an account for this address, an administrator has been notified and will send you a link.";
const resetsAnHour = 3;

/** For any address, known or not. Requests over the limit leave only a line in the log. */
export const resetLimits = {
  ipAddress: { count: 20, window: 10 * 60_000 },
  network: { count: 200, window: 10 * 60_000 },
};

/** The answer is the same for every address and any number of requests. */
export async function requestReset(
  deps: VisitorDeps,
  { email }: { email: string },
): Promise<{ message: string }> {
  const { db, log, desk } = deps.services;
  const refusal = await db.transaction().execute(async (tx) => {
    if (!(await countRequest(tx, deps))) return "network";
    const user = await lockByEmail(tx, email);
    const canGetMail = user && user.state !== "disabled";
    if (canGetMail && (await hasEnough(tx, user, deps.now))) return "account";
    const template = user?.state === "invited" ? "invitation" : "reset";
    await recordAct(
      tx,
      {
        act: "password.reset-requested",
        actorId: null,
        subject: { kind: "user", id: user?.id ?? null },
        personal: { network: deps.network, typedAddress: user ? undefined : email },
        mail: canGetMail ? { template, userId: user.id, data: {} } : undefined,
      },
      deps,
    );
    return null;
  });
  if (refusal && isLineDue(log, deps.network, deps.now)) {
    log.warn("reset.refused", { requestId: deps.requestId, limit: refusal });
  }
  return { message: desk.sendsMail ? resetRequestedMessage : resetNotedMessage };
}

async function countRequest(tx: Tx, { ipAddress, network, now }: VisitorDeps): Promise<boolean> {
  const keys = { ipAddress: `ri:${tokenHash(ipAddress)}`, network: `rn:${network}` };
  const before = await lockCounters(tx, [keys.ipAddress, keys.network]);
  const limitStates = (["ipAddress", "network"] as const).map((kind) =>
    limitState(resetLimits[kind], before.get(keys[kind]), keys[kind], now.getTime()),
  );
  if (limitStates.some(({ room }) => room <= 0)) return false;
  await saveCounters(
    tx,
    limitStates.map(({ next }) => next),
  );
  return true;
}

interface ResetUser {
  id: string;
  state: "invited" | "active" | "disabled";
}

/** Locked, so that simultaneous requests are counted one by one. */
async function lockByEmail(tx: Tx, email: string): Promise<ResetUser | undefined> {
  return await tx
    .selectFrom("users")
    .select(["id", "state"])
    .where((where) => where(where.fn("lower", ["email"]), "=", email.toLowerCase()))
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/**
 * Over the limit, one more mail goes out if no earlier link works and none is waiting to be sent: strangers must not
 * be able to keep a person out.
 */
async function hasEnough(tx: Tx, { id }: ResetUser, now: Date): Promise<boolean> {
  const mails = await tx
    .selectFrom("outgoing_mails")
    .select("state")
    .where("user_id", "=", id)
    .where("template", "in", linkTemplates)
    .where("created_at", ">", new Date(now.getTime() - 60 * 60_000))
    .execute();
  if (mails.length < resetsAnHour) return false;
  const isWaiting = mails.some((mail) => mail.state !== "sent" && mail.state !== "skipped");
  return isWaiting || (await hasOpenLink(tx, id, now));
}

const passwordSetMessage = "Your password has been set. Please sign in.";

interface ChosenPassword {
  token: string;
  newPassword: string;
  requestId?: string | undefined;
}

/** Through a mailed link: after a forgotten password, or after an invitation. */
export async function choosePassword(
  deps: VisitorDeps,
  input: ChosenPassword,
): Promise<{ message: string }> {
  try {
    return answerTo(await choose(deps, input));
  } catch (error) {
    const kind = await findRepeated(error, deps, requestOf(input), (db) =>
      findOwner(db, input.token),
    );
    if (!kind) throw error;
    return answerTo(kind);
  }
}

function requestOf({ token, ...sent }: ChosenPassword) {
  return { requestId: undefined, ...sent, identifiedBy: [token] };
}

function answerTo(kind: LinkKind): { message: string } {
  return { message: kind === "invitation" ? passwordSetMessage : passwordChangedMessage };
}

async function choose(deps: VisitorDeps, input: ChosenPassword): Promise<LinkKind> {
  const { services, now } = deps;
  const { kind, userId } = await readLink(services.db, input.token, now);
  if (!userId || (kind !== "reset" && kind !== "invitation")) throw new AppError("link_spent");
  await assertChoosable(input.newPassword);
  const hash = await services.passwords.hash(input.newPassword);
  await services.db.transaction().execute(async (tx) => {
    await lockUserFirst(tx, userId);
    await spendLink(tx, input.token, ["reset", "invitation"], now);
    await saveLinkRequest(tx, requestOf(input), { kind, userId, now });
    const person = await tx
      .updateTable("users")
      .set({ password_hash: hash, password_set_at: now, state: "active" })
      .where("id", "=", userId)
      .returning(["id", "email"])
      .executeTakeFirstOrThrow();
    await afterNewPassword(tx, deps, person, {
      act: "password.chosen",
      notice: kind === "invitation" ? "password-set" : "password-changed",
    });
    await notifyPages(tx, "users");
  });
  return kind;
}

/** Locked first, like everywhere links are voided: disabling the person in the meantime voids this link. */
async function lockUserFirst(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom("users").select("id").where("id", "=", userId).forUpdate().execute();
}
