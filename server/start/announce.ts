import type { Config } from "../config.ts";
import { demoAccounts } from "../demo/accounts.ts";
import type { ServedDesk } from "./serve-desk.ts";

/** The text shown to the person who started the server. */
export function announce({
  config,
  served,
  notices,
  firstAdminLink,
}: {
  config: Config;
  served: ServedDesk;
  notices: string[];
  firstAdminLink: string | null;
}): string {
  const lines = [`Frontdesk is ready at ${config.baseUrl ?? served.url}`, ...notices];
  if (served.services.desk.isDemo) {
    lines.push("", "This is a demo desk. Sign in as");
    for (const { role, email, password } of demoAccounts) {
      lines.push(`  ${role.padEnd(12)} ${email.padEnd(19)} password ${password}`);
    }
    lines.push(
      "",
      "To start your own desk, empty the demo with `npx -y bun run demo:empty`, then start again.",
    );
  }
  if (firstAdminLink) {
    lines.push(
      "",
      "There are no users yet. Create the first Super Admin (works once, for an hour):",
    );
    lines.push(`  ${firstAdminLink}`);
  }
  const { mail, sendsMail } = served.services.desk;
  if (!sendsMail) {
    lines.push(
      "",
      "Email isn't set up: mails are not sent. A Super Admin can set it up and read them on Settings > Email.",
    );
  } else if (!mail.baseUrl) {
    lines.push("", `No BASE_URL: links in mails start with ${served.origin}.`);
  }
  return `${lines.join("\n")}\n`;
}
