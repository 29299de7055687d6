import { Building2, ChartNoAxesColumn, Inbox, type LucideIcon, Users } from "lucide-react";
import type { AreaLabel } from "../lib/areas.ts";

export const areaIcons: Record<AreaLabel, LucideIcon> = {
  Tickets: Inbox,
  Users: Users,
  Company: Building2,
  Dashboard: ChartNoAxesColumn,
};
