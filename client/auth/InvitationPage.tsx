import { LinkPage } from "./LinkPage.tsx";

export function InvitationPage() {
  return <LinkPage title="Set your password" />;
}
