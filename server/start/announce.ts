import type { Config } from "../config.ts";
import { demoAccounts } from "../demo/accounts.ts";
import type { ServedDesk } from "./serve-desk.ts";

/** What the person who started the server reads. */
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
    lines.push("", "This desk holds a demo. Sign in as");
    for (const { role, email, password } of demoAccounts) {
      lines.push(`  ${role.padEnd(12)} ${email.padEnd(19)} password ${password}`);
    }
    lines.push(
      "",
      "Your own desk begins where it is gone: `npx -y bun run demo:empty`, and start again.",
    );
  }
  if (firstAdminLink) {
    lines.push("", "Nobody is here yet. Make the first Super Admin (good once, for an hour):");
    lines.push(`  ${firstAdminLink}`);
  }
  if (!config.smtpUrl) {
    lines.push("", "No SMTP_URL: mails are kept, and a Super Admin reads them under Settings.");
  } else if (!config.baseUrl) {
    lines.push("", `No BASE_URL: links in mails begin with ${served.origin}.`);
  }
  return `${lines.join("\n")}\n`;
}
