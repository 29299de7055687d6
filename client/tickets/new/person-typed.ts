interface TypedPerson {
  firstName: string;
  lastName: string;
  email: string;
}

/** What somebody was looked for by: an address, or a name whose first word is the first name. */
export function personTyped(typed: string): TypedPerson {
  const words = typed.trim();
  if (words.includes("@")) return { firstName: "", lastName: "", email: words };
  const [firstName = "", ...rest] = words.split(/\s+/);
  return { firstName, lastName: rest.join(" "), email: "" };
}
