import { describe, expect, test } from "bun:test";
import { dirname, join, normalize } from "node:path";
import { capabilities } from "../shared/access.ts";

interface Import {
  from: string;
  /** A path below the project's root, or the name of a package. */
  to: string;
  typeOnly: boolean;
  /** By `import()`: code that is loaded when it is needed. */
  isLoadedLater: boolean;
}

const root = join(import.meta.dir, "..");
const sources = await readSources("{shared,server,client,migrations}/**/*.{ts,tsx}");
const imports = sources.flatMap(({ file, text }) => importsOf(file, text));
const isTest = (file: string) => /\.(test|e2e)\.tsx?$/.test(file);
const app = imports.filter((entry) => !isTest(entry.from));

/** A package, or what runs in a process of its own, and the one file that imports it. */
const packageUsers: [name: string, files: [string]][] = [
  ["lucia", ["server/auth/session.ts"]],
  ["postgres", ["server/db/database.ts"]],
  ["nodemailer", ["server/mail/outbox/smtp.ts"]],
  ["email-reply-parser", ["server/mail/inbound/parse/quotes.ts"]],
  ["mailauth/lib/dkim/verify", ["server/mail/inbound/parse/dkim.ts"]],
  ["ical.js", ["server/mail/inbound/parse/calendar.ts"]],
  // What is in a mail is read in a process that may be killed.
  ["server/mail/inbound/parse/read-mail.ts", ["server/mail/inbound/parse/child.ts"]],
];

