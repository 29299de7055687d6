import { LinkPage } from "./LinkPage.tsx";

export function ResetPasswordPage() {
  return <LinkPage title="Choose a new password" />;
}
