interface TypedPerson {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
}

/** Reads a search text as an address, a phone number, or a name whose first word is the first name. */
export function personTyped(typed: string): TypedPerson {
  const words = typed.trim();
  const emptyPerson = { firstName: "", lastName: "", email: "", phone: "" };
  if (words.includes("@")) return { ...emptyPerson, email: words };
  if (/^[\d\s+()/.-]{4,40}$/.test(words)) return { ...emptyPerson, phone: words };
  const [firstName = "", ...rest] = words.split(/\s+/);
  return { ...emptyPerson, firstName, lastName: rest.join(" ") };
}
