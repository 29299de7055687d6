import { demoNetworkOf, type Line, laterBy, type Planning } from "./audit-line.ts";
import { hoursOf } from "./content/shifts.ts";
import { day, hour, minute, nextAtWork } from "./content/working-hours.ts";
import type { DemoDesk } from "./desk.ts";
import { hash } from "./random.ts";

/** So far back those stand who signed in. */
const lately = 7 * day;

/** Staff as their day begins, customers before what they wrote this week. */
export function signIns({ users, tickets }: DemoDesk, { now, ids }: Planning): Line[] {
  const staff = users.filter(({ role, state }) => role !== "Customer" && state === "active");
  const mornings = staff.flatMap((person) => {
    const days = Array.from({ length: lately / day }, (_, ago) =>
      nextAtWork(hoursOf(person), now - ago * day - 12 * hour),
    );
    const beginnings = [...new Set(days.map((at) => at - (at % hour)))];
    return beginnings.map((at) => ({
      person,
      at: at + laterBy(`${person.email} ${at}`),
    }));
  });
  const customers = users.filter(({ role }) => role === "Customer");
  const visits = customers.flatMap((person) => {
    const written = tickets.flatMap(({ acts }) =>
      acts.filter(({ by, at }) => by === person.email && Number(at) > now - lately),
    );
    const first = Math.min(...written.map(({ at }) => Number(at)));
    return written.length === 0
      ? []
      : [{ person, at: first - (2 + (hash(person.email) % 9)) * minute }];
  });
  return [...mornings, ...visits].map(({ person, at }) => ({
    at,
    act: "session.signed-in",
    actorId: ids.user(person.email),
    subject: { kind: "user", id: ids.user(person.email) },
    personal: { network: demoNetworkOf(person.email), device: deviceOf(person.email) },
  }));
}

/** Somebody who had forgotten their password, and an address that nobody has. */
export function failedSignIns({ now, ids }: Planning): Line[] {
  const at = now - 2 * day - 4 * hour;
  const email = "rui@harbour.test";
  const rui = { kind: "user", id: ids.user(email) } as const;
  const from = { network: demoNetworkOf(email), device: deviceOf(email) };
  const failed = { act: "session.sign-in-failed", actorId: null } as const;
  return [
    { at, ...failed, subject: rui, personal: { personId: rui.id, ...from } },
    { at: at + 40_000, ...failed, subject: rui, personal: { personId: rui.id, ...from } },
    {
      at: at + 2 * minute,
      act: "password.reset-requested",
      actorId: null,
      subject: rui,
      personal: { network: from.network },
    },
    { at: at + 5 * minute, act: "password.chosen", actorId: rui.id, subject: rui },
    {
      at: now - 5 * day - 9 * hour,
      ...failed,
      subject: { kind: "user", id: null },
      personal: {
        network: "203.0.113.0/24",
        device: "Chrome on Windows",
        typedAddress: "accounts@harbour.test",
      },
    },
  ];
}

const devices = [
  "Firefox on Linux",
  "Chrome on Windows",
  "Safari on Mac",
  "Edge on Windows",
  "Chrome on Mac",
];

function deviceOf(email: string): string {
  return devices[hash(email) % devices.length] ?? "Firefox on Linux";
}
