import { describeLifetime } from "../../shared/link-lifetime.ts";
import { createLink, linkUrl } from "../auth/links.ts";
import { recordAct } from "../events/record-act.ts";
import { readMailSettings } from "../settings/mail-settings.ts";
import { addressOfDesk } from "../start/address.ts";
import { StartError } from "../start-error.ts";
import { findUserForLink } from "../users/create-from-shell.ts";
import { readArguments, showHelp } from "./arguments.ts";
import { withDesk } from "./with-desk.ts";

showHelp(
  "bun run user:link --email …\n\nPrints a link for a user whom mail does not reach. It works once.",
);

/** `bun run user:link --email …`: creates a sign-in link for someone whom mail does not reach. */
await withDesk(
  readWhose,
  async ({ config, db }, email) => {
    const now = new Date();
    const user = await findUserForLink({ db, now }, email);
    if (!user) throw new StartError(`No user who can sign in has the address ${email}.`);
    const { id, kind } = user;
    const entry = { act: "user.link-made", actorId: null, subject: { kind: "user", id } } as const;
    const token = await db.transaction().execute(async (tx) => {
      await recordAct(tx, entry, { now, requestId: "server-shell" });
      return await createLink(tx, { kind, userId: id, now });
    });
    const { baseUrl } = (await readMailSettings(db, config)).fields;
    const address = await addressOfDesk({ ...config, baseUrl: config.baseUrl ?? baseUrl });
    return `Works once, valid for ${describeLifetime(kind)}:\n${linkUrl(address, kind, token)}`;
  },
  { existing: true },
);

function readWhose(): string {
  const { email } = readArguments(["email"]);
  if (!email) throw new StartError("Whose link? Add --email and the address.");
  return email;
}
