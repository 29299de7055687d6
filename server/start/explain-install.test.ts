import { expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { explainInstall } from "./explain-install.ts";

test.each([
  ["error: lockfile had changes, but lockfile is frozen", /bun\.lock and package\.json/],
  ["error: ConnectionRefused downloading package manifest hono", /registry cannot be reached/],
  ["error: GET https://npm.test/hono - 404", /does not have this package/],
  ["error: GET https://npm.test/hono - 401", /token in \.npmrc/],
  ["error: GET https://npm.test/hono - 407", /HTTPS_PROXY/],
  ["error: Integrity check failed for tarball: hono", /not what bun\.lock names/],
  ["EACCES: Permission denied while installing hono", /cannot write to node_modules/],
  ["error: No space left on device", /disk is full/],
  ["something else", /something else\. The message is from bun install/],
])("%s is explained", (output, words) => {
  expect(explainInstall(`bun install v1\n${output}\n`)).toMatch(words);
});

test("an installation from a registry that is not there names the registry and the proxy", async () => {
  const folder = await mkdtemp(join(tmpdir(), "frontdesk-install-"));
  const dependencies = { "a-package-of-this-test": "1.0.0" };
  await Bun.write(join(folder, "package.json"), JSON.stringify({ name: "desk", dependencies }));
  await Bun.write(join(folder, "bunfig.toml"), '[install]\nregistry = "http://127.0.0.1:9/"\n');
  const child = Bun.spawn([process.execPath, "install"], {
    cwd: folder,
    stdout: "pipe",
    stderr: "pipe",
    env: { PATH: process.env.PATH ?? "", HOME: folder, BUN_CONFIG_HTTP_RETRY_COUNT: "0" },
  });
  const output = `${await new Response(child.stdout).text()}\n${await new Response(child.stderr).text()}`;
  expect(await child.exited).not.toBe(0);
  expect(explainInstall(output)).toMatch(/registry cannot be reached.*HTTPS_PROXY/);
  await rm(folder, { recursive: true, force: true });
}, 60_000);
