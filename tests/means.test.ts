import { describe, expect, test } from "bun:test";
import { join } from "node:path";

const root = join(import.meta.dir, "..");
const sources = await Promise.all(
  [...new Bun.Glob("{shared,server,client}/**/*.{ts,tsx}").scanSync({ cwd: root })]
    .filter((file) => !/\.test\.tsx?$|^server\/demo\/content\//.test(file))
    .sort()
    .map(async (file) => ({ file, text: await Bun.file(join(root, file)).text() })),
);

function usersOf(means: RegExp): string[] {
  return sources.filter(({ text }) => means.test(text)).map(({ file }) => file);
}

/** APIs that are dangerous with user input, and the files allowed to use them. */
describe("only a few files", () => {
  test.each<[string, RegExp, string[]]>([
    ["run text as a program", /\beval\(|new Function\(/, []],
    [
      "start a program",
      /\bBun\.(spawn|spawnSync|\$)|child_process/,
      [
        "server/commands/arguments.ts",
        "server/db/embedded/account.ts",
        "server/db/embedded/postmaster.ts",
        "server/mail/inbound/parser.ts",
        "server/start/explain-install.ts",
        "server/web/prepare-client.ts",
      ],
    ],
    [
      "ask anybody by HTTP: the page its desk, the desk its own page for development and its bucket",
      /(?<!async |[.\w])fetch\((?!\))|XMLHttpRequest|S3Client|"node:https?"/,
      [
        "client/data/calls/send-file.ts",
        "client/data/calls/send.ts",
        "client/app/lazy/load-code.ts",
        "client/data/connection.ts",
        "server/files/store.ts",
        "server/guarded-fetch.ts",
        "server/tracing.ts",
        "server/web/dev-client.ts",
      ],
    ],
    [
      "write into a statement what is no parameter",
      /\bsql\.raw\(|\.unsafe\(/,
      [
        "server/backup/restore-desk.ts",
        "server/db/bare-tables.ts",
        "server/db/database.ts",
        "server/db/keyset.ts",
        "server/db/ticket-columns.ts",
        "server/access/read-marks.ts",
        "server/tickets/reply.ts",
      ],
    ],
    [
      "make a pattern of words",
      /new RegExp\(/,
      [
        "server/mail/templates/message-html.ts",
        "server/markdown/render.ts",
        "server/search/mark.ts",
        "server/markdown/plain.ts",
      ],
    ],
    [
      "take HTML as it comes",
      /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write/,
      [
        "client/features/tickets/timeline/MessageHtml.tsx",
        "client/features/tickets/timeline/text-of-html.ts",
      ],
    ],
    ["hash a password", /\bBun\.password\b/, ["server/auth/passwords.ts"]],
    [
      "sign",
      /createHmac/,
      [
        "server/auth/tokens.ts",
        "server/access/one-ticket-link.ts",
        "server/mail/outbox/signing.ts",
      ],
    ],
    [
      "compare what is secret, in constant time",
      /timingSafeEqual\(/,
      [
        "server/auth/tokens.ts",
        "server/access/one-ticket-link.ts",
        "server/mail/outbox/signing.ts",
      ],
    ],
    [
      "leave to a chance that can be guessed",
      /Math\.random/,
      [
        "client/data/live/stream.ts",
        "client/data/live/use-live-updates.ts",
        "server/db/embedded/keeper.ts",
        "server/db/lock-tables.ts",
        "server/mail/outbox/deliver.ts",
        "server/access/transact.ts",
      ],
    ],
  ])("%s", (_, means, files) => {
    expect(usersOf(means)).toEqual([...files].sort());
  });
});

describe("packages", () => {
  test("are pinned to one version each, and to a checksum", async () => {
    const { dependencies, devDependencies, optionalDependencies } = await Bun.file(
      join(root, "package.json"),
    ).json();
    const pinned = { ...dependencies, ...devDependencies, ...optionalDependencies };
    const loose = Object.entries<string>(pinned).filter(
      ([, version]) => !/^(npm:@[\w-]+\/[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    );
    expect(loose).toEqual([]);
    const lock = await Bun.file(join(root, "bun.lock")).text();
    const installed = lock.slice(lock.indexOf('"packages": {')).match(/^ {4}".*\],$/gm) ?? [];
    expect(installed.length).toBeGreaterThan(Object.keys(pinned).length);
    expect(installed.filter((line) => !/"sha512-[\w+/]{86}=="\],$/.test(line))).toEqual([]);
    for (const start of ["start", "dev", "test"]) {
      const { scripts } = await Bun.file(join(root, "package.json")).json();
      expect(scripts[start]).toStartWith("bun install --frozen-lockfile ");
    }
  });
});
