import { LinkPage } from "./LinkPage.tsx";
import type { Preload } from "./use-enter.ts";

export function FirstAdminPage({ preload }: { preload: Preload }) {
  return (
    <LinkPage
      title="Set up your desk"
      preload={preload}
      renewal="As long as nobody is here, each start of the desk prints another one."
    />
  );
}
