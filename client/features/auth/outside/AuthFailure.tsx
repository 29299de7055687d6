import { CircleAlert } from "lucide-react";
import { fallbackMessage } from "../../../../shared/error-words.ts";
import type { Failure } from "../../../data/errors.ts";
import { AuthMessage } from "./AuthMessage.tsx";

/** Why nothing came of a form, where it is about no field of it. */
export function AuthFailure({ failure }: { failure: Failure }) {
  return (
    <AuthMessage role="alert" tone="bad" icon={<CircleAlert />}>
      {failure.noLine && <p className="font-medium">{fallbackMessage}</p>}
      {failure.message}
    </AuthMessage>
  );
}
