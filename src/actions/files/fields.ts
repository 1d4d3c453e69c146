import { z } from "zod";
import { fileSources } from "../../domain/files.js";
import { recordOf } from "../record-areas.js";
import { instant } from "../results.js";
import { id } from "../schemas.js";

/** A file, without its bytes. */
export const fileResult = recordOf(
  z.object({
    id: z.string(),
    name: z.string(),
    contentType: z.string(),
    sizeBytes: z.number(),
    sha256: z.string(),
    projectId: z.string().nullable(),
    source: z.enum(fileSources),
    createdAt: instant,
  }),
  "documents",
);

export const fileId = id("the file");
