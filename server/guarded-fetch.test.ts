import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createGuardedFetch, OutboundError } from "./guarded-fetch.ts";
import { type AddressRange, kindOfAddress, parseAddressRange } from "./outbound-addresses.ts";

const loopback: AddressRange[] = [{ network: "127.0.0.0", prefix: 8 }];
const limits = { timeoutMs: 2_000, maxBytes: 1_000 };

interface Received {
  host: string | null;
  body: string;
  path: string;
}

let sink: Bun.Server<undefined>;
let url: string;
let received: Received[] = [];

beforeAll(() => {
  sink = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const [host, body] = [request.headers.get("host"), await request.text()];
      received.push({ host, body, path: `${pathname}${search}` });
      switch (pathname) {
        case "/redirect":
          return Response.redirect(`${url}/secret`, 307);
        case "/late":
          await Bun.sleep(5_000);
          return new Response("late");
        case "/slow":
          return new Response(drops(1, 50));
        case "/huge":
          return new Response(drops(65_536, 0));
        case "/bomb":
          return new Response(Bun.gzipSync(new Uint8Array(10_000_000)), {
            headers: { "Content-Encoding": "gzip" },
          });
        default:
          return new Response("received", { status: 202, headers: { "X-Kind": "sink" } });
      }
    },
  });
  url = `http://127.0.0.1:${sink.port}`;
});
afterAll(() => sink.stop(true));

/** Never ends. */
function drops(bytes: number, everyMs: number): ReadableStream {
  return new ReadableStream({
    async pull(controller) {
      await Bun.sleep(everyMs);
      controller.enqueue(new Uint8Array(bytes));
    },
  });
}

/** The error, and what the sink received nevertheless. */
async function refusalOf(sent: Promise<unknown>): Promise<OutboundError> {
  const error = await sent.then(
    () => null,
    (reason) => reason,
  );
  if (!(error instanceof OutboundError)) throw error ?? new Error("The request was not refused");
  return error;
}

describe("a request to an allowed private network", () => {
  const guarded = createGuardedFetch({ allowPrivate: loopback });

  test("sends method, headers and body, and reads the answer", async () => {
    received = [];
    const answer = await guarded(`${url}/hook?a=1`, { ...limits, method: "POST", body: "hello" });
    expect({ ...answer, headers: answer.headers.get("x-kind"), body: textOf(answer) }).toEqual({
      status: 202,
      headers: "sink",
      body: "received",
      isCut: false,
    });
    expect(received).toEqual([
      { host: `127.0.0.1:${sink.port}`, body: "hello", path: "/hook?a=1" },
    ]);
  });

  test("does not follow a redirect", async () => {
    received = [];
    expect((await guarded(`${url}/redirect`, limits)).status).toBe(307);
    expect(received.map(({ path }) => path)).toEqual(["/redirect"]);
  });

  test("ends at the time limit, before an answer and within it", async () => {
    for (const path of ["/late", "/slow"]) {
      const start = performance.now();
      const error = await refusalOf(guarded(`${url}${path}`, { ...limits, timeoutMs: 300 }));
      expect(error.reason).toBe("timeout");
      expect(error.message).toBe("127.0.0.1 did not answer within 0.3 s.");
      expect(performance.now() - start).toBeLessThan(1_500);
    }
  });

  test("stops reading an endless answer", async () => {
    expect((await refusalOf(guarded(`${url}/huge`, limits))).reason).toBe("too_large");
    const cut = await guarded(`${url}/huge`, { ...limits, whenLonger: "cut" });
    expect([cut.isCut, cut.body.length]).toEqual([true, 1_000]);
  });

  test("does not unpack what it did not ask to be packed", async () => {
    const answer = await guarded(`${url}/bomb`, { ...limits, maxBytes: 100_000 });
    expect(answer.body.length).toBeLessThan(20_000);
  });

  test("can be cancelled", async () => {
    const cancelled = AbortSignal.timeout(50);
    const error = await refusalOf(guarded(`${url}/late`, { ...limits, signal: cancelled }));
    expect(error.reason).toBe("aborted");
  });

  test("reports a closed port", async () => {
    const gone = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
    await gone.stop(true);
    const error = await refusalOf(guarded(`http://127.0.0.1:${gone.port}/`, limits));
    expect(error.reason).toBe("no_connection");
    expect(error.message).toStartWith("127.0.0.1 can't be reached");
  });
});

