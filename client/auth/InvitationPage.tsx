import { LinkPage } from "./LinkPage.tsx";
import type { Preload } from "./use-enter.ts";

export function InvitationPage({ preload }: { preload: Preload }) {
  return (
    <LinkPage
      title="Set your password"
      preload={preload}
      renewal="Who invited you can make another one. You can ask for it yourself, too: choose “Forgot password?” on the sign-in page."
    />
  );
}
