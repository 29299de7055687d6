import { LinkPage } from "./LinkPage.tsx";
import type { Preload } from "./use-enter.ts";

export function ResetPasswordPage({ preload }: { preload: Preload }) {
  return (
    <LinkPage
      title="Choose a new password"
      preload={preload}
      renewal="Choose “Forgot password?” on the sign-in page, and another one is made."
    />
  );
}
