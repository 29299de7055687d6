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

/** The names of views and macros that use a team. */
export interface TeamUses {
  views: string[];
  macros: string[];
}

export const teamTicketCap = 1000;
