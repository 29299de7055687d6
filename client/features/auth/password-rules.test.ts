import { describe, expect, test } from "bun:test";
import { checkNewPassword } from "./password-rules.ts";

describe("a new password", () => {
  test("is 8 to 16 characters long, checked before equality", () => {
    const tooShort = {
      field: "newPassword",
      message: "New Password should be between 8 to 16 characters",
    } as const;
    expect(checkNewPassword("1234567", "other")).toEqual(tooShort);
    expect(checkNewPassword("12345678901234567", "12345678901234567")).toEqual(tooShort);
    expect(checkNewPassword("12345678", "12345678")).toBeNull();
    expect(checkNewPassword("1234567890123456", "1234567890123456")).toBeNull();
  });

  test("is counted in UTF-16 units", () => {
    expect(checkNewPassword("😀😀😀😀", "😀😀😀😀")).toBeNull();
  });

  test("equals its confirmation", () => {
    expect(checkNewPassword("password12", "password13")).toEqual({
      field: "confirmPassword",
      message: "New and confirm password doesn't match",
    });
  });
});
