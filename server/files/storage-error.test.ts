import { expect, test } from "bun:test";
import { AppError, errorCatalogue } from "../../shared/errors.ts";
import { createLog } from "../log.ts";
import { withStorageErrors } from "./storage-error.ts";

const lines: string[] = [];
const telling = withStorageErrors(createLog("error", (line) => void lines.push(line)));

async function refusalOf(act: () => Promise<unknown>): Promise<AppError> {
  const error = await telling(act).then(
    () => null,
    (refused) => refused,
  );
  expect(error).toBeInstanceOf(AppError);
  return error;
}

const failing = (code: string) => () =>
  Promise.reject(Object.assign(new Error("/srv/desk/files"), { code }));

test.each(["ENOSPC", "EDQUOT", "EFBIG", "XMinioStorageFull"])(
  "without space (%s) an upload can be retried later",
  async (code) => {
    const { code: told, message } = await refusalOf(failing(code));
    expect([told, errorCatalogue[told].status]).toEqual(["storage_full", 503]);
    expect(message).not.toContain("/srv");
    expect(lines.pop()).toContain(`"reason":"${code}"`);
  },
);

test("a store that fails with something that is not an error is unavailable", async () => {
  const { code } = await refusalOf(() => Promise.reject("no words"));
  expect(code).toBe("storage_unavailable");
  expect(lines.pop()).toContain('"reason":"unknown"');
});

test.each(["EIO", "EACCES", "ECONNREFUSED"])(
  "a store that fails (%s) is unavailable",
  async (code) => {
    const { code: told } = await refusalOf(failing(code));
    expect([told, errorCatalogue[told].status]).toEqual(["storage_unavailable", 503]);
  },
);