describe("names", () => {
  test("are resolved once: an address that changes in between leads nowhere else", async () => {
    received = [];
    const answers = [["127.0.0.1"], ["169.254.169.254"]];
    let asked = 0;
    const guarded = createGuardedFetch({
      allowPrivate: loopback,
      resolve: async () => answers[asked++] ?? [],
    });
    await guarded(`http://hooks.example.test:${sink.port}/`, limits);
    expect(asked).toBe(1);
    expect(received.map(({ host }) => host)).toEqual([`hooks.example.test:${sink.port}`]);
    const error = await refusalOf(guarded(`http://hooks.example.test:${sink.port}/`, limits));
    expect(error.reason).toBe("address_refused");
    expect(received).toHaveLength(1);
  });

  test("are refused if any of their addresses is not allowed", async () => {
    received = [];
    for (const addresses of [
      ["127.0.0.1", "10.0.0.1"],
      ["8.8.8.8", "::1"],
      ["127.0.0.1", "::ffff:127.0.0.1"],
    ]) {
      const guarded = createGuardedFetch({
        allowPrivate: loopback,
        resolve: async () => addresses,
      });
      const error = await refusalOf(guarded(`https://two.example.test:${sink.port}/`, limits));
      expect(error.reason).toBe("address_refused");
    }
    expect(received).toEqual([]);
  });

  test("with no address, and a resolver that hangs, are reported", async () => {
    const none = createGuardedFetch({ allowPrivate: [], resolve: async () => [] });
    expect((await refusalOf(none("https://none.test/", limits))).message).toBe(
      "none.test has no address.",
    );
    const hanging = createGuardedFetch({
      allowPrivate: [],
      resolve: () => new Promise(() => {}),
    });
    const error = await refusalOf(hanging("https://slow.test/", { ...limits, timeoutMs: 100 }));
    expect(error.reason).toBe("timeout");
  });

  test("of this machine are resolved by the system and refused", async () => {
    const guarded = createGuardedFetch({ allowPrivate: [] });
    const error = await refusalOf(guarded(`https://localhost:${sink.port}/`, limits));
    expect(error.reason).toBe("address_refused");
  });
});

describe("without an allowed network", () => {
  test.each([
    "https://127.0.0.1/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[::127.0.0.1]/",
    "https://0x7f.1/",
    "https://2130706433/",
    "https://017700000001/",
    "https://0.0.0.0/",
    "https://10.1.2.3/",
    "https://172.31.255.255/",
    "https://192.168.1.1/",
    "https://100.64.0.1/",
    "https://169.254.169.254/latest/meta-data/",
    "https://[fd00:ec2::254]/",
    "https://168.63.129.16/",
    "https://224.0.0.1/",
    "https://255.255.255.255/",
    "https://[fe80::1]/",
    "https://[ff02::1]/",
    "https://[fd12:3456::1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[2002:7f00:1::]/",
  ])("%s is refused", async (address) => {
    const guarded = createGuardedFetch({ allowPrivate: [] });
    expect((await refusalOf(guarded(address, limits))).reason).toBe("address_refused");
  });

  test("link-local, metadata and mapped addresses are refused even if all networks are allowed", async () => {
    const everything = ["0.0.0.0/0", "::/0"].flatMap((text) => parseAddressRange(text) ?? []);
    const guarded = createGuardedFetch({ allowPrivate: everything });
    for (const host of ["169.254.169.254", "[::ffff:127.0.0.1]", "[fe80::1]", "168.63.129.16"]) {
      const error = await refusalOf(guarded(`https://${host}/`, limits));
      expect(error.reason).toBe("address_refused");
    }
  });

  test.each([
    "ftp://example.com/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "https://user:password@example.com/",
    "//example.com",
    "",
  ])("%p is not an address", async (address) => {
    const guarded = createGuardedFetch({ allowPrivate: [] });
    expect((await refusalOf(guarded(address, limits))).reason).toBe("address_invalid");
  });

  test("an unencrypted request leaves only where that is allowed", async () => {
    const resolve = async () => ["192.0.2.1"];
    const error = await refusalOf(
      createGuardedFetch({ allowPrivate: [], resolve: async () => ["8.8.8.8"] })(
        "http://plain.test/",
        limits,
      ),
    );
    expect(error.reason).toBe("not_encrypted");
    const open = createGuardedFetch({ allowPrivate: [], unencrypted: true, resolve });
    expect((await refusalOf(open("http://plain.test/", limits))).reason).toBe("address_refused");
  });
});

