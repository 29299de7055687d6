import { LinkPage } from "./LinkPage.tsx";

export function ResetPasswordPage() {
  return (
    <LinkPage
      title="Choose a new password"
      renewal="Choose “Forgot password?” on the sign-in page."
    />
  );
}
