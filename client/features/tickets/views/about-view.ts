/** What is done with the view that is shown: where the focus goes on once its button is gone. */
export const aboutView = 'h1 ~ [aria-label^="More about the view"]';
