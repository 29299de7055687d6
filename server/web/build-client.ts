import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, zstdCompress } from "node:zlib";
import tailwind from "bun-plugin-tailwind";
import { hashSources, stampFile } from "./client-stamp.ts";

export const projectRoot = join(import.meta.dir, "../..");
const clientFolder = join(projectRoot, "dist/client");

/** Builds the client next to its old files and replaces them once complete. */
async function buildClient(): Promise<void> {
  const hash = await hashSources(projectRoot);
  const fresh = `${clientFolder}.new-${process.pid}`;
  try {
    await bundle(fresh);
    for (const file of await readdir(join(fresh, "assets"))) {
      await compress(join(fresh, "assets", file));
    }
    await writeFile(join(fresh, stampFile), hash);
    await replaceFolder(clientFolder, fresh);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

async function bundle(fresh: string): Promise<void> {
  // Absolute addresses, since pages can have any depth.
  const naming = "assets/[name]-[hash].[ext]";
  const result = await Bun.build({
    entrypoints: [join(projectRoot, "client/index.html")],
    root: projectRoot,
    outdir: fresh,
    publicPath: "/",
    naming: { entry: naming, chunk: naming, asset: naming },
    target: "browser",
    plugins: [tailwind],
    splitting: true,
    // Every chunk is a request.
    minChunkSize: 8_192,
    minify: true,
    define: { "process.env.NODE_ENV": '"production"' },
    env: "disable",
    sourcemap: "none",
  });
  const page = result.outputs.find((output) => output.path.endsWith(".html"));
  if (!page) throw new Error("The build of the client has no page");
  await rename(page.path, join(fresh, "index.html"));
}

const encoders = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  zst: (bytes: Buffer) =>
    promisify(zstdCompress)(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 19 } }),
  gz: (bytes: Buffer<ArrayBuffer>) => Bun.gzipSync(bytes, { library: "libdeflate", level: 12 }),
};

async function compress(path: string): Promise<void> {
  if (!/\.(js|css|svg|json|txt)$/.test(path)) return;
  const bytes = await readFile(path);
  for (const [extension, encode] of Object.entries(encoders)) {
    const encoded = await encode(bytes);
    if (encoded.length < bytes.length) await writeFile(`${path}.${extension}`, encoded);
  }
}

export async function replaceFolder(folder: string, fresh: string): Promise<void> {
  const old = join(dirname(folder), `${basename(folder)}.old-${process.pid}`);
  await mkdir(dirname(folder), { recursive: true });
  await rename(folder, old).catch(unless("ENOENT"));
  // A concurrent start may have created the same files.
  await rename(fresh, folder).catch(unless("ENOTEMPTY", "EEXIST"));
  await rm(old, { recursive: true, force: true });
}

function unless(...codes: string[]): (error: NodeJS.ErrnoException) => void {
  return (error) => {
    if (!error.code || !codes.includes(error.code)) throw error;
  };
}

if (import.meta.main) await buildClient();
