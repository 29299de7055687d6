/** Somebody made the same at that very moment: what was planned is planned again. */
export class PlanOutdated extends Error {
  constructor() {
    super("The desk changed while an import was being written");
    this.name = "PlanOutdated";
  }
}
