import { expect, test } from "bun:test";
import { fits } from "./fits.ts";

test.each([
  ["", "Ana Ferreira", true],
  ["fer ana", "Ana Ferreira", true],
  ["muller", "Jürgen Müller", true],
  ["Élodie", "elodie@perrin.test", true],
  ["anna", "Ana Ferreira", false],
])("%p in %p: %p", (typed, text, expected) => expect(fits(typed, text)).toBe(expected));
