/** The versions of tickets that this tab's own actions wrote; their lists were fetched after that. */
const versions = new Map<string, number>();

export function noteOwnVersion(ticketId: string, version: number): void {
  versions.set(ticketId, Math.max(version, versions.get(ticketId) ?? 0));
}

/** Whether an event reports what this tab did itself. */
export function isOwnVersion(ticketId: string, version: number): boolean {
  return version <= (versions.get(ticketId) ?? 0);
}
