import type { FieldError } from "../../shared/errors.ts";

export interface SchemaIssue {
  code?: string | undefined;
  path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined;
  message: string;
  keys?: string[];
}

/** Each field that a schema refused, with its words. */
export function fieldErrors(issues: readonly SchemaIssue[]): FieldError[] {
  return issues.flatMap((issue) => {
    const path = (issue.path ?? []).map((part) =>
      String(typeof part === "object" ? part.key : part),
    );
    if (issue.code === "unrecognized_keys") {
      const message = "This field is not known.";
      return (issue.keys ?? []).map((key) => ({ field: [...path, key].join("."), message }));
    }
    return [{ field: path.join("."), message: issue.message }];
  });
}
