import type { UpdateProfileInput } from "../../shared/schemas/users.ts";
import type { ViewerProfile } from "../../shared/users.ts";
import { recordAudit } from "../events/audit.ts";
import { tellUsersMoved } from "../events/users-moved.ts";
import type { SignedInDeps } from "./deps.ts";

/** What a person may change of themselves: never role, state or companies. */
export async function updateProfile(
  deps: SignedInDeps,
  input: UpdateProfileInput,
): Promise<ViewerProfile> {
  const { viewer } = deps.signedIn;
  const phone = input.phone === undefined ? viewer.phone : input.phone || null;
  const next: ViewerProfile = { ...viewer, ...input, phone };
  await deps.services.db.transaction().execute(async (tx) => {
    await tx
      .updateTable("users")
      .set({
        first_name: next.firstName,
        last_name: next.lastName,
        phone: next.phone,
        time_zone: next.timeZone,
        theme: next.theme,
        nav_collapsed: next.navCollapsed,
        single_keys: next.singleKeys,
      })
      .where("id", "=", viewer.id)
      .execute();
    const personal = (["firstName", "lastName", "phone"] as const).filter(
      (field) => next[field] !== viewer[field],
    );
    if (personal.length === 0) return;
    const pick = (from: ViewerProfile) =>
      Object.fromEntries(personal.map((field) => [field, from[field]]));
    await recordAudit(
      tx,
      {
        act: "profile.updated",
        actorId: viewer.id,
        subject: { kind: "user", id: viewer.id },
        fields: personal,
        personal: { before: pick(viewer), after: pick(next) },
      },
      deps,
    );
    await tellUsersMoved(tx);
  });
  return next;
}
