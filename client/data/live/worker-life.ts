/** The lock that the worker at this address holds for as long as it lives. */
export function lifeOf(name: string, address: string): string {
  return `${name} ${address}`;
}
