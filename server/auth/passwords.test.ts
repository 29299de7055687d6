import { describe, expect, spyOn, test } from "bun:test";
import { AppError } from "../../shared/errors.ts";
import { assertChoosable, createPasswords } from "./passwords.ts";

describe("a new password", () => {
  const words = "New Password should be between 8 to 16 characters";

  test.each(["", "1234567", "a".repeat(17), "seven77"])(
    "%p has not 8 to 16 characters",
    async (text) => {
      await expect(assertChoosable(text)).rejects.toThrow(words);
    },
  );

  test.each(["frontdesk1", "a-b-c-d-", "sixteen-letters!", "pässwörter"])(
    "%p is fine",
    async (text) => {
      await assertChoosable(text);
    },
  );

  test("is counted in UTF-16 units", async () => {
    await assertChoosable("🙂🙂🙂🙂");
    await expect(assertChoosable("🙂🙂🙂")).rejects.toThrow(words);
  });

  test.each(["password1", "PASSWORD1", "12345678", "qwertyuiop"])(
    "%p is too common",
    async (text) => {
      const refusal = await refusalOf(assertChoosable(text));
      expect(refusal?.code).toBe("password_common");
      expect(refusal?.details.fields?.[0]?.field).toBe("newPassword");
    },
  );
});

describe("hashes", () => {
  test("are argon2id with 19 MiB and two passes", async () => {
    const hash = await createPasswords().hash("correct-horse");
    expect(hash).toStartWith("$argon2id$v=19$m=19456,t=2,p=1$");
    expect(await createPasswords().verify("correct-horse", hash)).toBe(true);
    expect(await createPasswords().verify("correct-hors", hash)).toBe(false);
  });

  test("of no user never match, and take as long to check as a real one", async () => {
    const verify = spyOn(Bun.password, "verify");
    expect(await createPasswords().verify("correct-horse", null)).toBe(false);
    const [looked] = verify.mock.calls;
    verify.mockRestore();
    expect(looked).toEqual([
      "correct-horse",
      expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
    ]);
  });

  test("are made a few at a time; the rest wait, and too many are refused", async () => {
    const passwords = createPasswords({ atOnce: 1, waiting: 2 });
    const made = await Promise.allSettled(
      Array.from({ length: 5 }, () => passwords.hash("correct-horse")),
    );
    const refused = made.filter((result) => result.status === "rejected");
    expect(refused.length).toBe(2);
    expect(refused[0]?.reason.code).toBe("unavailable");
    expect(await passwords.hash("again")).toStartWith("$argon2id$");
  });

  test("are made four at a time while two hundred wait", async () => {
    const made = spyOn(Bun.password, "hash").mockImplementation(() => new Promise(() => {}));
    const passwords = createPasswords();
    for (let ask = 0; ask < 204; ask += 1) void passwords.hash("correct-horse");
    const begun = made.mock.calls.length;
    made.mockRestore();
    expect(begun).toBe(4);
    const oneMore = passwords.hash("correct-horse").catch(({ code }) => code);
    expect(await Promise.race([oneMore, Bun.sleep(0)])).toBe("unavailable");
  });
});

async function refusalOf(act: Promise<void>): Promise<AppError | null> {
  try {
    await act;
    return null;
  } catch (error) {
    return error instanceof AppError ? error : null;
  }
}
