import { useEffect, useRef, useState } from "react";

const pause = 150;

/**
 * The text of a search box updates with every key; the search itself (`shown`) is debounced. A change of
 * `shown` from elsewhere updates the text.
 */
export function useSearchText(
  shown: string,
  search: (text: string) => void,
): [string, (text: string) => void] {
  const [typed, setTyped] = useState<string | null>(null);
  const sent = useRef(shown);
  const send = useRef(search);
  send.current = search;

  useEffect(() => {
    if (shown === sent.current) return;
    sent.current = shown;
    setTyped(null);
  }, [shown]);

  useEffect(() => {
    if (typed === null || typed === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = typed;
      send.current(typed);
    }, pause);
    return () => clearTimeout(timer);
  }, [typed]);

  return [typed ?? shown, setTyped];
}
