import { expect, test } from "bun:test";
import { join } from "node:path";

test("lines come in the order in which they were said, and none is lost at the end", async () => {
  const script = `
    import { createLog } from ${JSON.stringify(join(import.meta.dir, "log.ts"))};
    const log = createLog("info");
    for (let n = 0; n < 3000; n++) log.info("request", { n });
    log.error("failed", { n: 3000 });
    log.debug("unheard", { n: 0 });
    log.info("request", { n: 3001 });
    process.exit(0);`;
  const told = async () => {
    const child = Bun.spawn([process.execPath, "-e", script], { stderr: "pipe" });
    // More than a pipe holds: by then it is full.
    await Bun.sleep(150);
    return numbersIn(await new Response(child.stderr).text());
  };
  const all = Array.from({ length: 3002 }, (_, n) => n);
  for (const said of await Promise.all(Array.from({ length: 12 }, told))) expect(said).toEqual(all);
}, 60_000);

function numbersIn(text: string): number[] {
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).n);
}
