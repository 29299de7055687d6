export const teamLimits = { name: 80, teams: 200 } as const;

export interface Team {
  id: string;
  name: string;
  members: TeamMember[];
  /** How many tickets belong to it, up to `teamTicketCap`. */
  tickets: number;
}

export interface TeamMember {
  id: string;
  name: string;
  email: string;
}

/** By name, who would notice that it is gone. */
export interface TeamUses {
  views: string[];
  macros: string[];
}

export const teamTicketCap = 1000;
