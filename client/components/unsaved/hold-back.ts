import type { Navigator } from "react-router-dom";
import { holdSteps } from "../../app/navigation/before-back.ts";
import { formQuestion, hasUnsavedForm, mayLeaveForms } from "../../app/navigation/unsaved-forms.ts";

/** What the router writes into each entry of the history. */
interface Entry {
  idx?: number;
}

/**
 * Nobody gets away from this page by a link, a key, Back or the browser's own buttons while a form
 * on it is not saved, but by the answer to the question. Ends by what is returned.
 */
export function holdBack(navigator: Navigator): () => void {
  const own = { push: navigator.push, replace: navigator.replace };
  const here = location.pathname;
  let at = (history.state as Entry | null)?.idx;
  /** Where a step of our own leads. */
  let expected: number | undefined;

  const asking = (go: Navigator["push"]): Navigator["push"] => {
    return (to, state, options) => {
      const { pathname } = new URL(navigator.createHref(to), location.href);
      // At its end a session takes everything along.
      const isFree = pathname === here || pathname === "/login" || !hasUnsavedForm();
      if (isFree) go(to, state, options);
      else void mayLeaveForms().then((may) => may && go(to, state, options));
      at = (history.state as Entry | null)?.idx;
    };
  };
  navigator.push = asking(own.push);
  navigator.replace = asking(own.replace);

  holdSteps(({ state }) => {
    const to = (state as Entry | null)?.idx;
    if (expected !== undefined && to === expected) {
      expected = undefined;
      // Back where one was: for the page nothing has happened.
      return location.pathname === here;
    }
    const steps = (to ?? 0) - (at ?? to ?? 0);
    if (location.pathname === here || steps === 0 || !hasUnsavedForm()) {
      at = to;
      return false;
    }
    expected = at;
    history.go(-steps);
    void mayLeaveForms().then((may) => {
      if (!may) return;
      expected = to;
      history.go(steps);
    });
    return true;
  });
  const onUnload = (event: BeforeUnloadEvent) => {
    if (hasUnsavedForm()) event.preventDefault();
  };
  addEventListener("beforeunload", onUnload);
  return () => {
    formQuestion.get()?.answer(false);
    navigator.push = own.push;
    navigator.replace = own.replace;
    holdSteps(null);
    removeEventListener("beforeunload", onUnload);
  };
}
