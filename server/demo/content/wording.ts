import type { DemoUser } from "../demo-user.ts";
import { createRandom } from "../random.ts";
import type { DemoCompany } from "./companies.ts";
import type { Language, Story } from "./story.ts";
import { day, minute } from "./working-hours.ts";

interface Setting {
  story: Story;
  company: DemoCompany;
  requester: DemoUser;
  /** The first name of somebody else there. */
  other: string;
  createdAt: number;
  /** Days before today, for the version of the app. */
  age: number;
  seed: number;
}

/** Chooses between `[[one|other]]` and fills in `{order}` and its like, the same in all a ticket's texts. */
export function createWording(setting: Setting): (text: string) => string {
  const random = createRandom(setting.seed);
  const values = namesAndNumbers(setting);
  return (text) => {
    const chosen = text.replace(/\[\[(.*?)\]\]/gs, (_, variants: string) =>
      random.pick(variants.split("|")),
    );
    return chosen.replace(/\{([a-z]+\d?)\}/g, (placeholder, name: string) => {
      const value = values[name];
      if (value === undefined) throw new Error(`${setting.story.key}: nothing for ${placeholder}`);
      return typeof value === "string" ? value : value();
    });
  };
}

/** Dates are slow to write, and most are not asked for. */
function namesAndNumbers(setting: Setting): Record<string, string | (() => string)> {
  const { company, requester, other, createdAt, age, story, seed } = setting;
  const random = createRandom(seed + 1);
  const language = story.language ?? "en";
  const when = (days: number, format: Intl.DateTimeFormatOptions) => () =>
    formatDate(createdAt + days * day, language, company.timeZone, format);
  const order = 41_000 + Math.round((100 - age) * 137) + random.whole(0, 130);
  const [carrier, carrier2] = twoOf(company.carriers, random.whole(0, 99));
  const article = `${random.whole(11, 98)}-${random.whole(101, 989)}`;
  const workday = isWeekday(createdAt - day) ? -random.whole(1, 2) : -3;
  const year = when(0, { year: "numeric" });
  return {
    first: requester.firstName,
    company: company.name,
    home: company.home,
    other,
    newcomer: random.pick(newcomers),
    shop: random.pick(company.shops),
    item: random.pick(company.items),
    warehouse: random.pick(company.sites),
    carrier,
    carrier2,
    country: random.pick(countries.filter((country) => country !== company.home)),
    city: random.pick(cities),
    order: String(order),
    order2: String(order + random.whole(1, 3)),
    po: `PO-${random.whole(3000, 8999)}`,
    invoice: `${year()}-${String(1200 - Math.round(age * 4) - random.whole(0, 90)).padStart(4, "0")}`,
    article,
    article2: `${article}${random.pick(["A", "B", "-2", "X"])}`,
    location: `${random.pick(["A", "B", "C", "D"])}-${pad(random.whole(1, 24))}-${pad(random.whole(1, 12))}`,
    dock: String(random.whole(3, 9)),
    printer: random.pick(printers),
    scanner: random.pick(scanners),
    tracking: `${random.whole(10, 99)} ${random.whole(1000, 9999)} ${random.whole(1000, 9999)} ${random.whole(10, 99)}`,
    version: `4.${Math.max(16, 19 - Math.floor(age / 25))}.${random.whole(0, 4)}`,
    few: String(random.whole(3, 9)),
    some: String(random.whole(11, 48)),
    many: String(random.whole(60, 480)),
    rows: `${random.whole(11, 64)},${random.whole(100, 989)}`,
    amount: `${random.whole(1, 9)},${random.whole(100, 989)}.${pad(random.whole(5, 95))}`,
    weekday: when(workday, { weekday: "long" }),
    month: when(-30, { month: "long" }),
    later: when(75, { month: "long" }),
    lastdate: when(-random.whole(5, 12), { day: "numeric", month: "long" }),
    nextdate: when(random.whole(6, 11), { day: "numeric", month: "long" }),
    dotted: () => formatDate(createdAt - day, "de", company.timeZone, { dateStyle: "medium" }),
    gs1: new Date(createdAt + 400 * day).toISOString().slice(2, 10).replaceAll("-", ""),
    time: clock(createdAt - random.whole(25, 100) * minute, company.timeZone),
  };
}

function clock(time: number, timeZone: string): () => string {
  return () => formatDate(time, "en", timeZone, { hour: "2-digit", minute: "2-digit" });
}

function formatDate(
  time: number,
  language: Language,
  timeZone: string,
  format: Intl.DateTimeFormatOptions,
): string {
  const locale = language === "en" ? "en-GB" : language;
  const key = `${locale} ${timeZone} ${JSON.stringify(format)}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(locale, { ...format, timeZone });
    formatters.set(key, formatter);
  }
  return formatter.format(time);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function isWeekday(time: number): boolean {
  const weekday = new Date(time).getUTCDay();
  return weekday > 1 && weekday < 6;
}

function twoOf(from: readonly string[], turn: number): [string, string] {
  const one = from[turn % from.length] ?? "DHL";
  const other = from[(turn + 1) % from.length] ?? "UPS";
  return [one, other];
}

function pad(number: number): string {
  return String(number).padStart(2, "0");
}

const printers = ["Zebra ZD420", "Zebra ZD421", "Zebra ZT231", "Citizen CL-S621", "TSC TE200"];
const scanners = ["Zebra TC52", "Zebra TC21", "Honeywell CT45", "Datalogic Memor 11"];
const countries = [
  "Norway",
  "Switzerland",
  "Iceland",
  "Serbia",
  "Japan",
  "Brazil",
  "Morocco",
  "Chile",
];
const cities = [
  "Rotterdam",
  "Graz",
  "Bilbao",
  "Leipzig",
  "Poznań",
  "Gothenburg",
  "Trieste",
  "Liège",
];
const newcomers = [
  "Marta Nowak",
  "Elif Aydın",
  "Nora Lindgren",
  "Camille Roche",
  "Sofia Marques",
  "Hana Novotná",
  "Grace Mbeki",
  "Julia Stein",
  "Laura Vidal",
  "Amira Saleh",
  "Freya Holm",
  "Ottilie Braun",
];
