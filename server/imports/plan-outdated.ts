/** Someone created the same record concurrently: plans again. */
export class PlanOutdated extends Error {
  constructor() {
    super("The desk changed while an import was being written");
    this.name = "PlanOutdated";
  }
}
