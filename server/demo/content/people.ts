import type { DemoUser } from "../demo-user.ts";
import { customers } from "./customers.ts";
import { staff } from "./staff.ts";
import type { TeamName } from "./story.ts";

export const demoTeams: readonly TeamName[] = ["Warehouse", "Billing", "Integrations", "Access"];

export const demoUsers: readonly DemoUser[] = [...staff, ...customers];
