import type { Actor } from "./actor.ts";

interface Owned {
  ownerId: string;
  shared: boolean;
}

/** What somebody made is theirs, and a Super Admin's as well where everybody sees it. */
export function mayChange(actor: Pick<Actor, "id" | "role">, { ownerId, shared }: Owned): boolean {
  return ownerId === actor.id || (shared && actor.role === "Super Admin");
}
