import { expect, test } from "bun:test";
import { join } from "node:path";
import { createLog } from "./log.ts";

test("lines are written in order, and none is lost at the end", async () => {
  const script = `
    import { writeSync } from "node:fs";
    import { createLog } from ${JSON.stringify(join(import.meta.dir, "log.ts"))};
    const log = createLog("info");
    for (let n = 0; n < 3000; n++) log.info("request", { n });
    log.error("failed", { n: 3000 });
    log.debug("unheard", { n: 0 });
    log.info("request", { n: 3001 });
    // More than a pipe holds, so it is full by now.
    writeSync(1, "said");
    process.exit(0);`;
  const told = async () => {
    const child = Bun.spawn([process.execPath, "-e", script], { stdout: "pipe", stderr: "pipe" });
    await child.stdout.getReader().read();
    return numbersIn(await new Response(child.stderr).text());
  };
  const all = Array.from({ length: 3002 }, (_, n) => n);
  for (const said of await Promise.all(Array.from({ length: 12 }, told))) expect(said).toEqual(all);
}, 60_000);

test.each([
  ["what went wrong", 'log.info("request", { n: 0 }); log.error("failed", { n: 1 });', [0, 1]],
  ["more than a pipe holds", 'for (let n = 0; n < 2000; n++) log.info("request", { n });', [0, 1]],
])(
  "%s is written immediately, however long the program is busy",
  async (_, said, first) => {
    const script = `
    import { createLog } from ${JSON.stringify(join(import.meta.dir, "log.ts"))};
    const log = createLog("info");
    ${said}
    Bun.sleepSync(60_000);`;
    const child = Bun.spawn([process.execPath, "-e", script], { stderr: "pipe" });
    const { value } = await child.stderr.getReader().read();
    child.kill("SIGKILL");
    const lines = new TextDecoder().decode(value).split("\n").slice(0, 2);
    expect(numbersIn(lines.join("\n"))).toEqual(first);
  },
  20_000,
);

test("an error is logged with code and stack, without the row that Postgres quotes", () => {
  const lines: string[] = [];
  const log = createLog("info", (line) => lines.push(line));
  const refused = Object.assign(new Error("no such row"), {
    code: "23503",
    detail: "(ana@a.test)",
  });
  const causes = [
    refused,
    new Error("plain"),
    Object.assign(new Error("of 5"), { code: 5 }),
    "s3cret",
  ];
  for (const cause of causes) log.error("failed", { n: 1 }, cause);
  log.error("failed", { n: 1 });
  const [coded, plain, numbered, word, none] = lines.map((line) => JSON.parse(line).cause);
  expect(coded).toMatch(/^\[23503\] Error: no such row\n +at /);
  expect(plain).toStartWith("Error: plain\n");
  expect(numbered).toStartWith("Error: of 5\n");
  expect([word, none]).toEqual(["string", undefined]);
  expect(lines.join()).not.toMatch(/ana@a.test|s3cret/);
});

function numbersIn(text: string): number[] {
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).n);
}
