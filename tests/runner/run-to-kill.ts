import { startTestPostgres } from "../support/postgres.ts";
import { runProgram, tieTo } from "./program.ts";

/** A run in small, in folders of its own, for a test that kills it: says how far it has come. */
const [folder = "", forPostgres = ""] = process.argv.slice(2);
tieTo(folder);
void runProgram(["/bin/sh", "-c", "sleep 600 & exec sleep 601"]);
process.stdout.write("begun\n");
await startTestPostgres(undefined, forPostgres);
process.stdout.write("complete\n");
setInterval(() => undefined, 1_000);
