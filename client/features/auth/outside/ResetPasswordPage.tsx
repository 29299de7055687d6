import { LinkPage } from "./LinkPage.tsx";

export function ResetPasswordPage() {
  return (
    <LinkPage
      title="Choose a new password"
      renewal="For a new one choose “Forgot password?” on the sign-in page."
    />
  );
}
