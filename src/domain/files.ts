import { visible } from "./visible-text.js";

/**
 * What a file is called, as its reader sees it: strangers choose names, and an invisible character can turn `exe.jpg` around, or hide words
 * meant for a model.
 */
export const fileName = (given: string): string =>
  visible(given.toWellFormed())
    .replace(/[\n\t]+/g, " ")
    .trim() || "file";

/** Where the bytes of files can be kept. */
export const fileStores = ["database", "s3"] as const;
export type FileStoreName = (typeof fileStores)[number];

/** How a file came to be. */
export const fileSources = ["upload", "incoming", "issued", "export"] as const;
export type FileSource = (typeof fileSources)[number];
