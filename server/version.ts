import manifest from "../package.json";

/** The release this server runs, as package.json and CHANGELOG.md name it. */
export const version: string = manifest.version;