test("a certificate for another name, or of no known authority, is refused", async () => {
  const guarded = createGuardedFetch({
    allowPrivate: loopback,
    resolve: async () => ["127.0.0.1"],
  });
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    tls: { key: selfSigned.key, cert: selfSigned.cert },
    fetch: () => new Response("secret"),
  });
  const error = await refusalOf(guarded(`https://good.test:${server.port}/`, limits));
  expect(error.reason).toBe("certificate");
  await server.stop(true);
});

test("ranges of addresses are parsed, and nothing else", () => {
  expect(parseAddressRange("10.0.0.0/8")).toEqual({ network: "10.0.0.0", prefix: 8 });
  expect(parseAddressRange("fd00::/8")).toEqual({ network: "fd00::", prefix: 8 });
  expect(parseAddressRange("10.0.0.7")).toEqual({ network: "10.0.0.7", prefix: 32 });
  for (const text of [
    "",
    "10.0.0.0/33",
    "10.0.0/8",
    "::/129",
    "10.0.0.0/8/8",
    "10.0.0.0/-1",
    "x",
  ]) {
    expect(parseAddressRange(text)).toBeNull();
  }
  expect(["8.8.8.8", "2606:4700::1111", "172.32.0.1"].map(kindOfAddress)).toEqual(
    Array(3).fill("public"),
  );
});

function textOf({ body }: { body: Uint8Array }): string {
  return Buffer.from(body).toString();
}

/** For good.test, of no authority. */
const selfSigned = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgM5FstT+DhflZtQl/
dPiagmTXoexJhIr8erPpLPVAE0uhRANCAAQlrEuZH59zLqmvJ2PXMFV197qyYkVm
Zy4qDH4OZ3Mfpb0PcYZVQSA+7t8CB8uXNqrmCobGS5OjMX3IF7/4ST5v
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIULcbu4BGkjnk5RUzt9pW/dAKLpRAwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJZ29vZC50ZXN0MCAXDTI2MTEyODEyMjQ0OVoYDzIxMjYxMTA0
MTIyNDQ5WjAUMRIwEAYDVQQDDAlnb29kLnRlc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQlrEuZH59zLqmvJ2PXMFV197qyYkVmZy4qDH4OZ3Mfpb0PcYZVQSA+
7t8CB8uXNqrmCobGS5OjMX3IF7/4ST5vo2kwZzAdBgNVHQ4EFgQUyPP2RpnKLATW
DpiEzHJp3vY5X5IwHwYDVR0jBBgwFoAUyPP2RpnKLATWDpiEzHJp3vY5X5IwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglnb29kLnRlc3QwCgYIKoZIzj0EAwID
SAAwRQIhAJe4noasPplAgtiEXmWSW4Z8cap+8ngZaF/c3vectpadAiA4JKB3vpAw
KQOG0iXY80l9vMxYbH+uLFrAPtMmVxom3A==
-----END CERTIFICATE-----`,
};
