/** Where the bytes of files can be kept. */
export const fileStores = ["database", "s3"] as const;
export type FileStoreName = (typeof fileStores)[number];

/** How a file came to be. */
export const fileSources = ["upload", "incoming", "issued", "export"] as const;
export type FileSource = (typeof fileSources)[number];
