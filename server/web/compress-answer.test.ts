import { expect, test } from "bun:test";
import { compressAnswer } from "./compress-answer.ts";

const long = { words: "again and ".repeat(500) };

test("a long answer is compressed for those who take gzip", async () => {
  const answer = await compressAnswer("gzip, br", Response.json(long, { status: 207 }));
  expect(answer.status).toBe(207);
  expect(answer.headers.get("Content-Encoding")).toBe("gzip");
  const bytes = await answer.bytes();
  expect(bytes.length).toBeLessThan(500);
  expect(JSON.parse(new TextDecoder().decode(Bun.gunzipSync(bytes)))).toEqual(long);
});

test("others get it as it is, and so does everybody what is short or no JSON", async () => {
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
