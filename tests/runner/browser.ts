import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { Glob } from "bun";
import { isDebianRoot } from "../support/programs.ts";
import { runProgram } from "./program.ts";

/**
 * The browser for the tests; where there is none, one is installed. Null: that did not work. The
 * headless shell comes first: the full browser draws its own interface with every context, and
 * takes twice as long.
 */
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
  const onThePath = [
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
  ];
  return playwrightsOwn() ?? onThePath.map((name) => Bun.which(name)).find(Boolean) ?? null;
}

/** Of the version that belongs to it: its headless shell, or else the full browser. */
function playwrightsOwn(): string | null {
  const full = chromium.executablePath();
  const [, folder, version] = /^(.*)[/\\]chromium-(\d+)[/\\]/.exec(full) ?? [];
  if (folder && existsSync(folder)) {
    const shells = new Glob(`chromium_headless_shell-${version}/*/*headless{-,_}shell{,.exe}`);
    for (const path of shells.scanSync({ cwd: folder, absolute: true })) return path;
  }
  return existsSync(full) ? full : null;
}

function installers(): { words: string; cmd: string[] }[] {
  const playwright = {
    words: "playwright install chromium-headless-shell",
    cmd: [process.execPath, "x", "--bun", "playwright", "install", "chromium-headless-shell"],
  };
  const install = "apt-get install -qy chromium-headless-shell";
  const apt = {
    words: install,
    cmd: ["sh", "-c", `apt-get update -q && DEBIAN_FRONTEND=noninteractive ${install}`],
  };
  // On Debian it brings along the libraries that a bare Chromium lacks there.
  return isDebianRoot() ? [apt, playwright] : [playwright];
}
