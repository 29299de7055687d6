import { existsSync, readFileSync } from "node:fs";
import { chromium } from "@playwright/test";
import { runProgram } from "./run-stage.ts";

/** The browser for the tests; where there is none, one is installed. Null: that did not work. */
export async function findBrowser(say: (line: string) => void): Promise<string | null> {
  const given = process.env.CHROMIUM_PATH;
  if (given) return existsSync(given) ? given : null;
  const found = findInstalled();
  if (found) return found;

  for (const { words, cmd } of installers()) {
    say(`There is no browser here: installing one (${words})`);
    const { code, output } = await runProgram(cmd);
    const installed = code === 0 ? findInstalled() : null;
    if (installed) return installed;
    say(output.split("\n").slice(-5).join("\n"));
  }
  return null;
}

function findInstalled(): string | null {
  const own = chromium.executablePath();
  if (own && existsSync(own)) return own;
  return (
    ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"]
      .map((name) => Bun.which(name))
      .find((path) => path !== null) ?? null
  );
}

function installers(): { words: string; cmd: string[] }[] {
  const playwright = {
    words: "playwright install chromium",
    cmd: [process.execPath, "x", "--bun", "playwright", "install", "chromium"],
  };
  const apt = {
    words: "apt-get install -y chromium",
    cmd: [
      "sh",
      "-c",
      "apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -qy chromium",
    ],
  };
  // On Debian it brings along the libraries that a bare Chromium lacks there.
  return isDebianRoot() ? [apt, playwright] : [playwright];
}

function isDebianRoot(): boolean {
  if (process.getuid?.() !== 0 || !existsSync("/etc/os-release")) return false;
  return (
    /^ID=debian$/m.test(readFileSync("/etc/os-release", "utf8")) && Bun.which("apt-get") !== null
  );
}
