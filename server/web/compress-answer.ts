import { chooseEncoding } from "./choose-encoding.ts";

/** A smaller response fits into one packet anyway. */
const worthwhile = 1400;

/** Compresses a response with gzip, at a level that takes 0.05 ms for a list. */
export async function compressAnswer(accepted: string, answer: Response): Promise<Response> {
  const isJson = /^application\/json\b/.test(answer.headers.get("Content-Type") ?? "");
  if (!isJson || !answer.body || answer.headers.has("Content-Encoding")) return answer;
  if (chooseEncoding(accepted, ["gzip", "identity"]) !== "gzip") return answer;
  const bytes = await answer.bytes();
  if (bytes.length < worthwhile) return new Response(bytes, answer);
  const compressed = new Response(Bun.gzipSync(bytes, { library: "libdeflate", level: 1 }), answer);
  compressed.headers.set("Content-Encoding", "gzip");
  compressed.headers.append("Vary", "Accept-Encoding");
  compressed.headers.delete("Content-Length");
  return compressed;
}
