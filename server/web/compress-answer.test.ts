import { expect, test } from "bun:test";
import { chooseEncoding, compressAnswer } from "./compress-answer.ts";

const long = { words: "again and ".repeat(500) };

test("a long response is compressed for clients that accept gzip", async () => {
  const answer = await compressAnswer("gzip, br", Response.json(long, { status: 207 }));
  expect(answer.status).toBe(207);
  expect(answer.headers.get("Content-Encoding")).toBe("gzip");
  const bytes = await answer.bytes();
  expect(bytes.length).toBeLessThan(500);
  expect(JSON.parse(new TextDecoder().decode(Bun.gunzipSync(bytes)))).toEqual(long);
});

test("other clients get it uncompressed, as do all for short or non-JSON responses", async () => {
  for (const accepted of ["", "br", "gzip;q=0"]) {
    const answer = await compressAnswer(accepted, Response.json(long));
    expect(answer.headers.get("Content-Encoding")).toBeNull();
    expect(await answer.json()).toEqual(long);
  }
  const short = await compressAnswer("gzip", Response.json({ words: "once" }));
  expect(short.headers.get("Content-Encoding")).toBeNull();
  expect(await short.json()).toEqual({ words: "once" });
  const stream = new Response("data: again\n\n".repeat(500), {
    headers: { "Content-Type": "text/event-stream" },
  });
  expect(await compressAnswer("gzip", stream)).toBe(stream);
});

test("compression starts at one packet, and sets Vary", async () => {
  const json = { "Content-Type": "application/json; charset=utf-8" };
  const of = (length: number, headers: Record<string, string> = json) =>
    compressAnswer("gzip", new Response("x".repeat(length), { headers }));
  const compressed = await of(1400, { ...json, "Content-Length": "1400", Vary: "Cookie" });
  expect(Object.fromEntries(compressed.headers)).toEqual({
    ...{ "content-type": json["Content-Type"], "content-encoding": "gzip" },
    vary: "Cookie, Accept-Encoding",
  });
  expect((await of(1399)).headers.has("Content-Encoding")).toBe(false);
  for (const headers of [
    { ...json, "Content-Encoding": "br" },
    { "Content-Type": "x/application/json" },
  ]) {
    expect(await (await of(2000, headers)).text()).toBe("x".repeat(2000));
  }
  const none = new Response(null, { headers: json });
  expect(await compressAnswer("gzip", none)).toBe(none);
});

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip, zstd", "zstd"],
  ["GZIP", "gzip"],
  ["*", "br"],
  ["br;q=0, *", "zstd"],
  ["*;q=0, gzip", "gzip"],
  ["br; q=0.0, gzip; q=0.5", "gzip"],
  ["br;q=0.001", "br"],
  ["br;xq=0", "br"],
  ["deflate", "identity"],
  ["", "identity"],
])("of all encodings %j gets %s", (accepted, encoding) => {
  expect(chooseEncoding(accepted, ["br", "zstd", "gzip", "identity"])).toBe(encoding as "br");
});
