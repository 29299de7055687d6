import { useEffect, useRef, useState } from "react";

const pause = 250;

interface QueryText {
  /** What the address says is searched. */
  shown: string;
  /** `step`: the search that was there before is one that Back leads to. */
  search: (text: string, as: { step: boolean }) => void;
  /** Whether somebody is in the middle of a word that cannot be read yet. */
  isHalfTyped: (text: string) => boolean;
}

/**
 * The text of the box follows every key, the search follows when the keys rest. From one visit of
 * the box, or one Enter, to the next is one search: its letters are no steps to go back by.
 */
export function useQueryText({ shown, search, isHalfTyped }: QueryText) {
  const [typed, setTyped] = useState<string | null>(null);
  const [committed, setCommitted] = useState<string | null>(null);
  // What was sent and has not come back yet; the address may lag behind fast fingers.
  const sent = useRef([shown]);
  const fresh = useRef(true);
  const latest = useRef({ search, isHalfTyped, typed });
  latest.current = { search, isHalfTyped, typed };

  useEffect(() => {
    const at = sent.current.lastIndexOf(shown);
    if (at >= 0) {
      sent.current = sent.current.slice(at);
      return;
    }
    sent.current = [shown];
    fresh.current = true;
    setTyped(null);
  }, [shown]);

  useEffect(() => {
    // Back may come before the page has followed the address to what was sent last.
    const back = () => {
      sent.current = [];
      fresh.current = true;
      setTyped(null);
    };
    addEventListener("popstate", back);
    return () => removeEventListener("popstate", back);
  }, []);

  useEffect(() => {
    if (typed === null || typed === sent.current.at(-1)) return;
    const timer = setTimeout(() => {
      if (!latest.current.isHalfTyped(typed)) send(typed);
    }, pause);
    return () => clearTimeout(timer);
  });

  const send = (text: string) => {
    if (text === sent.current.at(-1)) return;
    sent.current.push(text);
    latest.current.search(text, { step: fresh.current });
    fresh.current = false;
  };

  return {
    text: typed ?? shown,
    /** Somebody is at it: written by hand, and not sent off. */
    isTyped: typed !== null && typed !== committed,
    setText(text: string) {
      // Who leaves the box in the same moment leaves it with this text.
      latest.current.typed = text;
      setTyped(text);
      setCommitted(null);
    },
    /** Searches at once, broken or not, and what comes then is another search. */
    commit(text = latest.current.typed) {
      if (text !== null) {
        setTyped(text);
        setCommitted(text);
        send(text);
      }
      fresh.current = true;
    },
  };
}
