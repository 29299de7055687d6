import { allLayers, type FurtherAct, type KeyId, keyHint, keyTable } from "../keyboard/keys.ts";

interface AvailableAct {
  id: KeyId;
  run: () => void;
  about?: string | undefined;
  /** What it is done by; nothing where that key does something else at this moment. */
  keys: string | undefined;
}

/** What can be done by a key at this moment, in the table's order. */
export function availableActs(): AvailableAct[] {
  const layers = allLayers().map((layer) => layer());
  const taken = new Set<string>();
  return (Object.keys(keyTable) as KeyId[]).flatMap((id) => {
    const acts = layers.find((layer) => layer[id] !== undefined);
    if (!acts) return [];
    const keys = taken.has(keyTable[id]) ? undefined : keyHint(id);
    taken.add(keyTable[id]);
    const run = acts[id];
    return run ? [{ id, run, about: acts.about, keys }] : [];
  });
}

/** What can be done by no key, and is found by its name alone. */
export function furtherActs(): (FurtherAct & { about: string | undefined })[] {
  return allLayers().flatMap((layer) => {
    const { about, further = [] } = layer();
    return further.map((act) => ({ ...act, about }));
  });
}
