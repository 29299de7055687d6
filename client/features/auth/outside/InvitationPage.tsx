import { LinkPage } from "./LinkPage.tsx";

export function InvitationPage() {
  return (
    <LinkPage
      title="Set your password"
      renewal="Ask whoever invited you for a new one, or choose “Forgot password?” on the sign-in page."
    />
  );
}
