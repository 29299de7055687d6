import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tieTo } from "../../runner/program.ts";
import { testPostgresVariable } from "./test-run.ts";

// What tests write goes with their process, however it ends: in a run with the folder of the run, and where
// test files run by hand have their own. Loaded before every test file by bunfig.toml.
if (process.env[testPostgresVariable] === undefined) {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-test-files-"));
  // Postgres runs as another user where the tests run as root.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  tieTo(folder);
}
