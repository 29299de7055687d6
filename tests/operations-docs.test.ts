import { expect, test } from "bun:test";
import { join } from "node:path";

const root = join(import.meta.dir, "..");
const docs = await Bun.file(join(root, "docs/operations.md")).text();
const server = [...new Bun.Glob("server/**/*.ts").scanSync({ cwd: root })].filter(
  (file) => !file.endsWith(".test.ts"),
);
const code = (await Promise.all(server.map((file) => Bun.file(join(root, file)).text()))).join();

test("docs/operations.md explains each problem in the log, and names none that is never logged", () => {
  const [, table = ""] = docs.split("## What it says when something is wrong");
  const meant = new Set([...table.matchAll(/`([a-z]+(?:\.[a-z-]+)?)`/g)].map(([, name]) => name));
  const told = [...code.matchAll(/\blog\.(?:warn|error)\(\s*"([a-z.-]+)"/g)].map(
    ([, name = ""]) => name,
  );
  expect(told.length).toBeGreaterThan(20);
  expect([...new Set(told)].filter((name) => !meant.has(name)).sort()).toEqual([]);
  const events = [...table.matchAll(/^\| ((?:`[a-z]+\.[a-z-]+`(?:, )?)+) +\|/gm)]
    .flatMap(([, names = ""]) => names.match(/[a-z]+\.[a-z-]+/g) ?? [])
    .filter((name) => !code.includes(`"${name}"`));
  expect(events).toEqual([]);
});

test("docs/operations.md names every setting, and each metric in its alarms exists", async () => {
  const config = await Bun.file(join(root, "server/config.ts")).text();
  const settings = new Set(config.match(/(?<=[."])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_[A-Z0-9]+\b/g));
  for (const name of ["PORT", "HOST"]) settings.add(name);
  expect([...settings].filter((name) => !docs.includes(name))).toEqual([]);
  const asked = docs.match(/\b(?:frontdesk|process)_(?!owner\b|app\b)[a-z_]+[a-z]/g) ?? [];
  expect(asked.length).toBeGreaterThan(15);
  const isTold = (name: string) => code.includes(name.replace(/^frontdesk_|_bucket$/g, ""));
  expect([...new Set(asked)].filter((name) => !isTold(name))).toEqual([]);
});
