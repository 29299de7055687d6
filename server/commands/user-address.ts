import { confirmAddressOnServer } from "../auth/address-change.ts";
import { linkUrl } from "../auth/links.ts";
import { addressOfDesk } from "../start/address.ts";
import { StartError } from "../start-error.ts";
import { findUserForLink } from "../users/create-from-shell.ts";
import { readArguments, showHelp } from "./arguments.ts";
import { withDesk } from "./with-desk.ts";

showHelp(
  "bun run user:address --email …\n\nConfirms a change of address in place of the current address.",
);

/** `bun run user:address --email …`: confirms a change of address in place of the current address. */
await withDesk(
  readAddress,
  async ({ config, db }, current) => {
    const now = new Date();
    const user = await findUserForLink({ db, now }, current);
    if (!user) throw new StartError(`No user who can sign in has the address ${current}.`);
    const sendsMail = config.smtpUrl !== null;
    const { is, email, token } = await confirmAddressOnServer(
      { db, now, requestId: "server-shell" },
      { userId: user.id, sendsMail },
    );
    if (is === "changed") return `The address of ${current} is now ${email}.`;
    if (!token)
      return `Confirmed. The change takes effect once the link mailed to ${email} is opened.`;
    const link = linkUrl(await addressOfDesk(config), "address-new", token);
    return `Confirmed. This desk sends no mail: the change takes effect once this link is opened.\n${link}`;
  },
  { existing: true },
);

function readAddress(): string {
  const { email } = readArguments(["email"]);
  if (!email) throw new StartError("Whose address? Add --email and their current address.");
  return email;
}
