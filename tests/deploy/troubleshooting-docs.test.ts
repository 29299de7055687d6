import { expect, test } from "bun:test";
import { join } from "node:path";

const root = join(import.meta.dir, "../..");
const page = await Bun.file(join(root, "docs/admin/troubleshooting.md")).text();
const server = [...new Bun.Glob("server/**/*.ts").scanSync({ cwd: root })].filter(
  (file) => !file.endsWith(".test.ts"),
);
const code = (await Promise.all(server.map((file) => Bun.file(join(root, file)).text()))).join();

function section(title: string): string {
  const [, text = ""] = page.split(`## ${title}\n`);
  return text.split("\n## ")[0] ?? "";
}

test("docs/admin/troubleshooting.md explains every warning and error of the log, and no other", () => {
  const events = [...section("Log events").matchAll(/^\| (`.*?`) +\| \S/gm)].flatMap(
    ([, names = ""]) => [...names.matchAll(/`([a-z.-]+)`/g)].map(([, name = ""]) => name),
  );
  const logged = [...code.matchAll(/\blog\.(?:warn|error)\(\s*"([a-z.-]+)"/g)].map(
    ([, name = ""]) => name,
  );
  expect(logged.length).toBeGreaterThan(20);
  expect(logged.filter((name) => !events.includes(name))).toEqual([]);
  expect(events.filter((name) => !code.includes(`"${name}"`))).toEqual([]);
});

test("docs/admin/troubleshooting.md quotes messages of the start as the server writes them", () => {
  const rows = section("It does not start").matchAll(/^\| (\S.*?) +\|/gm);
  const quoted = [...rows].map(([, words = ""]) => words);
  const written = code.replace(/\$\{port\}/g, "3000");
  const messages = quoted.filter(
    (words) => !["message", "---"].includes(words.replace(/-+/, "---")),
  );
  expect(messages.length).toBeGreaterThan(3);
  expect(messages.filter((words) => !written.includes(words))).toEqual([]);
});

test("every page of the administrators' guide is linked from another page", async () => {
  const pages = [...new Bun.Glob("docs/admin/*.md").scanSync({ cwd: root })];
  const texts = await Promise.all(
    ["README.md", ...pages].map((name) => Bun.file(join(root, name)).text()),
  );
  const isLinked = (path: string) => {
    const name = path.split("/").at(-1);
    return texts.some((text) => new RegExp(`\\]\\((?:docs/admin/)?${name}[#)]`).test(text));
  };
  expect(pages.length).toBe(8);
  expect(pages.filter((path) => !isLinked(path))).toEqual([]);
});
