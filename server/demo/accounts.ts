import type { Role } from "../../shared/access.ts";

export interface DemoAccount {
  role: Role;
  email: string;
  password: string;
}

/** Public: shown on the sign-in page of a demo, and nowhere else. */
export const demoPassword = "frontdesk1";

export const demoAccounts: DemoAccount[] = [
  { role: "Super Admin", email: "admin@demo.test", password: demoPassword },
  { role: "Agent", email: "agent@demo.test", password: demoPassword },
  { role: "Customer", email: "customer@demo.test", password: demoPassword },
];
