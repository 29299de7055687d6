import { passwordLength } from "../../shared/password-length.ts";
import { createPasswords } from "../auth/passwords.ts";
import { readMailSettings } from "../settings/mail-settings.ts";
import { StartError } from "../start-error.ts";
import { createUserFromShell } from "../users/create-from-shell.ts";
import { askPassword, readArguments, showHelp } from "./arguments.ts";
import { withDesk } from "./with-desk.ts";

showHelp(`bun run user:create --email … [--role "Super Admin"|Agent|Customer] [--first-name …] [--last-name …] [--scope all|assigned] [--by mail]

Creates a user who can sign in. Asks for the password; with --by mail the user is invited instead.`);

/** `bun run user:create --email … --role "Super Admin"`: for people with access to the server's shell. */
await withDesk(readWhom, async ({ config, db }, given) => {
  const mailed = given.by === "mail";
  const { min, max } = passwordLength;
  const ask = `Password (${min} to ${max} characters): `;
  const user = await createUserFromShell(
    { db, now: new Date() },
    {
      email: given.email,
      role: given.role ?? "Super Admin",
      firstName: given["first-name"] ?? given.email.split("@")[0] ?? "",
      lastName: given["last-name"] ?? "",
      companyScope: given.scope,
    },
    mailed ? null : { ask: () => askPassword(ask), passwords: createPasswords() },
  );
  if (!mailed) return `${user.role} ${user.email} can sign in.`;
  const { fixed, fields } = await readMailSettings(db, config);
  return fixed.server || fields.host !== ""
    ? `${user.role} ${user.email} was invited by email.`
    : `${user.role} ${user.email} was created. Email isn't set up: \`npx -y bun run user:link --email ${user.email}\` prints the link.`;
});

function readWhom() {
  const { email, by, ...given } = readArguments([
    ...(["email", "role", "first-name", "last-name", "scope", "by"] as const),
  ]);
  if (!email) throw new StartError("Who? Add --email and the address.");
  if (by && by !== "mail") throw new StartError(`--by takes mail alone, not ${by}`);
  return { ...given, email, by };
}
