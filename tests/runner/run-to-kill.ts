import { startTestPostgres } from "../support/postgres.ts";
import { runProgram, tieTo } from "./program.ts";

/** A small run in its own folders, for a test that kills it: prints its progress. */
const [folder = "", forPostgres = ""] = process.argv.slice(2);
tieTo(folder);
void runProgram(["/bin/sh", "-c", "sleep 600 & exec sleep 601"]);
process.stdout.write("begun\n");
await startTestPostgres(undefined, forPostgres);
process.stdout.write("complete\n");
setInterval(() => undefined, 1_000);
