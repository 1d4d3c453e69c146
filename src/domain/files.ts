import { shortened } from "./text/shortened.js";
import { visible } from "./text/visible-text.js";

/**
 * What a file is called, as its reader sees it: strangers choose names, and an invisible character can turn `exe.jpg` around, or hide words
 * meant for a model.
 */
export const fileName = (given: string): string =>
  visible(given.toWellFormed())
    .replace(/[\n\t]+/g, " ")
    .trim() || "file";

const maxMailNameLength = 100;

/**
 * What a mail that is kept as a file is called, for example `accettazione 2026-11-20 Istanza CILA.eml`, without what some systems refuse in names.
 * @param kind what it is, such as the type of a receipt
 * @param subject its own, or that of the message that it is about
 */
export const mailFileName = (kind: string, day: string, subject: string | null): string =>
  `${shortened(`${kind} ${day} ${subject ?? ""}`.replace(/[\\/:*?"<>|\s]+/g, " ").trim(), maxMailNameLength)}.eml`;

/** Where the bytes of files can be kept. */
export const fileStores = ["database", "s3"] as const;
export type FileStoreName = (typeof fileStores)[number];

/** How a file came to be. */
export const fileSources = ["upload", "incoming", "issued", "export"] as const;
export type FileSource = (typeof fileSources)[number];
