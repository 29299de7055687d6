import { LinkPage } from "./LinkPage.tsx";

export function InvitationPage() {
  return (
    <LinkPage
      title="Set your password"
      renewal="Who invited you can make another one. You can ask for it yourself, too: choose “Forgot password?” on the sign-in page."
    />
  );
}
