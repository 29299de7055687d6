/** A bucket that speaks as much of S3 as the desk asks for: objects whole or in parts. */
export interface BucketServer {
  url: string;
  objects: Map<string, Uint8Array>;
  /** What it answers instead, while set: the status and the code of S3. */
  trouble: { status: number; code: string } | null;
  stop(): Promise<void>;
}

export function startBucketServer(accessKeyId: string): BucketServer {
  const objects = new Map<string, Uint8Array>();
  const uploads = new Map<string, Map<number, Uint8Array>>();

  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const url = new URL(request.url);
      const key = decodeURIComponent(url.pathname).slice(1);
      const signature = request.headers.get("Authorization") ?? "";
      if (!signature.startsWith(`AWS4-HMAC-SHA256 Credential=${accessKeyId}/`)) {
        return refusal(403, "InvalidAccessKeyId");
      }
      if (bucket.trouble) return refusal(bucket.trouble.status, bucket.trouble.code);
      const uploadId = url.searchParams.get("uploadId");
      const parts = uploadId ? uploads.get(uploadId) : undefined;
      if (request.method === "POST" && url.searchParams.has("uploads")) return begin(key);
      if (request.method === "PUT" && parts) {
        const part = Number(url.searchParams.get("partNumber"));
        parts.set(part, await request.bytes());
        return new Response(null, { headers: { ETag: `"part-${part}"` } });
      }
      if (request.method === "POST" && parts) {
        await request.text();
        const inOrder = [...parts].sort(([a], [b]) => a - b).map(([, bytes]) => bytes);
        objects.set(key, new Uint8Array(Buffer.concat(inOrder)));
        return xml(
          `<CompleteMultipartUploadResult><Key>${key}</Key><ETag>"x"</ETag></CompleteMultipartUploadResult>`,
        );
      }
      if (request.method === "PUT") {
        objects.set(key, await request.bytes());
        return new Response(null, { headers: { ETag: '"x"' } });
      }
      if (request.method === "DELETE") {
        objects.delete(key);
        return new Response(null, { status: 204 });
      }
      return handOut(request, objects.get(key));
    },
  });

  function begin(key: string): Response {
    const id = crypto.randomUUID();
    uploads.set(id, new Map());
    return xml(
      `<InitiateMultipartUploadResult><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    );
  }

  const bucket: BucketServer = {
    url: `http://127.0.0.1:${server.port}`,
    objects,
    trouble: null,
    stop: () => server.stop(true),
  };
  return bucket;
}

function handOut(request: Request, object: Uint8Array | undefined): Response {
  if (!object) return refusal(404, "NoSuchKey");
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.get("Range") ?? "");
  const [from, to] = range
    ? [Number(range[1]), range[2] ? Number(range[2]) + 1 : object.length]
    : [0, object.length];
  const headers: Record<string, string> = { ETag: '"x"', "Content-Length": String(to - from) };
  if (range) headers["Content-Range"] = `bytes ${from}-${to - 1}/${object.length}`;
  const body = request.method === "HEAD" ? null : object.slice(from, to);
  return new Response(body, { status: range ? 206 : 200, headers });
}

function refusal(status: number, code: string): Response {
  return xml(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`, status);
}

function xml(text: string, status = 200): Response {
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>${text}`, {
    status,
    headers: { "Content-Type": "application/xml" },
  });
}
