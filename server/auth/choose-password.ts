import { AppError } from "../../shared/errors.ts";
import type { Tx } from "../db/database.ts";
import { notifyPages } from "../events/live-events.ts";
import { afterNewPassword, passwordChangedMessage } from "./change-password.ts";
import type { VisitorDeps } from "./deps.ts";
import { findRepeated, saveLinkRequest } from "./link-requests.ts";
import { findOwner, type LinkKind, readLink, spendLink } from "./links.ts";
import { assertChoosable } from "./passwords.ts";

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
  assertChoosable(input.newPassword);
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
