import type { trpc } from "../../../data/trpc.ts";

type Utils = ReturnType<typeof trpc.useUtils>;

/** Of the ticket with this number, beside the list as it is without words; throws where there is none. */
export async function addressOfNumber(text: string, utils: Utils): Promise<string> {
  const number = Number(text.replace(/\D/g, ""));
  await utils.tickets.get.fetch({ number }, { retry: false, meta: { showsError: true } });
  const params = new URLSearchParams(location.search);
  params.delete("q");
  return `/ticket/${number}?${params}`;
}
