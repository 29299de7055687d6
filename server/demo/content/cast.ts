import type { DemoUser } from "../demo-user.ts";
import type { Random } from "../random.ts";
import type { Stage } from "../stage.ts";
import type { Story } from "./story.ts";

export interface Scene {
  story: Story;
  company: string;
  requester: DemoUser;
  colleague: DemoUser | null;
  createdAt: number;
  random: Random;
  /** Who takes it, where that is not left to the shifts. */
  agent?: DemoUser;
}

export interface Cast extends Scene {
  agents: readonly DemoUser[];
  peerOf(agent: DemoUser | null): DemoUser;
  stage: Stage;
}
