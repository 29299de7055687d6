import { expect, test } from "bun:test";
import { renderOffThread, renderText } from "./off-thread.ts";
import { renderMarkdown } from "./render.ts";

const text = (length: number) => "**a** @Ana #1042\n\n".repeat(length / 18);

test("a long text comes out as it does on the main thread", async () => {
  const long = text(10_080);
  // A cold thread compiles first, which counts against the budget of its first text.
  for (let warm = 0; warm < 3; warm += 1) {
    await renderText(long, ["Ana"]);
    renderMarkdown(long, ["Ana"]);
  }
  expect(await renderText(long, ["Ana"])).toBe(renderMarkdown(long, ["Ana"]));
});

test("long texts take hardly any processor time of the thread that answers requests", async () => {
  await renderText(text(20_000));
  const before = process.threadCpuUsage();
  await Promise.all(Array.from({ length: 8 }, () => renderText("*__a\n".repeat(20_000))));
  const { user, system } = process.threadCpuUsage(before);
  // On this thread they would take 320 ms: eight times the budget.
  expect((user + system) / 1000).toBeLessThan(100);
}, 30_000);

test("many texts are rendered in turn, each answer belongs to its text", async () => {
  const texts = Array.from({ length: 10 }, (_, index) => `**${index}**\n\n${text(11_000)}`);
  const html = await Promise.all(texts.map((each) => renderOffThread(each, [])));
  expect(html.map((each) => /<strong>(\d+)</.exec(each)?.[1])).toEqual(
    texts.map((_, index) => String(index)),
  );
}, 30_000);
