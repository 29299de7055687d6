import { type BrowserContext, chromium } from "@playwright/test";
import { demoPassword } from "../../server/demo/accounts.ts";
import { signInBrowser } from "../e2e/browser/fixtures.ts";
import { findBrowser } from "../runner/browser.ts";
import { say } from "../support/harness.ts";
import { endSpawned, makeDataFolder, startServer } from "../support/process/spawned-server.ts";

const accounts = { "Super Admin": "admin", Agent: "agent", Customer: "customer" } as const;
export type DemoRole = keyof typeof accounts;
export const demoRoles = Object.keys(accounts) as DemoRole[];

/** A browser for a new user of that role, or for a visitor. */
export type ContextOf = (role: DemoRole | null, width?: number) => Promise<BrowserContext>;

/** The demo in a real browser, for as long as it is measured. */
export async function inDemoBrowser(measure: (contextOf: ContextOf) => Promise<void>) {
  const executablePath = (await findBrowser(say)) ?? undefined;
  const args = process.getuid?.() === 0 ? ["--no-sandbox", "--disable-dev-shm-usage"] : [];
  const server = await startServer({ DATA_DIR: await makeDataFolder() });
  const browser = await chromium.launch({ executablePath, args });
  try {
    await measure(async (role, width = 1440) => {
      const viewport = { width, height: 900 };
      const context = await browser.newContext({ viewport, baseURL: server.url });
      if (role) {
        const desk = { url: server.url } as Parameters<typeof signInBrowser>[1];
        await signInBrowser(context, desk, `${accounts[role]}@demo.test`, demoPassword);
      }
      return context;
    });
  } finally {
    await browser.close();
    await endSpawned();
  }
}
