import { AppError } from "../../shared/errors.ts";
import { SettingsError } from "../config.ts";
import { toRefusal } from "../http/errors.ts";
import { StartError } from "../start-error.ts";
import { wordsOf } from "./check-database.ts";

/** Prints why the server did not start or a command did nothing; returns the exit code. */
export function printStartFailure(error: unknown, what = "Frontdesk cannot start"): number {
  process.stderr.write(`${linesOf(error, what).join("\n")}\n`);
  return 1;
}

function linesOf(error: unknown, what: string): string[] {
  if (error instanceof SettingsError) return error.lines;
  if (error instanceof StartError) return [error.message];
  if (isMachineError(error)) return [`${what}: ${wordsOf(error)}.`];
  const { message, fields, unexpected } = toRefusal(error);
  if (unexpected === undefined) {
    const others = (fields ?? []).filter((field) => field.message !== message);
    return [message, ...others.map((field) => `  ${field.field}: ${field.message}`)];
  }
  return [`${what}: ${error instanceof Error ? (error.stack ?? error.message) : error}`];
}

/** A full disk, a missing folder, a full Postgres: the message is enough, without a stack. */
function isMachineError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AppError) return error.code === "unavailable" && error.cause !== undefined;
  return "errno" in error && "syscall" in error;
}
