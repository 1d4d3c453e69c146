import type { JsonSchema } from "../json-schema.js";
import { problemReferences, requestIdHeader } from "./problems.js";

/** `GET /api/rest/files/{fileId}`: no action, since what it returns is not JSON. */
export const fileOperation: JsonSchema = {
  operationId: "download_file",
  summary: "Download a file",
  description:
    "Sends a stored file of the organization, such as the PDF of an issued document. Needs documents:view, or for what is no issued document inbox:view; through a share, only the PDFs of documents issued in the shared project.",
  tags: ["documents"],
  security: [{ apiKey: [] }],
  "x-permissions": ["documents:view"],
  "x-addition": true,
  parameters: [
    { name: "fileId", in: "path", required: true, description: "the file to download", schema: { type: "string" } },
    {
      name: "If-None-Match",
      in: "header",
      description: "the ETag of a copy that is already there",
      schema: { type: "string" },
    },
  ],
  responses: {
    "200": {
      description: "the file's bytes, as a download under its name",
      headers: {
        ...requestIdHeader,
        ETag: { description: "SHA-256 of the bytes", schema: { type: "string" } },
        "Content-Disposition": { description: "attachment, with the file's name", schema: { type: "string" } },
      },
      content: { "application/octet-stream": {} },
    },
    "304": { description: "the copy with this ETag is still the file" },
    ...problemReferences([401, 403, 404, 429, 503]),
  },
};
