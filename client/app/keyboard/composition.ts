/**
 * A key that goes to an input method, as the Enter that takes a word from its list, is nobody
 * else's: it sends nothing, closes nothing and leads nowhere. Safari has ended the composition
 * before the key that ends it, which there bears only an old number.
 */
const ofInputMethod = 229;

window.addEventListener(
  "keydown",
  (event) => {
    if (event.isComposing || event.keyCode === ofInputMethod) event.stopImmediatePropagation();
  },
  { capture: true },
);
