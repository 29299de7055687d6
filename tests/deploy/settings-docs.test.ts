import { expect, test } from "bun:test";
import { join } from "node:path";
import { readConfig } from "../../server/config.ts";
import {
  composeSettings,
  envExample,
  settingGroups,
  settingsTable,
} from "../../server/config-reference.ts";

const root = join(import.meta.dir, "../..");
const settings = settingGroups.flatMap((group) => group.settings);
const names = settings.map(({ name }) => name);
const defaults = Object.fromEntries(
  settings.map(({ name, default: usual }) => [name, usual ?? ""]),
);
const examples = Object.fromEntries(
  settings.map(({ name, default: usual, example }) => [name, example ?? usual ?? ""]),
);

/** The names that the server asks its environment for. */
function namesRead(): string[] {
  const read = new Set<string>();
  readConfig(
    new Proxy(examples, {
      get: (env, name: string) => {
        read.add(name);
        return env[name];
      },
    }),
  );
  return [...read];
}

test("the reference lists every setting that the server reads, and no other", () => {
  expect(names.toSorted()).toEqual(namesRead().sort());
});

test("the documented defaults are the values in force without any setting", () => {
  const { S3_REGION: region, ...others } = defaults;
  // Naming the default port counts as a choice, too.
  const metrics = { host: "127.0.0.1", port: 9464, isChosen: true };
  expect(readConfig(others)).toEqual({ ...readConfig({}), metrics });
  expect(readConfig({ ...examples, S3_REGION: "" }).s3?.region).toBe(region);
});

test(".env.example lists each setting once, with a value that the server accepts", async () => {
  const text = await Bun.file(join(root, ".env.example")).text();
  expect(text).toBe(envExample());
  const lines = text.split("\n").filter((line) => /^#[A-Z]/.test(line));
  const env = Object.fromEntries(lines.map((line) => line.slice(1).split(/=(.*)/)));
  const compose = composeSettings.map(({ name }) => name);
  expect(Object.keys(env)).toEqual([...names, ...compose]);
  expect(readConfig(env)).toMatchObject({ production: true, trustProxy: 1 });
});

test("every setting that compose.yaml reads is in .env.example, with the same default", async () => {
  const file = await Bun.file(join(root, "compose.yaml")).text();
  const found = file.matchAll(/\$\{(\w+):-([^}]*)\}/g);
  const read = Object.fromEntries([...found].map(([, name = "", usual]) => [name, usual]));
  const { BASE_URL: _, ...passwords } = read;
  const listed = composeSettings.map(({ name, default: usual }) => [name, usual]);
  expect(passwords).toEqual(Object.fromEntries(listed));
  expect(names).toContain("BASE_URL");
});

test("docs/admin/settings.md has the table of the reference", async () => {
  const page = await Bun.file(join(root, "docs/admin/settings.md")).text();
  const [, table = ""] = /<!-- settings -->([\s\S]*)<!-- \/settings -->/.exec(page) ?? [];
  // The formatter pads the columns.
  const bare = (text: string) => text.replace(/-+/g, "-").replace(/ +/g, " ").trim();
  expect(bare(table)).toBe(bare(settingsTable()));
});
