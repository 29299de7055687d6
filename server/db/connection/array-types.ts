/**
 * The arrays our statements use. By default the driver queries all types on each new connection, and if that
 * fails, the error cannot be caught.
 */
export const arrayTypes = {
  // text[], varchar[], name[], uuid[]
  texts: { to: 1009, from: [1009, 1015, 1003, 2951], serialize: writeArray, parse: readArray },
  // int2[], int4[], int8[]
  numbers: {
    to: 1007,
    from: [1005, 1007, 1016],
    serialize: writeArray,
    parse: (text: string) => readArray(text).map((item) => (item === null ? null : Number(item))),
  },
};

function writeArray(items: readonly (string | number | null)[]): string {
  return `{${items.map(writeItem).join(",")}}`;
}

function writeItem(item: string | number | null): string {
  if (item === null) return "null";
  return `"${String(item).replace(/[\\"]/g, "\\$&")}"`;
}

/** One dimension: `{a,"b, c",NULL}`. */
function readArray(text: string): (string | null)[] {
  const items = text.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|([^,]+)/g);
  return [...items].map(([, quoted, bare]) => {
    if (quoted !== undefined) return quoted.replace(/\\(.)/g, "$1");
    return bare === undefined || bare === "NULL" ? null : bare;
  });
}
