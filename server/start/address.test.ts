import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addressOf, addressOfDesk, writeAddress } from "./address.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "frontdesk-address-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("the address is the configured one, else the running one, else the default", async () => {
  const settings = { baseUrl: null, dataDir: join(folder, "new"), host: "10.0.0.5", port: 3000 };
  expect(await addressOfDesk(settings)).toBe("http://10.0.0.5:3000");
  const takeBack = await writeAddress(settings.dataDir, "http://localhost:8123");
  expect(await addressOfDesk(settings)).toBe("http://localhost:8123");
  const told = { ...settings, baseUrl: "https://desk.example.com" };
  expect(await addressOfDesk(told)).toBe("https://desk.example.com");
  await takeBack();
  expect(await addressOfDesk(settings)).toBe("http://10.0.0.5:3000");
});

test("a server that stops leaves the address of a newer one", async () => {
  const settings = { baseUrl: null, dataDir: folder, host: "127.0.0.1", port: 3000 };
  const takeBack = await writeAddress(folder, "http://localhost:8123");
  await writeAddress(folder, "http://localhost:8124");
  await takeBack();
  expect(await addressOfDesk(settings)).toBe("http://localhost:8124");
});

test("a read-only data folder does not prevent the start", async () => {
  const dataDir = join(folder, "address", "below-a-file");
  await Bun.write(join(folder, "address"), "x");
  const takeBack = await writeAddress(dataDir, "http://localhost:8123");
  await takeBack();
  const settings = { baseUrl: null, dataDir, host: "::1", port: 3000 };
  expect(await addressOfDesk(settings)).toBe("http://localhost:3000");
});

test.each([
  ...["0.0.0.0", "::", "127.0.0.1", "localhost"].map((host) => [host, "http://localhost:80"]),
  ["desk.lan", "http://desk.lan:80"],
  ["fd00::5", "http://[fd00::5]:80"],
])("a server listening on %s is reached at %s", (host, address) => {
  expect(addressOf(host, 80)).toBe(address);
});
