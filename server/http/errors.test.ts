import { expect, test } from "bun:test";
import { TRPCError } from "@trpc/server";
import * as z from "zod/mini";
import { AppError } from "../../shared/errors.ts";
import { toRefusal } from "./errors.ts";

const codeOf = (error: unknown) => toRefusal(error).code;
const wrapped = (cause: unknown, code: TRPCError["code"] = "INTERNAL_SERVER_ERROR") =>
  new TRPCError({ code, cause });
const ofPostgres = (code: string) => Object.assign(new Error("canary"), { code });

test("our own error has the same message and details in REST and tRPC", () => {
  const error = new AppError("too_many_attempts", { retryAfterSeconds: 7 });
  const { code, message } = error;
  const refusal = { code, message, status: 429, retryAfterSeconds: 7 } as const;
  expect(toRefusal(error)).toEqual(refusal);
  expect(toRefusal(wrapped(error))).toEqual(refusal);
});

test("text that Postgres cannot store is a client error", () => {
  for (const code of ["22021", "22P05"]) expect(codeOf(ofPostgres(code))).toBe("invalid_text");
  expect(codeOf(wrapped(ofPostgres("22021")))).toBe("invalid_text");
});

test("a lock conflict after retries can be repeated: nothing was done", () => {
  for (const code of ["40P01", "55P03"]) {
    expect(toRefusal(ofPostgres(code))).toMatchObject({
      ...{ code: "unavailable", status: 503, retryAfterSeconds: 2 },
    });
  }
});

test("a schema error is reported for each field, including unknown ones", () => {
  const schema = z.strictObject({
    name: z.string(),
    tags: z.array(z.strictObject({ name: z.string("No text.") })),
  });
  const given = { name: "x", tags: [{ name: "x" }, { name: 7, a: 1, b: 2 }], c: 3 };
  const { error } = schema.safeParse(given);
  expect(toRefusal(error)).toMatchObject({
    ...{ code: "invalid_input", status: 400 },
    fields: [
      { field: "tags.1.name", message: "No text." },
      { field: "tags.1.a", message: "This field is not known." },
      { field: "tags.1.b", message: "This field is not known." },
      { field: "c", message: "This field is not known." },
    ],
  });
  expect(codeOf(wrapped(error, "BAD_REQUEST"))).toBe("invalid_input");
  const ofAnotherMake = Object.assign(new Error(), {
    issues: [{ path: [{ key: "a" }, 0], message: "No." }, { message: "Nothing." }],
  });
  expect(toRefusal(ofAnotherMake).fields).toEqual([
    { field: "a.0", message: "No." },
    { field: "", message: "Nothing." },
  ]);
});

test("at most fifty unknown fields are named", () => {
  const unknown = Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`x${at}`, at]));
  const schema = z.strictObject({ a: z.strictObject({}), b: z.string() });
  const { fields } = toRefusal(schema.safeParse({ a: unknown, ...unknown }).error);
  expect(fields?.filter(({ message }) => message === "This field is not known.")).toHaveLength(50);
  expect(fields).toContainEqual({ field: "b", message: "This is required." });
});

test("tRPC's own errors get one of our codes", () => {
  expect(codeOf(wrapped(new SyntaxError(), "PARSE_ERROR"))).toBe("invalid_json");
  expect(codeOf(wrapped(new SyntaxError(), "BAD_REQUEST"))).toBe("invalid_json");
  expect(codeOf(wrapped(undefined, "PARSE_ERROR"))).toBe("invalid_input");
  expect(codeOf(wrapped(undefined, "BAD_REQUEST"))).toBe("invalid_input");
  expect(codeOf(wrapped(undefined, "NOT_FOUND"))).toBe("not_found");
  expect(codeOf(wrapped(undefined, "METHOD_NOT_SUPPORTED"))).toBe("method_not_allowed");
  expect(codeOf(wrapped(undefined, "UNSUPPORTED_MEDIA_TYPE"))).toBe("wrong_media_type");
  expect(codeOf(wrapped(undefined, "PAYLOAD_TOO_LARGE"))).toBe("too_large");
});

test("any other error is logged completely and hidden from the client", () => {
  const issues = Object.assign(new Error("canary"), { issues: "canary" });
  for (const error of [
    ...[new Error("canary"), ofPostgres("23505"), wrapped(new Error("canary")), issues],
    ...["canary", undefined, { issues: [] }, wrapped(undefined, "TIMEOUT")],
  ]) {
    const { unexpected, ...said } = toRefusal(error);
    expect(unexpected).toBe(error);
    expect(said).toMatchObject({ code: "unexpected", status: 500 });
    expect(JSON.stringify(said)).not.toContain("canary");
  }
});
