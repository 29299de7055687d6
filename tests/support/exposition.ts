export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** Reads Prometheus' text form as strictly as Prometheus does: anything odd throws. */
export function readExposition(text: string): Sample[] {
  if (!text.endsWith("\n")) throw new Error("The last line has no end");
  const kinds = new Map<string, string>();
  const samples: Sample[] = [];
  const seen = new Set<string>();
  for (const line of text.slice(0, -1).split("\n")) {
    if (line.startsWith("# HELP ")) continue;
    const [, family, kind] = /^# TYPE (\S+) (counter|gauge|histogram)$/.exec(line) ?? [];
    if (family && kind) {
      if (kinds.has(family)) throw new Error(`Told twice: ${family}`);
      kinds.set(family, kind);
      continue;
    }
    const sample = readSample(line);
    const key = line.slice(0, line.lastIndexOf(" "));
    if (seen.has(key)) throw new Error(`Told twice: ${key}`);
    seen.add(key);
    const of = sample.name.replace(/_(bucket|sum|count)$/, "");
    if (kinds.get(sample.name) === undefined && kinds.get(of) !== "histogram") {
      throw new Error(`Of no kind: ${line}`);
    }
    samples.push(sample);
  }
  return samples;
}

function readSample(line: string): Sample {
  const match = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line);
  if (!match) throw new Error(`Not understood: ${line}`);
  const [, name = "", inside = "", value = ""] = match;
  const labels: Record<string, string> = {};
  const rest = inside.replace(
    /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/g,
    (_, key, text) => {
      labels[key] = text;
      return "";
    },
  );
  if (rest !== "" || Number.isNaN(Number(value))) throw new Error(`Not understood: ${line}`);
  return { name, labels, value: Number(value) };
}

/** The value of the one sample that has these labels. */
export function sampleOf(
  samples: readonly Sample[],
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  return samples.find(
    (sample) =>
      sample.name === name &&
      Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  )?.value;
}
