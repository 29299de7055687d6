import { beforeAll, describe, expect, test } from "bun:test";
import { createLog } from "../../server/log.ts";
import { setUpTestServer } from "../support/test-server.ts";
import { procedureDoors, routeDoors } from "./doors.ts";
import { fuzzDoor } from "./fuzz.ts";
import { furnish, type World } from "./world.ts";

/** The short form with fixed inputs. `bun run attacks` uses new ones, and more. */
const seed = 20_261_121;
const runs = 5;

let world: World;
let lines: string[] = [];
const logged = () => {
  const since = lines;
  lines = [];
  return since;
};
const server = setUpTestServer({}, { log: createLog("error", (line) => void lines.push(line)) });

beforeAll(async () => {
  world = await furnish(server.db, server.url);
}, 60_000);

describe("random input to the procedure", () => {
  test.each(procedureDoors().map((door) => [door.name, door] as const))(
    "%s gets a known answer",
    async (_, door) => {
      const outcomes = await fuzzDoor(world, door, { runs, seed, logged });
      expect(outcomes.size).toBeGreaterThan(0);
    },
  );
});

test("random input to a route gets a known error", async () => {
  const doors = routeDoors(server.app.routes);
  expect(doors.length).toBeGreaterThan(20);
  for (const door of doors) await fuzzDoor(world, door, { runs, seed, logged });
});

test("the desk still answers afterwards", async () => {
  const admin = await world.as("Super Admin");
  expect((await admin.query("tickets.list", {})).status).toBe(200);
  expect((await server.visitor().request("GET", "/readyz")).status).toBe(200);
});
