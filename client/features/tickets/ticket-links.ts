/** Part of an address, as `Copy link` of a message makes it. */
export const messageHash = "#message-";
