import type { ComponentProps } from "react";
import { userLimits } from "../../../shared/users.ts";
import { TextField } from "../ui/text-field.tsx";

/** The email address of someone else, which the browser does not fill in. */
export function EmailField(props: ComponentProps<typeof TextField>) {
  return <TextField type="email" autoComplete="off" maxLength={userLimits.email} {...props} />;
}
