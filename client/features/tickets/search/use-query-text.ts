import { useEffect, useRef, useState } from "react";

const pause = 250;

interface QueryText {
  /** The search in the address. */
  shown: string;
  /** `step`: Back returns to the search before this one. */
  search: (text: string, as: { step: boolean }) => void;
  /** Whether the last word is incomplete. */
  isHalfTyped: (text: string) => boolean;
}

/**
 * The text of the box. The search follows when typing pauses; from one focus or Enter to the next it
 * is one step in the browser history.
 */
export function useQueryText({ shown, search, isHalfTyped }: QueryText) {
  const [typed, setTyped] = useState<string | null>(null);
  const [committed, setCommitted] = useState<string | null>(null);
  // Searches that are not in the address yet, which can lag behind fast typing.
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
    // Back can be pressed before the last search is in the address.
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
    /** Typed and not submitted. */
    isTyped: typed !== null && typed !== committed,
    setText(text: string) {
      // A blur in the same moment must see this text.
      latest.current.typed = text;
      setTyped(text);
      setCommitted(null);
    },
    /** Searches immediately, valid or not; the next search is a new step. */
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
