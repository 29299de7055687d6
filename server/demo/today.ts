import { hour } from "./content/working-hours.ts";

/** What stands on the desk today: a ticket stopped in the middle of its story. */
export interface Unfinished {
  state: "new" | "open" | "pending" | "on-hold" | "snoozed";
  /** Minutes since the last word of whoever spoke last. */
  age: readonly [least: number, most: number];
  /** Said at that very minute, whatever the hour is: something fresh lies there at any time. */
  fresh?: boolean;
  story?: string;
  requester?: string;
  assignee?: string;
}

const maya = "admin@demo.test";
const samuel = "agent@demo.test";
const ana = "customer@demo.test";
const lena = "lena@frontdesk.test";
const henrik = "henrik@frontdesk.test";
const chloe = "chloe@frontdesk.test";
const anjali = "anjali@frontdesk.test";
const diego = "diego@frontdesk.test";
const grace = "grace@frontdesk.test";

export const unfinished: readonly Unfinished[] = [
  {
    state: "open",
    age: [4, 5],
    fresh: true,
    story: "labels-blank",
    requester: ana,
    assignee: maya,
  },
  {
    state: "new",
    age: [11, 12],
    fresh: true,
    story: "second-address",
    requester: "tomasz@kestrel.test",
  },
  {
    state: "open",
    age: [26, 27],
    fresh: true,
    story: "old-vat",
    requester: "claire@perrin.test",
    assignee: maya,
  },
  {
    state: "pending",
    age: [48, 50],
    story: "export-limit",
    requester: "j.keller@nordlicht.test",
    assignee: maya,
  },
  {
    state: "new",
    age: [61, 70],
    fresh: true,
    story: "accountant-read-only",
    requester: "priya@bluefin.test",
  },
  {
    state: "open",
    age: [72, 80],
    fresh: true,
    story: "scanner-signs-out",
    requester: ana,
    assignee: samuel,
  },
  { state: "new", age: [118, 125], fresh: true, story: "second-printer", requester: ana },
  {
    state: "on-hold",
    age: [120, 2600],
    story: "rates-missing",
    requester: "declan@kestrel.test",
    assignee: maya,
  },
  {
    state: "pending",
    age: [180, 190],
    story: "name-change",
    requester: "ingrid@fjord.test",
    assignee: henrik,
  },
  {
    state: "open",
    age: [185, 200],
    fresh: true,
    story: "imported-twice",
    requester: "yusuf@bosphorus.test",
    assignee: maya,
  },
  {
    state: "open",
    age: [238, 245],
    fresh: true,
    story: "password-mail",
    requester: "h.weiss@nordlicht.test",
    assignee: lena,
  },
  {
    state: "new",
    age: [298, 306],
    fresh: true,
    story: "dark-totals",
    requester: "elodie@perrin.test",
  },
  {
    state: "pending",
    age: [350, 370],
    story: "return-no-order",
    requester: "priya@bluefin.test",
    assignee: maya,
  },
  {
    state: "on-hold",
    age: [480, 2000],
    story: "webhook-delay",
    requester: "mateo@andes.test",
    assignee: samuel,
  },
  {
    state: "pending",
    age: [540, 900],
    story: "packing-slip-template",
    requester: "bjorn@fjord.test",
    assignee: samuel,
  },
  {
    state: "open",
    age: [600, 900],
    story: "negative-stock",
    requester: "j.keller@nordlicht.test",
    assignee: lena,
  },
  {
    state: "new",
    age: [700, 800],
    story: "barcode-umlaut",
    requester: "k.schoenfeld@nordlicht.test",
  },
  {
    state: "pending",
    age: [1400, 1600],
    story: "old-shipments",
    requester: "claire@perrin.test",
    assignee: maya,
  },
  {
    state: "open",
    age: [1500, 1700],
    story: "driver-note",
    requester: "declan@kestrel.test",
    assignee: samuel,
  },
  { state: "open", age: [1800, 2600], assignee: anjali },
  { state: "open", age: [2700, 4000], assignee: henrik },
  { state: "open", age: [300, 900], assignee: chloe },
  { state: "pending", age: [300, 800], assignee: diego },
  { state: "pending", age: [700, 1500], assignee: samuel },
  { state: "pending", age: [900, 1800], assignee: maya },
  { state: "pending", age: [1300, 2400], assignee: lena },
  { state: "pending", age: [1500, 2900], assignee: anjali },
  { state: "pending", age: [2000, 3500], assignee: henrik },
  { state: "pending", age: [2500, 4500], assignee: grace },
  { state: "pending", age: [3000, 5000], assignee: chloe },
  { state: "pending", age: [4000, 6500], assignee: samuel },
  { state: "pending", age: [5000, 7500], assignee: lena },
  { state: "pending", age: [6000, 9000], assignee: diego },
  { state: "pending", age: [7000, 10000], assignee: henrik },
  { state: "on-hold", age: [1400, 4000], assignee: maya },
  { state: "on-hold", age: [4000, 9000], assignee: henrik },
  { state: "on-hold", age: [6000, 12000], assignee: anjali },
  { state: "on-hold", age: [9000, 18000], assignee: lena },
  { state: "snoozed", age: [1500, 3000], assignee: maya },
  { state: "snoozed", age: [2500, 5000], assignee: samuel },
  { state: "snoozed", age: [4000, 9000], assignee: chloe },
];

/** How long today's snoozes still last. */
export const snoozeHours = [7 * hour, 52 * hour] as const;
