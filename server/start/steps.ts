/** What a start does only sometimes, and what takes long. */
type StartStep = "client" | "cluster" | "tables" | "update" | "demo";

export type OnStep = (step: StartStep) => void;

const words: Record<StartStep, string> = {
  client: "Building the pages",
  cluster: "Creating the database",
  tables: "Creating the tables",
  update: "Updating the database",
  demo: "Loading the demo",
};

const order: StartStep[] = ["client", "cluster", "tables", "update", "demo"];
const width = 20;

/** Shows the person who waits what is being done: a line per step, on a terminal with a bar. */
export function createSteps(out: { isTTY?: boolean; write(text: string): unknown }) {
  let current: { step: StartStep; begin: number } | null = null;

  function finish(): void {
    if (!current) return;
    const seconds = (performance.now() - current.begin) / 1000;
    const line = `${words[current.step]}: done in ${seconds.toFixed(1)} s\n`;
    if (out.isTTY) out.write(`\r\x1b[K${line}`);
    current = null;
  }

  return {
    begin(step: StartStep): void {
      finish();
      current = { step, begin: performance.now() };
      if (!out.isTTY) return void out.write(`${words[step]}…\n`);
      const full = Math.round((order.indexOf(step) / order.length) * width);
      out.write(`[${"#".repeat(full)}${"·".repeat(width - full)}] ${words[step]}…`);
    },
    end: finish,
  };
}
