import { join } from "node:path";
import { defineConfig } from "@playwright/test";

const isRoot = process.getuid?.() === 0;

/** They begin first: behind the others the last of them would go on alone, with a core at nothing. */
const long = [
  ...["accessibility", "focus", "bulk", "ticket-sending", "ticket-agent", "search", "ticket-more"],
  ...["lists", "dashboard", "users", "companies", "settings"],
].map((name) => `**/${name}.e2e.ts`);

export default defineConfig({
  testDir: ".",
  projects: [
    { name: "long", testMatch: long },
    { name: "short", testMatch: "**/*.e2e.ts", testIgnore: long },
  ],
  globalSetup: "./browser/global-setup.ts",
  fullyParallel: false,
  // While two wait for their servers a third draws.
  workers: 3,
  // What fails has its second try from tests/run.ts, once all others are through.
  retries: 0,
  forbidOnly: true,
  // For a busy shared machine: speed is measured by the bench.
  timeout: 60_000,
  expect: { timeout: 12_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [["dot"], ["json"]] : [["list"]],
  use: {
    browserName: "chromium",
    locale: "en-GB",
    timezoneId: "UTC",
    viewport: { width: 1440, height: 900 },
    // A click that waits forever reports what for, before the test times out.
    actionTimeout: 30_000,
    // What fades in has other colours at first, and moves away from a click.
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    // Costs a third of the time; `--trace on` records the test that one looks into.
    trace: "off",
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || undefined,
      env: { ...process.env, FONTCONFIG_FILE: join(import.meta.dirname, "browser/fonts.conf") },
      args: [
        // A name that is not this machine's own, as a desk in an office has one.
        "--host-resolver-rules=MAP desk.test 127.0.0.1",
        // Each frame would go from the browser's process to another one to be drawn: a twentieth of the time.
        "--in-process-gpu",
        // No page lives long enough for optimised code to pay off: a tenth of the time.
        "--js-flags=--no-maglev --no-turbofan",
        // Chromium's own sandbox does not work as root.
        ...(isRoot ? ["--no-sandbox", "--disable-dev-shm-usage"] : []),
      ],
    },
  },
});
