import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { prepareClient } from "../../server/web/prepare-client.ts";
import { mebibytesOf, median, say } from "../support/harness.ts";
import { createVisitor, testPassword } from "../support/visitor.ts";
import { line, runLoad, type Served } from "./running.ts";

/** Sign-ins end in a session each, so the account does not matter; the hash is what costs. */
export async function benchSignIn(desk: Served, email: string): Promise<void> {
  const visitor = createVisitor(`http://127.0.0.1:${desk.port}`);
  await visitor.request("GET", "/node/auth/user");
  const token = visitor.cookies.get("XSRF-TOKEN") ?? "";
  const figures = await runLoad({
    ...{ port: desk.port, method: "POST", path: "/node/auth/login" },
    headers: {
      Cookie: `XSRF-TOKEN=${token}`,
      "X-XSRF-TOKEN": token,
      "Content-Type": "application/json",
    },
    body: JSON.stringify({ email, password: testPassword }),
    ...{ connections: 4, seconds: 1 },
  });
  say(
    `sign-ins: ${figures.perSecond.toFixed(0)} a second, p50 ${figures.p50.toFixed(0)} ms, ${figures.failed} failed`,
  );
  say(`memory at its highest, while hashing: ${mebibytesOf(desk.pid, "VmHWM").toFixed(0)} MiB`);
  await benchUnknownAddress(desk, email);
}

/** The response time must not reveal whether an address exists. */
async function benchUnknownAddress(desk: Served, email: string): Promise<void> {
  const times: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
  for (let tries = 0; tries < 4; tries += 1) {
    for (const [kind, address] of [
      ["known", email],
      ["unknown", "unknown@bench.test"],
    ] as const) {
      const visitor = createVisitor(`http://127.0.0.1:${desk.port}`);
      await visitor.request("GET", "/node/auth/user");
      const begin = performance.now();
      await visitor.signIn(address, "wrong-password");
      times[kind].push(performance.now() - begin);
    }
  }
  say(
    `a wrong password: ${median(times.known).toFixed(1)} ms at a known address, ${median(times.unknown).toFixed(1)} ms at an unknown one`,
  );
}

export async function benchFirstLoad(): Promise<void> {
  const folder = await prepareClient();
  const files = [...new Bun.Glob("**/*.{js,css}").scanSync({ cwd: folder })];
  line("built file", "KB gzip");
  const sizes = await Promise.all(
    files.map(async (file) => ({
      file,
      size: gzipSync(await Bun.file(join(folder, file)).bytes()).length / 1024,
    })),
  );
  for (const { file, size } of sizes.sort((a, b) => b.size - a.size)) {
    line(file, size.toFixed(1));
  }
}
