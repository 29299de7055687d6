import { SettingsError } from "../config.ts";
import { toRefusal } from "../http/errors.ts";
import { StartError } from "../start-error.ts";

/** Why the server did not start, a line each, and the exit code that says so. */
export function tellStartFailure(error: unknown): number {
  process.stderr.write(`${linesOf(error).join("\n")}\n`);
  return 1;
}

function linesOf(error: unknown): string[] {
  if (error instanceof SettingsError) return error.lines;
  if (error instanceof StartError) return [error.message];
  const { message, fields, unexpected } = toRefusal(error);
  if (unexpected === undefined) {
    return [message, ...(fields ?? []).map((field) => `  ${field.field}: ${field.message}`)];
  }
  return [
    `Frontdesk cannot start: ${error instanceof Error ? (error.stack ?? error.message) : error}`,
  ];
}
