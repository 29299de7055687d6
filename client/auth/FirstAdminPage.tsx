import { LinkPage } from "./LinkPage.tsx";

export function FirstAdminPage() {
  return <LinkPage title="Set up your desk" />;
}
