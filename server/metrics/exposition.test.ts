import { expect, test } from "bun:test";
import { createExposition, createHistogram, observe } from "./exposition.ts";
import { countRequest, createRequestMeter } from "./request-meter.ts";

test("a histogram counts values up to each bound, and larger ones", () => {
  const histogram = createHistogram([0.5, 1]);
  for (const seconds of [0, 0.5, 0.75, 1, 1.25, 9]) observe(histogram, seconds);
  expect([...histogram.counts]).toEqual([2, 2, 2]);
  const said = createExposition();
  said.addHistogram("took", "How long.", [[{ route: "a" }, histogram]]);
  expect(said.text().split("\n")).toEqual([
    ...["# HELP took How long.", "# TYPE took histogram"],
    ...['took_bucket{route="a",le="0.5"} 2', 'took_bucket{route="a",le="1"} 4'],
    ...[
      'took_bucket{route="a",le="+Inf"} 6',
      'took_sum{route="a"} 12.5',
      'took_count{route="a"} 6',
    ],
    "",
  ]);
});

test("a sample has its labels, escaped so that they cannot end the line", () => {
  const said = createExposition();
  said.add("up", "gauge", "Whether.", [[{}, 1]]);
  said.add("asked", "counter", "What.", [[{ route: 'a"b\\c\nd', status: 200 }, 3]]);
  expect(said.text()).toBe(
    [
      ...["# HELP up Whether.", "# TYPE up gauge", "up 1", "# HELP asked What."],
      ...["# TYPE asked counter", 'asked{route="a\\"b\\\\c\\nd",status="200"} 3', ""],
    ].join("\n"),
  );
});

test("each procedure and route has a meter, and unknown ones share one", () => {
  const meter = createRequestMeter(["tickets.list"]);
  const pattern = { method: "GET", path: "/node/files/:id" };
  countRequest(meter.procedure("tickets.list"), 200, 0.1);
  countRequest(meter.procedure("tickets.list"), 200, 20);
  countRequest(meter.procedure("tickets.list"), 401, 0.1);
  countRequest(meter.procedure("anything"), 404, 0.1);
  countRequest(meter.procedure("toString"), 404, 0.1);
  countRequest(meter.route(pattern), 200, 0.1);
  countRequest(meter.route(pattern), 200, 0.1);
  const all = [...meter.all()].map(({ route, byStatus }) => [route, Object.fromEntries(byStatus)]);
  expect(all).toEqual([
    ["tickets.list", { 200: 2, 401: 1 }],
    ["GET /node/files/:id", { 200: 2 }],
    ["unknown", { 404: 2 }],
  ]);
  const { durations } = meter.procedure("tickets.list");
  expect(durations.sum).toBeCloseTo(20.2);
  expect([durations.counts.at(-1), durations.bounds.at(-1)]).toEqual([1, 10]);
});
