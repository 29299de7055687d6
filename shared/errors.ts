import { errorCatalogue } from "./refusals/catalogue.ts";
import { wordsFor } from "./refusals/early-words.ts";

type Catalogue = typeof errorCatalogue;
export type ErrorCode = keyof Catalogue;

export interface FieldError {
  field: string;
  message: string;
}

/** What comes with a code, to the screen too. The rooms add what comes with theirs. */
export interface Carried {
  too_many_attempts: { retryAfterSeconds: number };
  too_many_uploads: { retryAfterSeconds?: number };
  too_many_searches: { retryAfterSeconds: number };
  unavailable: { retryAfterSeconds?: number };
}

type AnyOf<T> = T extends unknown ? { [Key in keyof T]?: T[Key] } : never;
type AllOf<T> = (T extends unknown ? (each: T) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** What both doors add to a refusal, beside its code and words. */
export type ErrorDetails = { fields?: FieldError[] } & AllOf<AnyOf<Carried[keyof Carried]>>;

type Words<Code extends ErrorCode> = Catalogue[Code] extends { say: (told: infer Told) => string }
  ? { told: Told }
  : Catalogue[Code] extends { isWorded: true }
    ? { message?: string }
    : unknown;

/** What whoever throws this code has to give, and may. */
type DetailsOf<Code extends ErrorCode> = Code extends unknown
  ? { fields?: FieldError[] } & Words<Code> & (Code extends keyof Carried ? Carried[Code] : unknown)
  : never;

type Given<Code extends ErrorCode> =
  object extends DetailsOf<Code>
    ? [details?: DetailsOf<Code>, options?: ErrorOptions]
    : [details: DetailsOf<Code>, options?: ErrorOptions];

/** The one error our own code throws. Anything else is unexpected, and its words stay in the log. */
export class AppError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly code: Code;
  readonly details: ErrorDetails;

  constructor(code: Code, ...[given, options]: Given<Code>) {
    const { message, told, ...details }: Loose = given ?? {};
    super(sayable(code, message ?? wordsOf(code, told)), options);
    this.name = "AppError";
    this.code = code;
    this.details = details;
  }
}

/** One field stands against it, and is told in the words of the code. */
export function refuseField<Code extends ErrorCode>(
  code: Code,
  field: string,
  ...[given, options]: Given<Code>
): AppError<Code> {
  const { message } = new AppError(code, ...([given] as Given<Code>));
  const details = { ...given, fields: [{ field, message }] };
  return new AppError(code, ...([details, options] as unknown as Given<Code>));
}

/** What the input's schema cannot know: this one field of it cannot be. */
export function refuseInput(field: string, message: string): AppError {
  return new AppError("invalid_input", { fields: [{ field, message }] });
}

type Loose = ErrorDetails & { message?: string; told?: unknown };

function wordsOf(code: ErrorCode, told: unknown): string {
  const entry: { message: string; say?: (told: never) => string } = errorCatalogue[code];
  return told !== undefined && entry.say ? entry.say(told as never) : entry.message;
}

/** A name may hold the word that no message may: then the catalogue's own words, in which there is no name. */
function sayable(code: ErrorCode, words: string): string {
  return wordsFor(words) === words ? words : errorCatalogue[code].message;
}
