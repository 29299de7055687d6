/** In order of preference: the first is the smallest. */
const encodings = ["br", "zstd", "gzip", "identity"] as const;
export type Encoding = (typeof encodings)[number];

/** The smallest encoding that the browser accepts. */
export function chooseEncoding(accepted: string, offered: readonly Encoding[]): Encoding {
  const wishes = new Map(accepted.toLowerCase().split(",").map(parseWish));
  const takes = (encoding: Encoding) => wishes.get(encoding) ?? wishes.get("*") ?? false;
  const chosen = encodings.find((encoding) => offered.includes(encoding) && takes(encoding));
  return chosen ?? "identity";
}

function parseWish(wish: string): [name: string, taken: boolean] {
  const [name = "", ...parameters] = wish.split(";").map((part) => part.trim());
  return [name, !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))];
}
