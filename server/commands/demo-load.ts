import { createPasswords } from "../auth/password.ts";
import { demoAccounts, demoPassword } from "../db/demo/accounts.ts";
import { loadDemo } from "../db/demo/load-demo.ts";
import { isEmpty } from "../start/demo.ts";
import { StartError } from "../start-error.ts";
import { withDesk } from "./with-desk.ts";

/** `bun run demo:load`: the demo where it does not come by itself; into an empty desk only. */
await withDesk(async ({ config, db }) => {
  if (config.production) throw new StartError("In production there is no demo.");
  if (!(await isEmpty(db))) throw new StartError("This desk is not empty: nothing was loaded.");
  const passwordHash = await createPasswords().hash(demoPassword);
  await loadDemo(db, { now: new Date(), passwordHash });
  const accounts = demoAccounts.map(({ email }) => email).join(", ");
  return `The demo is loaded. Sign in as ${accounts}, password ${demoPassword}.`;
});