describe("who can import whom", () => {
  test("shared imports nothing, except zod/mini in its schemas", () => {
    expectNone(
      app.filter(
        ({ from, to }) =>
          from.startsWith("shared/") &&
          !to.startsWith("shared/") &&
          !(from.startsWith("shared/schemas/") && to === "zod/mini"),
      ),
    );
  });

  test("vocabularies import no schemas, so a page need not load zod", () => {
    expectNone(
      app.filter(
        ({ from, to, typeOnly }) =>
          /^shared\/(?!schemas\/)/.test(from) && to.startsWith("shared/schemas/") && !typeOnly,
      ),
    );
  });

  test("no one imports the full zod", () => {
    expectNone(app.filter(({ to }) => to === "zod"));
  });

  test("the server loads large packages that few requests need when they need them", () => {
    const large = ["@zxcvbn-ts/language-common", "imapflow", "nodemailer"];
    const loaders = app.filter(({ to, typeOnly }) => large.includes(to) && !typeOnly);
    expect(new Set(loaders.map(({ to }) => to)).size).toBe(large.length);
    expectNone(loaders.filter(({ isLoadedLater }) => !isLoadedLater));
  });

  test("the client takes only the router's type from the server", () => {
    const taken = app.filter(
      ({ from, to }) => from.startsWith("client/") && to.startsWith("server/"),
    );
    expect(taken).toEqual([
      {
        ...{ from: "client/data/trpc.ts", to: "server/rpc/router.ts" },
        ...{ typeOnly: true, isLoadedLater: false },
      },
    ]);
  });

  test("the server never imports the client, except in development", () => {
    expectNone(
      app.filter(
        ({ from, to }) =>
          from.startsWith("server/") && from !== "server/dev.ts" && to.startsWith("client/"),
      ),
    );
  });

  test("migrations import no application code", () => {
    expectNone(app.filter(({ from, to }) => from.startsWith("migrations/") && to !== "kysely"));
  });

  test("client/components, data and app import no feature, and features do not import each other", () => {
    const outside = app.filter(({ from, to }) => {
      const [own, other] = [featureOf(from), featureOf(to)];
      if (other === null || own === other) return false;
      // The Account menu of the shell opens the dialogs of sign-in and password.
      if (from.startsWith("client/app/") && other === "auth") return false;
      return own !== null || /^client\/(components|data|app)\//.test(from);
    });
    expectNone(outside);
  });

  test("parts of the ticket page do not import the page", () => {
    const page = "client/features/tickets/page/";
    const inside = /^client\/features\/tickets\/(page\/|\w+\.tsx$)/;
    expectNone(app.filter(({ from, to }) => to.startsWith(page) && !inside.test(from)));
  });

  test("only entry points import tRPC or Hono", () => {
    expectNone(
      app.filter(
        ({ from, to }) => from.startsWith("server/") && /^(hono|@trpc\/)/.test(to) && !isDoor(from),
      ),
    );
  });

  test("only routers and the start import a folder's router", () => {
    const through = app.filter(
      ({ from, to }) => /\/(router|routes)\.ts$/.test(to) && !isDoor(from) && /^server/.test(from),
    );
    expect(through.map(({ from }) => from)).toEqual(["server/start/serve-desk.ts"]);
  });

  test("a small file that one file of its folder imports is part of that file", () => {
    const importers = Map.groupBy(app, ({ to }) => to);
    const small = sources.filter(({ file, text }) => {
      const by = importers.get(file) ?? [];
      const files = new Set(by.map(({ from }) => from));
      if (files.size !== 1 || by.some(({ isLoadedLater }) => isLoadedLater)) return false;
      if (dirname(by[0]?.from ?? "") !== dirname(file) || text.split("\n").length > 80)
        return false;
      const isAComponentWithState = file.endsWith(".tsx") && /\buse[A-Z]\w*\(/.test(text);
      // Tests without a browser import what a component works out, not the component.
      const isTested = imports.some(({ from, to }) => to === file && isTest(from));
      const isTestedPart = isTested && [...files].every((by) => by.endsWith(".tsx"));
      const usesAPackage = packageUsers.some(([, [known]]) => known === file);
      return !isAComponentWithState && !isTestedPart && !usesAPackage;
    });
    expect(small.map(({ file }) => file)).toEqual([]);
  });

  test.each(packageUsers)("%s is known to one file alone", (name, files) => {
    const users = app.filter(({ to }) => to === name).map(({ from }) => from);
    expect([...new Set(users)]).toEqual(files);
  });

  test("requested changes are written through transact, which reads the current actor", () => {
    const others = [
      // No one is signed in.
      /^server\/auth\/(address-change|first-admin|password-reset|sign-in|throttling)\.ts$/,
      // From the server's own shell.
      /^server\/(users\/create-from-shell|commands\/(user-(export|link)|pause|resume))\.ts$/,
      // Scheduled work.
      /^server\/(api\/(exports\/worker|token-expiry|webhooks\/(queue|retries))|jobs\/run-slice|mail\/outbox\/(deliver|send-failures)|search\/worker|files\/sweep)\.ts$/,
      /^server\/(tickets\/(release|retention|scheduled)|notifications\/mailbox-news)\.ts$/,
      // The database was restored.
      /^server\/start\/watch-recovery\.ts$/,
      // Mail arrives on its own; who wrote it is decided in the transaction.
      /^server\/mail\/inbound\/(store|act|original)\.ts$/,
      // The cursor of a mailbox's reader.
      /^server\/mail\/mailboxes\/(reader|state)\.ts$/,
      /^server\/(db|backup|demo)\//,
      /^server\/access\/transact\.ts$/,
    ];
    const writers = sources
      .filter(({ file, text }) => !isTest(file) && /\.transaction\(\)/.test(text))
      .map(({ file }) => file);
    expect(writers.filter((file) => !others.some((pattern) => pattern.test(file)))).toEqual([]);
  });

  test("config.ts alone reads the environment", () => {
    const readers = sources
      .filter(({ file }) => !isTest(file) && file.startsWith("server/"))
      .filter(({ text }) => /(?<!")(process|Bun|import\.meta)\.env/.test(text))
      .map(({ file }) => file);
    expect(readers).toEqual(["server/config.ts"]);
  });

  test("every import leads to an existing file", async () => {
    const local = app.filter(({ to }) => /^(shared|server|client|migrations)\//.test(to));
    const missing = [];
    for (const entry of local) {
      if (!(await Bun.file(join(root, entry.to)).exists())) missing.push(entry);
    }
    expectNone(missing);
  });

  test("there are no import cycles", () => {
    expect(circles(app)).toEqual([]);
  });

  test("folders of server and shared have no import cycles, types included", () => {
    const between = app
      .map((entry) => ({ ...entry, from: roomOf(entry.from), to: roomOf(entry.to) }))
      .filter(({ from, to }) => from !== "" && to !== "" && from !== to);
    expect(circles(between)).toEqual([]);
  });
});

test("tooltips use the Hint component, which also works by focus and long press", () => {
  const passedOn = new Set(["Badge", "Button", "IconButton", "Link"]);
  const native: string[] = [];
  for (const { file, text } of sources.filter(({ file }) => /^client\/.*\.tsx$/.test(file))) {
    for (const { index } of text.matchAll(/\btitle=/g)) {
      const tag = [...text.slice(0, index).matchAll(/<([A-Za-z][\w.]*)\b/g)].at(-1)?.[1] ?? "";
      if (/^[a-z]/.test(tag) || passedOn.has(tag)) native.push(`${file}: <${tag} title>`);
    }
  }
  expect(native).toEqual([]);
});

test("each capability is checked somewhere", () => {
  const askers = sources.filter(
    ({ file }) =>
      !isTest(file) &&
      (/^(server|client)\//.test(file) || file === "shared/tickets/permissions.ts"),
  );
  const unasked = Object.keys(capabilities).filter(
    (name) => !askers.some(({ text }) => text.includes(`"${name}"`)),
  );
  expect(unasked).toEqual([]);
});

describe("conventions", () => {
  test.each([
    ["shared or of the server", /^(shared|server)\//],
    ["of the client", /^client\//],
  ])("a function's name means one thing: nothing %s exports it twice", (_, side) => {
    const exported = sources
      .filter(({ file }) => !isTest(file) && side.test(file))
      .flatMap(({ file, text }) =>
        [...text.matchAll(/^export (?:async )?function\*? (\w+)/gm)].map(([, name]) => ({
          file,
          name,
        })),
      );
    const files = Map.groupBy(exported, ({ name }) => name);
    const twice = [...files].filter(([, each]) => new Set(each.map(({ file }) => file)).size > 1);
    expect(twice.map(([name]) => name)).toEqual([]);
  });

  test("a client file with a component has its name, any other file is lowercase", () => {
    const wrong = sources.filter(({ file, text }) => {
      if (isTest(file) || !/^client\/.+\//.test(file)) return false;
      const [, name = "", kind] = /([^/]+)\.(tsx?)$/.exec(file) ?? [];
      const isSmall = /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name);
      // In client/components/ui as shadcn/ui's own tool writes them: a family of parts a file.
      if (file.startsWith("client/components/ui/")) return !isSmall;
      const components = [...text.matchAll(/^export (?:function|class) ([A-Z]\w*)/gm)];
      if (kind === "ts") return !isSmall;
      return components.length === 0 ? !isSmall : components.every(([, own]) => own !== name);
    });
    expect(wrong.map(({ file }) => file)).toEqual([]);
  });

  test("every export is imported by another file", async () => {
    const tests = await readSources("tests/**/*.{ts,tsx}");
    const taken = new Set([...sources, ...tests].flatMap(({ file, text }) => takenBy(file, text)));
    const exported =
      /^export (?:async )?(?:function\*?|const|class|interface|type) ([A-Za-z_]\w*)/gm;
    const unused = sources
      .filter(
        ({ file }) => !/^(migrations|client\/components\/ui)\/|^server\/db\/schema/.test(file),
      )
      .flatMap(({ file, text }) =>
        [...text.matchAll(exported)].map(([, name]) => `${file} ${name}`),
      )
      .filter((name) => !taken.has(name));
    expect(unused).toEqual([]);
  });

  test("a test awaits its expectations about promises", async () => {
    const tests = await readSources("{shared,server,client,tests}/**/*.{ts,tsx}");
    const forgotten = /^ *expect\((?:(?!;\n)[\s\S])*?\)\s*\.(?:rejects|resolves)\b/gm;
    const found = tests.flatMap(({ file, text }) =>
      [...text.matchAll(forgotten)].map(([line]) => `${file} ${line.trim()}`),
    );
    expect(found).toEqual([]);
  });

  test("no file re-exports another file", () => {
    const barrels = sources
      .filter(({ text }) => /^export (\*|\{[^}]*\}) from /m.test(text))
      .map(({ file }) => file);
    expect(barrels).toEqual([]);
  });

  test("one map says which queries a change or event invalidates", () => {
    const others = sources.filter(
      ({ file, text }) =>
        file.startsWith("client/") &&
        file !== "client/data/calls/invalidation.ts" &&
        !isTest(file) &&
        /\binvalidateQueries\b|\butils\.\w+\.invalidate\(\)/.test(text),
    );
    expect(others.map(({ file }) => file)).toEqual([]);
  });

  test("classes are only errors and the React error boundary", () => {
    const classes = sources
      .filter(({ file }) => !isTest(file))
      .flatMap(({ text }) => [...text.matchAll(/^(?:export )?(?:abstract )?class (.+) \{/gm)])
      .map(([, name = ""]) => name)
      .filter((name) => !name.endsWith(" extends Error"));
    expect(classes).toEqual(["ErrorBoundary extends Component<Props, { failed: boolean }>"]);
  });

  test("presenters list every field they return", () => {
    const unsaid = sources
      .filter(({ file }) => !isTest(file) && file.startsWith("server/"))
      .flatMap(({ text }) => [
        ...text.matchAll(/^export (?:async )?function (present\w*)\([\s\S]*?\)(:.+)? \{$/gm),
      ])
      .filter(([, , type]) => type === undefined)
      .map(([, name]) => name);
    expect(unsaid).toEqual([]);
  });

  test("there is no folder or file for utilities", () => {
    expect(sources.map(({ file }) => file).filter((file) => /utils?(\.|\/)/.test(file))).toEqual(
      [],
    );
  });

  test("numbers and times do not depend on the browser's language", () => {
    const own = sources.filter(
      ({ file, text }) => !isTest(file) && /toLocale(Date|Time)?String\(\)/.test(text),
    );
    expect(own.map(({ file }) => file)).toEqual([]);
  });

  test("no message of the catalogue contains http", async () => {
    const { errorCatalogue } = await import("../shared/errors.ts");
    const hidden = Object.values(errorCatalogue).filter(({ message }) => /http/i.test(message));
    expect(hidden).toEqual([]);
  });
});

/** Entry points for requests. They import every folder, and no folder imports them. */
function isDoor(file: string): boolean {
  return /^server\/(http|rpc)\/|^server\/.*\/(router|routes)\.ts$/.test(file);
}

/** A folder of the server, each folder of the tickets, the two folders of received mail, or a file. */
function roomOf(file: string): string {
  if (file.startsWith("shared/")) return /^shared\/[^/]+/.exec(file)?.[0] ?? "";
  if (!file.startsWith("server/")) return "";
  if (isDoor(file)) return "the doors";
  return (
    /^server\/((?:tickets\/[^/]+|mail\/(?:inbound|mailboxes))(?=\/)|[^/]+)/.exec(file)?.[0] ?? ""
  );
}

function expectNone(found: Import[]): void {
  expect(found.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
}

async function readSources(pattern: string): Promise<{ file: string; text: string }[]> {
  const files = [...new Bun.Glob(pattern).scanSync({ cwd: root })].sort();
  return await Promise.all(
    files.map(async (file) => ({ file, text: await Bun.file(join(root, file)).text() })),
  );
}

function importsOf(from: string, text: string): Import[] {
  const statement =
    /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[\w*{][^"';]*?\sfrom\s+)?"([^"]+)"|import\(\s*"([^"]+)"\s*\)/g;
  return [...text.matchAll(statement)].map((match) => {
    const name = match[2] ?? match[3] ?? "";
    const to = name.startsWith(".") ? normalize(join(dirname(from), name)) : name;
    return { from, to, typeOnly: match[1] !== undefined, isLoadedLater: match[3] !== undefined };
  });
}

/** Each name that a file imports, with the path of the file that declares it. */
function takenBy(from: string, text: string): string[] {
  const path = (to = "") => normalize(join(dirname(from), to));
  const named = [...text.matchAll(/import (?:type )?\{([^}]*)\} from "(\.[^"]+)"/g)].flatMap(
    ([, names = "", to]) =>
      names.split(",").map((name) => `${path(to)} ${/^\s*(?:type )?(\w*)/.exec(name)?.[1]}`),
  );
  const whole = [
    ...text.matchAll(/(?:\* as \w+ from |import\(\s*|declare module )"(\.[^"]+)"/g),
  ].flatMap(([, to]) => [...text.matchAll(/\w+/g)].map(([word]) => `${path(to)} ${word}`));
  return [...named, ...whole];
}

/** The feature a file of the client belongs to, or null outside client/features. */
function featureOf(file: string): string | null {
  return /^client\/features\/([^/]+)\//.exec(file)?.[1] ?? null;
}

function circles(edges: Import[]): string[] {
  const next = Map.groupBy(edges, ({ from }) => from);
  const done = new Set<string>();
  const found: string[] = [];
  const walk = (file: string, path: string[]): void => {
    const at = path.indexOf(file);
    if (at >= 0) {
      found.push([...path.slice(at), file].join(" → "));
      return;
    }
    if (done.has(file)) return;
    for (const { to } of next.get(file) ?? []) walk(to, [...path, file]);
    done.add(file);
  };
  for (const file of next.keys()) walk(file, []);
  return found;
}
