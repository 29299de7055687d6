import { refuseField } from "../../shared/errors.ts";
import { violatedConstraint } from "../db/connection/client.ts";

/** For `.catch`: the unique index has the last word on who has a name. */
export function nameTaken(error: unknown): never {
  if (violatedConstraint(error) !== "companies_name") throw error;
  throw refuseField("company_name_taken", "name");
}
