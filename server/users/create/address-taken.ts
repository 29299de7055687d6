import { refuseField } from "../../../shared/errors.ts";
import { violatedConstraint } from "../../db/connection/client.ts";

/** For `.catch`: the unique index has the last word on who has an address. */
export function addressTaken(error: unknown): never {
  if (violatedConstraint(error) !== "users_email") throw error;
  throw refuseField("email_taken", "email");
}
