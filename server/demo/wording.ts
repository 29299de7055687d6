import {
  type DemoCompany,
  type DemoUser,
  demoUsers,
  type Language,
  type Story,
} from "./content.ts";
import type { DemoAct, DemoTicket } from "./derive.ts";
import type { Scene } from "./play.ts";
import { createRandom, hash, type Random } from "./random.ts";
import { day, minute } from "./working-hours.ts";

interface Setting {
  story: Story;
  company: DemoCompany;
  requester: DemoUser;
  /** The first name of a colleague of the requester. */
  other: string;
  createdAt: number;
  /** How many days ago, which decides the app version mentioned. */
  age: number;
  seed: number;
}

/** Picks one of `[[one|other]]` and fills in placeholders, with the same values in all texts of a ticket. */
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

/** Dates are functions because formatting is slow and most are not used. */
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

interface Occasion {
  language: Language;
  first: boolean;
  /** The first name to greet, or null. */
  to: string | null;
  company: string;
  random: Random;
}

/** The text in this person's style: greeting, signature and sometimes a typo. */
function inTheirManner(person: DemoUser, text: string, occasion: Occasion): string {
  const customer = person.role === "Customer";
  const hasty = customer && hash(person.email) % 5 === 0;
  const words = hasty && occasion.language === "en" ? withASlip(text, occasion.random) : text;
  if (hasty && startsInCapitals(text)) return words;
  const greeting = customer ? customersGreeting(person, occasion) : staffGreeting(words, occasion);
  const signature = customer
    ? customersSignature(person, occasion)
    : staffSignature(person, occasion);
  return [greeting, words, signature].filter((part) => part !== "").join("\n\n");
}

function customersGreeting(person: DemoUser, { first, language, random }: Occasion): string {
  if (!first) return "";
  if (language !== "en") return random.pick(greetings[language]);
  const style = hash(person.email) % 4;
  return style === 0 ? "" : random.pick(greetings.en);
}

function customersSignature(
  person: DemoUser,
  { first, language, company, random }: Occasion,
): string {
  const { firstName, lastName } = person;
  if (!first) return random.chance(0.12) ? firstName : "";
  const name = `${firstName} ${lastName}`;
  const closing = random.pick(closings[language]);
  switch (hash(`${person.email}!`) % 5) {
    case 0:
      return `${closing}\n${name}\n${company}`;
    case 1:
      return `${closing}\n${firstName}`;
    case 2:
      return random.chance(0.5) ? `${closing}\n${name}` : "";
    case 3:
      return random.chance(0.4) ? firstName : "";
    default:
      return language === "en" ? "" : `${closing}\n${name}`;
  }
}

function staffGreeting(text: string, { first, to, language, random }: Occasion): string {
  const addressed = to === null || text.slice(0, 60).includes(to) || text.startsWith("Hello");
  if (language === "en" && (addressed || !random.chance(first ? 0.8 : 0.15))) return "";
  if (!startsInCapitals(text)) return `${hello[language]} ${to},`;
  return language === "en" ? `${random.pick(["Hi", "Hi", "Hello"])} ${to},` : "";
}

function staffSignature(person: DemoUser, { first, language, random }: Occasion): string {
  if (!first || !random.chance(0.35)) return "";
  return `${random.pick(closings[language])}\n${person.firstName}`;
}

function startsInCapitals(text: string): boolean {
  const [letter = ""] = text;
  return letter === letter.toUpperCase();
}

/** Swaps two letters, like a typo on a phone. */
function withASlip(text: string, random: Random): string {
  if (!random.chance(0.5)) return text;
  const words = [...text.matchAll(/(?<=^|\s)[a-z]{6,}(?=[\s.,])/g)];
  if (words.length < 3) return text;
  const { 0: word, index } = random.pick(words);
  const at = index + random.whole(2, word.length - 3);
  return `${text.slice(0, at)}${text[at + 1]}${text[at]}${text.slice(at + 2)}`;
}

const greetings: Record<Language, readonly string[]> = {
  en: ["Hi,", "Hello,", "Hello,", "Hi there,", "Dear support team,"],
  de: ["Guten Tag,", "Hallo zusammen,"],
  fr: ["Bonjour,"],
  es: ["Buenos días,", "Hola,"],
};
const hello: Record<Language, string> = { en: "Hi", de: "Guten Tag", fr: "Bonjour", es: "Hola" };
const closings: Record<Language, readonly string[]> = {
  en: ["Best regards,", "Thanks,", "Kind regards,", "Regards,"],
  de: ["Mit freundlichen Grüßen", "Viele Grüße"],
  fr: ["Cordialement,", "Bien à vous,"],
  es: ["Saludos,", "Un saludo,"],
};

/** Makes the ticket from the played actions, with all texts filled in. */
export function writeTicket(
  { story, requester, colleague, random }: Scene,
  company: DemoCompany,
  acts: readonly DemoAct[],
  now: number,
): DemoTicket {
  const [opening] = acts;
  if (!opening) throw new Error(`${story.key} has no acts`);
  const createdAt = opening.at.getTime();
  const say = createWording({
    story,
    company,
    requester,
    other: colleague?.firstName ?? requester.firstName,
    createdAt,
    age: (now - createdAt) / day,
    seed: random.whole(1, 2 ** 31),
  });
  const subject = say(random.pick(story.subjects));
  const spoken = new Set<string>();
  let lastToWrite = requester.firstName;
  const written = acts.map((act): DemoAct => {
    if (act.kind === "note") return { ...act, text: say(act.text) };
    if (act.kind !== "reply") return act;
    const author = demoUsers.find(({ email }) => email === act.by) ?? requester;
    const first = !spoken.has(author.email);
    spoken.add(author.email);
    const to = author.role === "Customer" ? null : lastToWrite;
    if (author.role === "Customer") lastToWrite = author.firstName;
    const { language = "en" } = story;
    const text = inTheirManner(author, say(act.text), {
      language,
      first,
      to,
      company: company.name,
      random,
    });
    return { ...act, text };
  });
  return {
    subject,
    type: story.type,
    priority: written.findLast((act) => act.kind === "priority")?.priority ?? "normal",
    channel: story.channel ?? "web",
    company: company.name,
    requester: requester.email,
    openedBy: opening.by ?? requester.email,
    assignee: written.findLast((act) => act.kind === "assign")?.assignee ?? null,
    team: story.team,
    tags: written.flatMap((act) => (act.kind === "tags" ? act.add : [])).sort(),
    followers: followersOf(written, { requester, colleague, random }),
    createdAt: opening.at,
    acts: written,
  };
}

/** People who wrote and need access, and sometimes an extra follower. */
function followersOf(
  acts: readonly DemoAct[],
  { requester, colleague, random }: Pick<Scene, "requester" | "colleague" | "random">,
): string[] {
  const followers = new Set<string>();
  const wrote = acts.some((act) => act.kind === "reply" && act.by === colleague?.email);
  if (colleague && (wrote ? !colleague.seesAllTickets : random.chance(0.08))) {
    followers.add(colleague.email);
  }
  const assignee = acts.findLast((act) => act.kind === "assign")?.assignee;
  for (const act of acts) {
    if (act.kind === "note" && act.by !== assignee && random.chance(0.5)) followers.add(act.by);
  }
  followers.delete(requester.email);
  return [...followers];
}
