/**
 * Keys handled by an input method, such as Enter choosing a candidate, must not trigger shortcuts. Safari
 * ends the composition before that key's event, which there only has this legacy code.
 */
const ofInputMethod = 229;

window.addEventListener(
  "keydown",
  (event) => {
    if (event.isComposing || event.keyCode === ofInputMethod) event.stopImmediatePropagation();
  },
  { capture: true },
);
