import { AppError } from "../../../shared/errors.ts";

/** Forms in which mail providers post a mail: under one of these names, or in JSON. */
const formNames = new Set(["body-mime", "email"]);
const jsonName = "RawEmail";

/** The raw mail within a body of this type, as a stream where it can be; null for types that hold none. */
export function rawMailIn(
  type: string,
  body: ReadableStream<Uint8Array>,
): ReadableStream<Uint8Array> | null {
  const bare = type.split(";", 1)[0]?.trim().toLowerCase();
  if (bare === "message/rfc822") return body;
  if (bare === "multipart/form-data") {
    const boundary = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type);
    const text = boundary?.[1] ?? boundary?.[2];
    return text ? streamOf(fieldOfForm(body, text)) : null;
  }
  if (bare === "application/x-www-form-urlencoded") return streamOf(whole(body, mailInUrlEncoded));
  if (bare === "application/json") return streamOf(whole(body, mailInJson));
  return null;
}

function streamOf(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(new Uint8Array(value));
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}

const longestHead = 16 * 1024;

/**
 * The bytes of the first field with one of the names. A form is not decoded as text, since a mail can have any
 * charset. The rest of the body is read and dropped.
 */
async function* fieldOfForm(
  body: ReadableStream<Uint8Array>,
  boundary: string,
): AsyncGenerator<Uint8Array> {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // The first one has no line before it.
  let buffered: Buffer = Buffer.from("\r\n");
  let part: "before" | "head" | "wanted" | "other" = "before";
  let isFound = false;
  for await (const chunk of body) {
    buffered = Buffer.concat([buffered, chunk]);
    for (;;) {
      if (part === "head") {
        const end = buffered.indexOf("\r\n\r\n");
        if (end < 0) {
          if (buffered.length > longestHead) return;
          break;
        }
        const isWanted: boolean = !isFound && formNames.has(nameIn(buffered.subarray(0, end)));
        isFound ||= isWanted;
        part = isWanted ? "wanted" : "other";
        buffered = buffered.subarray(end + 4);
        continue;
      }
      const at = buffered.indexOf(delimiter);
      const upTo = at < 0 ? Math.max(0, buffered.length - delimiter.length) : at;
      if (part === "wanted" && upTo > 0) yield buffered.subarray(0, upTo);
      buffered = buffered.subarray(at < 0 ? upTo : at + delimiter.length);
      if (at < 0) break;
      part = "head";
    }
  }
  // It ended within the mail.
  if (part === "wanted") throw new AppError("upload_broken");
}

function nameIn(head: Buffer): string {
  const [, quoted, bare] =
    /^content-disposition:[^\r\n]*?;\s*name=(?:"([^"]*)"|([^\s;]+))/im.exec(
      head.toString("latin1"),
    ) ?? [];
  return quoted ?? bare ?? "";
}

async function* whole(
  body: ReadableStream<Uint8Array>,
  read: (bytes: Buffer) => Buffer | null,
): AsyncGenerator<Uint8Array> {
  const mail = read(Buffer.from(await new Response(body).arrayBuffer()));
  if (mail && mail.length > 0) yield mail;
}

function mailInJson(bytes: Buffer): Buffer | null {
  try {
    const parsed: unknown = JSON.parse(bytes.toString("utf8"));
    const raw =
      typeof parsed === "object" && parsed !== null ? Reflect.get(parsed, jsonName) : null;
    return typeof raw === "string" ? Buffer.from(raw, "utf8") : null;
  } catch {
    return null;
  }
}

function mailInUrlEncoded(bytes: Buffer): Buffer | null {
  for (const name of formNames) {
    const key = Buffer.from(`${name}=`);
    let at = bytes.indexOf(key);
    while (at > 0 && bytes[at - 1] !== 0x26) at = bytes.indexOf(key, at + 1);
    if (at < 0) continue;
    const end = bytes.indexOf("&", at);
    return percentDecoded(bytes.subarray(at + key.length, end < 0 ? bytes.length : end));
  }
  return null;
}

/** To bytes, not to text. */
function percentDecoded(bytes: Buffer): Buffer {
  const decoded = Buffer.alloc(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    let byte = bytes[at] as number;
    if (byte === 0x2b) byte = 0x20;
    else if (byte === 0x25) {
      const digits = bytes.toString("latin1", at + 1, at + 3);
      if (/^[0-9a-f]{2}$/i.test(digits)) {
        byte = Number.parseInt(digits, 16);
        at += 2;
      }
    }
    decoded[length] = byte;
    length += 1;
  }
  return decoded.subarray(0, length);
}
