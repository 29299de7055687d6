import { beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { appRouter } from "../../server/rpc/router.ts";
import { findProgram, missingPackages } from "../support/programs.ts";
import { testNeeding } from "../support/test-needing.ts";
import { setUpTestServer } from "../support/test-server.ts";

interface AlertFile {
  groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[];
}
interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
}

const root = join(import.meta.dir, "../..");
const read = (path: string) => Bun.file(join(root, path)).text();
const alerts = Bun.YAML.parse(await read("deploy/prometheus-alerts.yml")) as AlertFile;
const rules = alerts.groups.flatMap((group) => group.rules);
const dashboard: Dashboard = JSON.parse(await read("deploy/grafana-dashboard.json"));
const page = await read("docs/admin/monitoring.md");
const server = setUpTestServer();
let exported: Set<string>;

beforeAll(async () => {
  const text = await (await fetch(server.metricsUrl ?? "")).text();
  exported = new Set();
  for (const [, name = "", kind] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    exported.add(name);
    if (kind === "histogram") exported.add(`${name}_bucket`);
  }
}, 60_000);

const metricsIn = (text: string) => text.match(/\b(?:frontdesk|process)_\w+/g) ?? [];

test("every metric that an alert, the dashboard or docs/admin/monitoring.md names is exported", () => {
  const queries = [
    ...rules.map(({ expr }) => expr),
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
  expect(queries.flatMap(metricsIn).length).toBeGreaterThan(30);
  expect(queries.filter((query) => metricsIn(query).length === 0)).toEqual([
    'up{job="frontdesk"} == 0',
  ]);
  const named = new Set([...queries.flatMap(metricsIn), ...metricsIn(page)]);
  expect([...named].filter((name) => !exported.has(name))).toEqual([]);
});

test("docs/admin/monitoring.md lists every exported metric and what to do for every alert", () => {
  const listed = new Set(metricsIn(page));
  const missing = [...exported].filter((name) => !name.endsWith("_bucket") && !listed.has(name));
  expect(missing).toEqual([]);
  const explained = [...page.matchAll(/^\| `(Frontdesk\w+)` +\| \S/gm)].map(([, name]) => name);
  expect(explained).toEqual(rules.map(({ alert }) => alert));
});

test("a route that a query names is a procedure", () => {
  const routes = [
    ...rules
      .map(({ expr }) => expr)
      .join()
      .matchAll(/route="([^"]+)"/g),
  ];
  expect(routes.map(([, route]) => route)).toEqual(["tickets.list"]);
  expect(Object.keys(appRouter._def.procedures)).toContain("tickets.list");
});

testNeeding(missingPackages("promtool"), "Prometheus accepts the alert rules", () => {
  const promtool = findProgram("promtool") ?? "";
  const check = Bun.spawnSync([promtool, "check", "rules", "deploy/prometheus-alerts.yml"], {
    cwd: root,
  });
  expect(check.stdout.toString()).toContain(`${rules.length} rules found`);
  expect(check.exitCode).toBe(0);
});
