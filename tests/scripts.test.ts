import { expect, test } from "bun:test";
import { join } from "node:path";

// A script that does not end is stopped.
const patienceMs = 30_000;

test.each([
  ["bench", "--rounds … --seconds … --connections … --tickets … --only … --webhooks … --json …"],
  ["faults", "--only … --rounds … --clients …"],
  ["attacks", "--runs … --seed … --only … --part … --without-scanners"],
  ["scale", "--only … --rounds … --tickets …"],
])(
  "bun run %s prints its usage and refuses unknown arguments",
  async (name, takes) => {
    const run = async (...words: string[]) => {
      const script = Bun.spawn(
        [process.execPath, join(import.meta.dir, name, "run.ts"), ...words],
        {
          ...{ stdin: "ignore", stdout: "pipe", stderr: "pipe" },
          timeout: patienceMs,
        },
      );
      const said = [new Response(script.stdout).text(), new Response(script.stderr).text()];
      const [out, err] = await Promise.all(said);
      return { code: await script.exited, out, err };
    };
    expect(await run("--help")).toEqual({
      ...{ code: 1, out: "", err: `This is not understood: --help. It takes ${takes}\n` },
    });
    const number = takes.includes("--rounds") ? "--rounds" : "--runs";
    expect(await run(number, "many")).toMatchObject({
      ...{
        code: 1,
        out: "",
        err: `${number} must be a whole number from 1 to 1000000000, not many\n`,
      },
    });
  },
  2 * patienceMs + 10_000,
);
