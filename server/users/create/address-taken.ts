import { refuseField } from "../../../shared/errors.ts";
import { violatedConstraint } from "../../db/connection/client.ts";

/** The unique index has the last word on who has an address. */
export function isAddressTaken(error: unknown): boolean {
  return violatedConstraint(error) === "users_email";
}

/** For `.catch`. */
export function addressTaken(error: unknown): never {
  if (!isAddressTaken(error)) throw error;
  throw refuseField("email_taken", "email");
}
