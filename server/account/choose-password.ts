import { AppError } from "../../shared/errors.ts";
import { findOwner, type LinkKind, readLink, spendLink } from "../auth/links.ts";
import { assertChoosable } from "../auth/password.ts";
import type { Tx } from "../db/database.ts";
import { tellPages } from "../events/live-events.ts";
import { afterNewPassword, passwordChangedMessage } from "./after-new-password.ts";
import type { VisitorDeps } from "./deps.ts";
import { keepSent, wasDone } from "./sent-again.ts";

const passwordSetMessage = "Your password has been set. Please sign in.";

interface ChosenPassword {
  token: string;
  newPassword: string;
  requestId?: string | undefined;
}

/** From a mailed link: a forgotten password, or the first one of somebody invited. */
export async function choosePassword(
  deps: VisitorDeps,
  input: ChosenPassword,
): Promise<{ message: string }> {
  try {
    return answerTo(await choose(deps, input));
  } catch (error) {
    const kind = await wasDone(error, deps, sentOf(input), (db) => findOwner(db, input.token));
    if (!kind) throw error;
    return answerTo(kind);
  }
}

function sentOf({ token, ...sent }: ChosenPassword) {
  return { requestId: undefined, ...sent, told: [token] };
}

function answerTo(kind: LinkKind): { message: string } {
  return { message: kind === "invitation" ? passwordSetMessage : passwordChangedMessage };
}

async function choose(deps: VisitorDeps, input: ChosenPassword): Promise<LinkKind> {
  const { services, now } = deps;
  const { kind, userId } = await readLink(services.db, input.token, now);
  if (!userId) throw new AppError("link_spent");
  assertChoosable(input.newPassword);
  const hash = await services.passwords.hash(input.newPassword);
  await services.db.transaction().execute(async (tx) => {
    await lockPerson(tx, userId);
    await spendLink(tx, input.token, ["reset", "invitation"], now);
    await keepSent(tx, sentOf(input), { kind, userId, now });
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
    await tellPages(tx, "users");
  });
  return kind;
}

/** First, like everybody who ends somebody's links: whoever disabled them meanwhile voided this one. */
async function lockPerson(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom("users").select("id").where("id", "=", userId).forUpdate().execute();
}
