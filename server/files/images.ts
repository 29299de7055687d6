import { AppError } from "../../shared/errors.ts";
import { type InlineImageType, isInlineImage } from "../../shared/files.ts";
import type { FoundFile } from "./find-file.ts";
import type { FileStore } from "./store.ts";

export interface Image {
  type: InlineImageType;
  /** As shown, after the camera's rotation; null if the picture cannot be read. */
  width: number | null;
  height: number | null;
}

/** Decoded, this takes 200 MB. Current phones take photos of up to 50 megapixels. */
const maxPixels = 50_000_000;

/** What a file at this path, or these bytes, are: neither its name nor its sender decides. */
export async function readImage(source: string | Uint8Array): Promise<Image | null> {
  const head =
    typeof source === "string" ? await Bun.file(source).slice(0, 12).bytes() : source.slice(0, 12);
  const type = typeOf(String.fromCharCode(...head.subarray(0, 12)));
  if (!type) return null;
  try {
    const { width, height } = await new Bun.Image(source).metadata();
    return { type, width, height };
  } catch {
    return { type, width: null, height: null };
  }
}

function typeOf(head: string): InlineImageType | null {
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (/^GIF8[79]a/.test(head)) return "image/gif";
  if (/^RIFF[\s\S]{4}WEBP/.test(head)) return "image/webp";
  return head.startsWith("\xff\xd8\xff") ? "image/jpeg" : null;
}

/**
 * The picture without the place, camera and author that a photo carries, or null if it carries none.
 * Animations and pictures that cannot be decoded stay as they are.
 */
export async function withoutMetadata(path: string, type: string): Promise<Uint8Array | null> {
  const marks = isInlineImage(type) ? metadataMarks[type] : [];
  if (marks.length === 0) return null;
  const bytes = Buffer.from(await Bun.file(path).arrayBuffer());
  const isAnimated = type !== "image/jpeg" && (bytes.includes("ANIM") || bytes.includes("acTL"));
  if (isAnimated || !marks.some((mark) => bytes.includes(mark, 0, "latin1"))) return null;
  return await oneAtATime(async () => {
    const image = new Bun.Image(bytes, { maxPixels });
    if (type === "image/jpeg") image.jpeg({ quality: 90 });
    if (type === "image/webp") image.webp({ quality: 90 });
    try {
      return await image.bytes();
    } catch (error) {
      if (isTooLarge(error)) throw new AppError("photo_too_large");
      return null;
    }
  });
}

/** How EXIF, XMP and IPTC begin in each format. */
const metadataMarks: Record<InlineImageType, string[]> = {
  "image/jpeg": ["Exif\0\0", "http://ns.adobe.com/xap/1.0/\0", "Photoshop 3.0\0"],
  "image/png": ["eXIf", "XML:com.adobe.xmp"],
  "image/webp": ["EXIF", "XMP "],
  "image/gif": [],
};

/** A small copy to show in a list; null for what cannot be decoded. */
export async function shrinkImage(bytes: Uint8Array): Promise<Uint8Array | null> {
  const size = { fit: "inside", withoutEnlargement: true } as const;
  return await oneAtATime(() =>
    new Bun.Image(bytes, { maxPixels })
      .resize(640, 640, size)
      .webp({ quality: 80 })
      .bytes()
      .catch(() => null),
  );
}

let last: Promise<unknown> = Promise.resolve();

/** Decoded pictures are large, so there is one in memory at a time. */
async function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work);
  last = mine.catch(() => {});
  return await mine;
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_IMAGE_TOO_MANY_PIXELS";
}

/** Recent thumbnails by the id of their content, oldest first. */
const recent = new Map<string, Uint8Array>();
const maxRecent = 200;

/** A thumbnail of a picture, or null if it cannot be decoded. Access was checked by `findFile`. */
export async function thumbnailOf(
  store: FileStore,
  { content, size }: FoundFile,
): Promise<Uint8Array | null> {
  const known = recent.get(content.id);
  const bytes =
    known ?? (await shrinkImage(await readAll(await store.read(content, { from: 0, to: size }))));
  if (!bytes) return null;
  recent.delete(content.id);
  recent.set(content.id, bytes);
  const [oldest] = recent.keys();
  if (recent.size > maxRecent && oldest !== undefined) recent.delete(oldest);
  return bytes;
}

function readAll(body: Blob | ReadableStream): Promise<Uint8Array> {
  return new Response(body).bytes();
}
