import { findBrowser } from "./browser.ts";
import { browserConfig, playwright } from "./browser-tests.ts";
import { root } from "./program.ts";

/** `bun run e2e <file>`: some of the browser tests, with what Playwright itself takes after it. */
const browser = await findBrowser((line) => process.stdout.write(`${line}\n`));
if (!browser) {
  process.stderr.write("There is no browser, and none could be installed.\n");
  process.exit(1);
}
const child = Bun.spawn([...playwright, ...browserConfig, ...process.argv.slice(2)], {
  cwd: root,
  env: { ...process.env, CHROMIUM_PATH: browser },
  stdio: ["inherit", "inherit", "inherit"],
});
process.exit(await child.exited);
