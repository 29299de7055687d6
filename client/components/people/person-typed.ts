interface TypedPerson {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
}

/** Reads a search text as an address, a phone number, or a name whose first word is the first name. */
export function personTyped(typed: string): TypedPerson {
  const words = typed.trim();
  const nobody = { firstName: "", lastName: "", email: "", phone: "" };
  if (words.includes("@")) return { ...nobody, email: words };
  if (/^[\d\s+()/.-]{4,40}$/.test(words)) return { ...nobody, phone: words };
  const [firstName = "", ...rest] = words.split(/\s+/);
  return { ...nobody, firstName, lastName: rest.join(" ") };
}
