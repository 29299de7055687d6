import type { DemoUser } from "../demo-user.ts";
import { hash, type Random } from "../random.ts";
import type { Language } from "./story.ts";

interface Occasion {
  language: Language;
  first: boolean;
  /** To whom: a first name, or nobody in particular. */
  to: string | null;
  company: string;
  random: Random;
}

/** The same words as this person would send them: greeting, signature, and now and then a slip. */
export function inTheirManner(person: DemoUser, text: string, occasion: Occasion): string {
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

/** Two letters change places, as they do when somebody writes on a phone between two pallets. */
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
