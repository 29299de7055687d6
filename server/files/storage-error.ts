import { AppError } from "../../shared/errors.ts";
import type { Log } from "../log.ts";

/** The database has a content that the store does not. */
export class MissingContent extends Error {
  constructor() {
    super("A content is not in its place");
    this.name = "MissingContent";
  }
}

/** Turns errors of a disk or bucket into messages for people; the cause is only logged. */
export function withStorageErrors(log: Log) {
  return async <T>(act: () => Promise<T>): Promise<T> => {
    try {
      return await act();
    } catch (error) {
      if (error instanceof AppError) throw error;
      const reason = codeOf(error);
      log.error("files.storage-failed", { reason });
      throw new AppError(
        isFull(reason) ? "storage_full" : "storage_unavailable",
        {},
        { cause: error },
      );
    }
  };
}

function isFull(code: string): boolean {
  return ["ENOSPC", "EDQUOT", "EFBIG", "QuotaExceeded", "XMinioStorageFull"].includes(code);
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return "code" in error ? String(error.code) : error.name;
}
