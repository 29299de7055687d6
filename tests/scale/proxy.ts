import { startBucketServer } from "../support/bucket-server.ts";
import { fetchFile, sendFile } from "../support/file-calls.ts";
import { openStream } from "../support/stream.ts";
import type { Visitor } from "../support/visitor.ts";
import { inWords, keepAsking } from "./asking.ts";
import type { Pair } from "./cluster.ts";
import { type Composition, openComposition, sameAt } from "./composition.ts";
import { measureCrossing } from "./crossing.ts";
import { type Desk, type Finding, openDesk } from "./desk.ts";
import { until } from "./programs.ts";

/** Two servers behind HAProxy over one Postgres, used like one server. */
export async function checkProxy(pair: Pair): Promise<Finding[]> {
  const desk = await openDesk(pair, 4);
  const bucket = startBucketServer("the-key");
  const env = {
    ...desk.env,
    ...{ S3_ENDPOINT: bucket.url, S3_BUCKET: "desk", S3_ACCESS_KEY_ID: "the-key" },
    S3_SECRET_ACCESS_KEY: "secret-of-this-run",
  };
  const composition = await openComposition({ servers: 2, env });
  const scene: Scene = { desk, composition, admin: composition.visitor() };
  try {
    const findings = [await signsIn(scene)];
    for (const check of [crosses, signsOut, carriesFiles, outlivesKill, isUpdated, hidesNobody]) {
      findings.push(await check(scene));
    }
    return findings;
  } finally {
    await composition.end();
    await bucket.stop();
    await desk.end();
  }
}

interface Scene {
  desk: Desk;
  composition: Composition;
  admin: Visitor;
}

async function signsIn({ desk, composition, admin }: Scene): Promise<Finding> {
  const { status } = await admin.signIn(desk.people.admin.email);
  const each = await eachServer(composition, admin);
  const cookie = [...admin.cookies.keys()].find((name) => name.includes("session"));
  return {
    what: "a sign-in through the proxy holds at every server, over https",
    seen: `${status}, then ${each.join(" and ")}; cookie ${cookie}`,
    holds: each.every((answer) => answer === 200) && cookie?.startsWith("__Host-") === true,
  };
}

async function crosses({ desk, composition, admin }: Scene): Promise<Finding> {
  const { ms, streams } = await measureCrossing(composition, admin, desk.people.customer.id);
  const sorted = ms.sort((a, b) => a - b);
  const [middle, p95] = [0.5, 0.95].map((share) => sorted[Math.floor(sorted.length * share)] ?? 0);
  return {
    what: "an action on one server reaches streams on both, through the proxy",
    seen: `streams ${streams.join(" and ")}; from the answer to the news ${Math.round(middle ?? 0)} ms, p95 ${Math.round(p95 ?? 0)}`,
    holds: streams.every((count) => count === 1),
  };
}

async function signsOut({ desk, composition }: Scene): Promise<Finding> {
  const [first, second] = composition.servers;
  const visitor = composition.visitor();
  await visitor.signIn(desk.people.admin.email);
  const stays = sameAt(second?.url ?? "", visitor);
  await sameAt(first?.url ?? "", visitor).request("GET", "/node/auth/logout");
  const begin = performance.now();
  await until("the session is over", async () => (await asks(stays)) === 401, 5_000);
  const took = Math.round(performance.now() - begin);
  return {
    what: "a sign-out at one server holds at the other",
    seen: `401 after ${took} ms`,
    holds: took < 1_000,
  };
}

async function carriesFiles({ composition, admin }: Scene): Promise<Finding> {
  const bytes = crypto.getRandomValues(new Uint8Array(60_000));
  const large = new Uint8Array(Buffer.concat(Array.from({ length: 400 }, () => bytes)));
  const { status, body } = await sendFile(composition, admin, { bytes: large });
  const back = await Promise.all(
    composition.servers.map((server) => fetchFile(server, admin, body.file.id)),
  );
  const same = back.map((file) => Buffer.compare(file.bytes, large) === 0);
  return {
    what: "an attachment of 24 MB through the proxy into a bucket, fetched from each server",
    seen: `${status}; ${same.map((is) => (is ? "the same bytes" : "other bytes")).join(", ")}`,
    holds: status === 201 && same.every(Boolean),
  };
}

async function outlivesKill({ desk, composition, admin }: Scene): Promise<Finding> {
  const streams = [
    await openStream(composition.url, admin),
    await openStream(composition.url, admin),
  ];
  const asking = keepAsking(await signedIn(composition, desk));
  await Bun.sleep(1_000);
  composition.servers[0]?.signal("SIGKILL");
  const left = await Promise.race([
    ...streams.map((stream, index) => stream.ended.then(() => index)),
    Bun.sleep(20_000).then(() => -1),
  ]);
  const begin = performance.now();
  const again = await openStream(composition.url, admin);
  const took = Math.round(performance.now() - begin);
  await Bun.sleep(4_000);
  await composition.restart(0);
  await Bun.sleep(3_000);
  const asked = await asking.stop();
  for (const stream of [...streams, again]) stream.close();
  return {
    what: "a server is killed with -9 while eight people look at lists, and started again",
    seen: `${inWords(asked)}; the stream it held ended, and was open again within ${took} ms`,
    holds: asked.failed.length === 0 && left >= 0,
  };
}

async function isUpdated({ desk, composition }: Scene): Promise<Finding> {
  const asking = keepAsking(await signedIn(composition, desk));
  for (const [index, server] of composition.servers.entries()) {
    await Bun.sleep(1_000);
    server.signal("SIGTERM");
    await server.ended();
    await composition.restart(index);
    await Bun.sleep(3_000);
  }
  const asked = await asking.stop();
  return {
    what: "both servers are stopped and started in turn (SIGTERM), as in an update",
    seen: inWords(asked),
    holds: asked.failed.length === 0,
  };
}

/** Last: after it this machine has to wait before anybody may sign in. */
async function hidesNobody({ composition }: Scene): Promise<Finding> {
  let tries = 0;
  for (let status = 0; status !== 429 && tries < 60; tries += 1) {
    const stranger = composition.visitor();
    const answer = await stranger.request("POST", "/node/auth/login", {
      body: { email: `${Bun.randomUUIDv7()}@elsewhere.test`, password: "wrong-horse" },
      headers: { "X-Forwarded-For": `198.51.100.${tries}` },
    });
    status = answer.status;
  }
  return {
    what: "a forged X-Forwarded-For still counts as one address for the sign-in limit",
    seen: `told to wait after ${tries - 1} wrong sign-ins`,
    holds: tries < 60,
  };
}

async function signedIn(composition: Composition, desk: Desk): Promise<Visitor[]> {
  const people = [...desk.people.agents, ...desk.people.agents];
  return await Promise.all(
    people.map(async ({ email }) => {
      const visitor = composition.visitor();
      await visitor.signIn(email);
      return visitor;
    }),
  );
}

function eachServer({ servers }: Composition, visitor: Visitor): Promise<number[]> {
  return Promise.all(servers.map(({ url }) => asks(sameAt(url, visitor))));
}

async function asks(visitor: Visitor): Promise<number> {
  return (await visitor.request("GET", "/node/auth/user")).status;
}
