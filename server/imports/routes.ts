import { Hono } from "hono";
import { AppError } from "../../shared/errors.ts";
import { importKinds, importLimits, importSpecs } from "../../shared/imports.ts";
import { streamLines } from "../exports/stream-lines.ts";
import { createDoorkeeper } from "../files/doorkeeper.ts";
import { actorDeps } from "../http/door.ts";
import type { Env, Http } from "../http/env.ts";
import { logRefusal } from "../http/log-refusal.ts";
import { readUuid, refuseForm } from "../http/read-request.ts";
import type { Services } from "../services.ts";
import { exportRefused } from "./import-result.ts";
import { readImportFile } from "./read-csv-file.ts";
import { saveImport } from "./stored-file.ts";

const pace = { stallMs: 20_000, totalMs: 15 * 60_000 };
/** A file is in memory while it is being read. */
const arrivingAtOnce = 2;

/** Receives CSV files as plain request bodies; this changes nothing yet. */
export function importRoutes(services: Services): Hono<Env> {
  const routes = new Hono<Env>();
  const doorkeeper = createDoorkeeper(arrivingAtOnce);
  for (const kind of importKinds) {
    routes.post(`/${kind}`, async (c) => {
      const deps = actorDeps(c, services, importSpecs[kind].capability);
      refuseForm(c);
      if (Number(c.req.header("Content-Length") ?? 0) > importLimits.bytes) throw tooLarge();
      const file = await doorkeeper.letIn(deps.actor.id, async () => {
        const table = await readImportFile(await receive(c, services));
        return await saveImport(deps, kind, { name: nameOf(c), table });
      });
      return c.json({ success: true, import: file }, 201);
    });
  }
  routes.get("/:id/refused", async (c) => {
    const deps = actorDeps(c, services, "user.write");
    const lines = await exportRefused(deps, readUuid(c.req.param("id")));
    c.header("Content-Type", "text/csv; charset=utf-8");
    c.header("Content-Disposition", 'attachment; filename="refused-rows.csv"');
    return c.body(streamLines(lines, (error) => logRefusal(c, services, error, c.req.path)));
  });
  return routes;
}

/** Via the disk, so that a slow upload takes no memory. */
async function receive(c: Http, { files }: Services): Promise<Uint8Array> {
  const received = await files
    .receive(c.req.raw.body, { bytes: importLimits.bytes, ...pace })
    .catch((error: unknown) => {
      if (error instanceof AppError && error.code === "file_too_large") throw tooLarge();
      throw error;
    });
  try {
    return await received.read(0, received.size);
  } finally {
    await received.discard();
  }
}

function tooLarge(): AppError {
  const most = Math.round(importLimits.bytes / 1024 / 1024);
  return new AppError("too_large", {
    message: `A CSV file may have at most ${most} MB. Split it into several.`,
  });
}

/** Headers are limited to ASCII, so the name is percent-encoded. */
function nameOf(c: Http): string {
  const name = c.req.header("X-File-Name") ?? "import.csv";
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
