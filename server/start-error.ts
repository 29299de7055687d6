/** Why the server cannot start, as one clear line for the person who started it. */
export class StartError extends Error {
  constructor(line: string, options?: ErrorOptions) {
    super(line, options);
    this.name = "StartError";
  }
}
