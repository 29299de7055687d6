import { LinkPage } from "./LinkPage.tsx";

export function FirstAdminPage() {
  return (
    <LinkPage
      title="Set up your desk"
      renewal="As long as nobody is here, each start of the desk prints another one."
    />
  );
}
