import { AuthCardSkeleton } from "./AuthCardSkeleton.tsx";
import { AuthFrame } from "./AuthFrame.tsx";

/** A page outside the shell, while its code or its answer is on the way. */
export function AuthSkeleton() {
  return (
    <AuthFrame>
      <AuthCardSkeleton />
    </AuthFrame>
  );
}
