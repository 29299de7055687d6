import { Skeleton } from "../ui/skeleton.tsx";
import { AuthFrame } from "./AuthFrame.tsx";

/** A page outside the shell, while its code or its answer is on the way. */
export function AuthSkeleton() {
  return (
    <AuthFrame>
      <AuthCardSkeleton />
    </AuthFrame>
  );
}

export function AuthCardSkeleton() {
  return (
    <div aria-busy="true" className="flex flex-col gap-3.5 rounded-xl border bg-card p-5">
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-9 w-full" />
      <Skeleton className="h-9 w-full" />
    </div>
  );
}
