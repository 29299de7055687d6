/** Prometheus' text form, version 0.0.4. */
export const expositionType = "text/plain; version=0.0.4; charset=utf-8";

type Kind = "counter" | "gauge" | "histogram";
type Labels = Record<string, string | number>;

export interface Exposition {
  add(name: string, kind: Kind, help: string, samples: [Labels, number][]): void;
  addHistogram(name: string, help: string, samples: [Labels, Histogram][]): void;
  text(): string;
}

export function createExposition(): Exposition {
  const lines: string[] = [];
  const head = (name: string, kind: Kind, help: string) => {
    lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`);
  };
  return {
    add(name, kind, help, samples) {
      head(name, kind, help);
      for (const [labels, value] of samples) lines.push(`${name}${written(labels)} ${value}`);
    },
    addHistogram(name, help, samples) {
      head(name, "histogram", help);
      for (const [labels, { bounds, counts, sum }] of samples) {
        let below = 0;
        for (const [step, count] of counts.entries()) {
          below += count;
          lines.push(
            `${name}_bucket${written({ ...labels, le: bounds[step] ?? "+Inf" })} ${below}`,
          );
        }
        lines.push(`${name}_sum${written(labels)} ${sum}`);
        lines.push(`${name}_count${written(labels)} ${below}`);
      }
    },
    text: () => `${lines.join("\n")}\n`,
  };
}

function written(labels: Labels): string {
  const parts = Object.entries(labels).map(
    ([name, value]) => `${name}="${escaped(String(value))}"`,
  );
  return parts.length === 0 ? "" : `{${parts.join(",")}}`;
}

function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

/** A histogram of durations: only the count per bucket is stored. */
export interface Histogram {
  /** The upper bounds, in seconds. */
  readonly bounds: readonly number[];
  /** One more than bounds: the last bucket has no upper bound. */
  readonly counts: Float64Array;
  sum: number;
}

export function createHistogram(bounds: readonly number[]): Histogram {
  return { bounds, counts: new Float64Array(bounds.length + 1), sum: 0 };
}

export function observe(histogram: Histogram, seconds: number): void {
  const { bounds, counts } = histogram;
  let step = 0;
  while (step < bounds.length && seconds > (bounds[step] ?? 0)) step += 1;
  counts[step] = (counts[step] ?? 0) + 1;
  histogram.sum += seconds;
}
