import * as z from "zod/mini";

// zod/mini has no messages of its own; both APIs and every form use these.
z.config({ localeError: wordsForIssue });

function wordsForIssue(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined || issue.input === null
        ? "This is required."
        : `This must be ${typeNames[issue.expected] ?? "of another kind"}.`;
    case "too_small":
      if (issue.origin === "string") {
        return issue.minimum === 1
          ? "This is required."
          : `This needs at least ${issue.minimum} characters.`;
      }
      return issue.origin === "array"
        ? `Choose at least ${issue.minimum}.`
        : `This must be at least ${issue.minimum}.`;
    case "too_big":
      if (issue.origin === "string") return `At most ${issue.maximum} characters fit here.`;
      return issue.origin === "array"
        ? `At most ${issue.maximum} are possible.`
        : `This may be at most ${issue.maximum}.`;
    case "invalid_format":
      return issue.format === "email" ? "This is not an email address." : "This is not valid.";
    case "invalid_value":
      return `This must be one of: ${issue.values.map(String).join(", ")}.`;
    default:
      return "This is not valid.";
  }
}

const typeNames: Record<string, string> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};
