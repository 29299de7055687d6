/** What the job of a merge is told. */
export interface CompanyMerge {
  sourceId: string;
  targetId: string;
  /** What they were called when it began: `Acme Ltd into Acme`. */
  names: string;
}

export function mergeTitleNames(source: { name: string }, target: { name: string }): string {
  return `${source.name} into ${target.name}`;
}
