import { allLayers, type FurtherAct, type KeyId, keyTable } from "../../lib/keys/keys.ts";

/** What can be done by a key at this moment, in the table's order. */
export function availableActs(): { id: KeyId; run: () => void; about?: string | undefined }[] {
  const layers = allLayers().map((layer) => layer());
  return (Object.keys(keyTable) as KeyId[]).flatMap((id) => {
    const acts = layers.find((layer) => layer[id] !== undefined);
    const run = acts?.[id];
    return run ? [{ id, run, about: acts?.about }] : [];
  });
}

/** What can be done by no key, and is found by its name alone. */
export function furtherActs(): (FurtherAct & { about: string | undefined })[] {
  return allLayers().flatMap((layer) => {
    const { about, further = [] } = layer();
    return further.map((act) => ({ ...act, about }));
  });
}
