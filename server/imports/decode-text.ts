interface DecodedText {
  text: string;
  /** As what the bytes were read, in the words of whoever saves a file. */
  encoding: string;
}

/**
 * Bytes as text: by the mark at their beginning, by the zeros of UTF-16, as UTF-8 where they are
 * that throughout, else as Western Windows writes them, which any bytes are.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const marked = marks.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte));
  if (marked) return decoded(bytes.subarray(marked.mark.length), marked);
  const wide = wideWithoutMark(bytes);
  if (wide) return decoded(bytes, wide);
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), encoding: "UTF-8" };
  } catch {
    return decoded(bytes, { label: "windows-1252", encoding: "Windows-1252 (Latin-1)" });
  }
}

interface Encoding {
  label: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";
  encoding: string;
}

const little: Encoding = { label: "utf-16le", encoding: "UTF-16" };
const big: Encoding = { label: "utf-16be", encoding: "UTF-16, big-endian" };

const marks: (Encoding & { mark: number[] })[] = [
  { mark: [0xef, 0xbb, 0xbf], label: "utf-8", encoding: "UTF-8" },
  { mark: [0xff, 0xfe], ...little },
  { mark: [0xfe, 0xff], ...big },
];

function decoded(bytes: Uint8Array, { label, encoding }: Encoding): DecodedText {
  return { text: new TextDecoder(label, { ignoreBOM: true }).decode(bytes), encoding };
}

/** Most of what stands in tables has a zero in every second byte of UTF-16. */
function wideWithoutMark(bytes: Uint8Array): Encoding | null {
  const looked = bytes.subarray(0, 2048 - (bytes.length % 2));
  const zeros = [0, 0];
  for (const [at, byte] of looked.entries()) {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros;
  const most = looked.length / 2;
  if (odd > most * 0.4 && even < most * 0.1) return little;
  if (even > most * 0.4 && odd < most * 0.1) return big;
  return null;
}
