import type { JsonSchema } from "../json-schema.js";
import { problemReferences, requestIdHeader } from "./problems.js";

const sentFile = {
  headers: {
    ...requestIdHeader,
    ETag: { description: "SHA-256 of the bytes", schema: { type: "string" } },
    "Content-Disposition": { description: "attachment, with the file's name", schema: { type: "string" } },
  },
  // Of any type; the first is for generators of clients that leave out an answer whose type they don't know.
  content: { "application/octet-stream": { schema: { type: "string", format: "binary" } }, "*/*": {} },
};

/** `GET /api/rest/files/{fileId}`: no action, since what it returns is not JSON. */
export const fileOperation: JsonSchema = {
  operationId: "download_file",
  summary: "Download a file",
  description:
    "Sends a stored file of the organization, such as the PDF of an issued document, or the part given by Range. Needs documents:view, or inbox:view for files of messages; through a share, only the files of the shared project. Takes API keys and access tokens of MCP.",
  tags: ["files"],
  security: [{ apiKey: [] }],
  "x-permissions": ["documents:view"],
  "x-addition": true,
  parameters: [
    { name: "fileId", in: "path", required: true, description: "the file to download", schema: { type: "string" } },
    {
      name: "If-None-Match",
      in: "header",
      description: "the ETag of the client's own copy",
      schema: { type: "string" },
    },
    {
      name: "Range",
      in: "header",
      description: "the part to send, such as bytes=0-1023",
      schema: { type: "string" },
    },
  ],
  responses: {
    "200": { description: "the file's bytes, as a download under its name", ...sentFile },
    "206": { description: "the part given by Range", ...sentFile },
    "304": { description: "the client's copy with this ETag is up to date" },
    ...problemReferences([401, 403, 404, 416, 429, 503]),
  },
};

/** `POST /api/rest/files`: no action, since what it takes is not JSON. */
export const uploadOperation: JsonSchema = {
  operationId: "upload_file",
  summary: "Upload a file",
  description:
    "Stores a file, which messages can then attach. Needs documents:edit or inbox:edit; through a share, projectId must be the shared project. The installation sets the largest size, 50 MB by default. Takes API keys and access tokens of MCP.",
  tags: ["files"],
  security: [{ apiKey: [] }],
  "x-permissions": ["documents:edit", "inbox:edit"],
  "x-addition": true,
  parameters: [{ $ref: "#/components/parameters/IdempotencyKey" }],
  requestBody: {
    required: true,
    content: {
      "multipart/form-data": {
        schema: {
          type: "object",
          properties: {
            file: { type: "string", format: "binary", description: "the file, with its name and type" },
            projectId: { type: "string", maxLength: 5000, description: "the project to file it under" },
          },
          required: ["file"],
          additionalProperties: false,
        },
      },
    },
  },
  responses: {
    "200": {
      description: "the stored file; its type comes from its first bytes, if they show one",
      headers: requestIdHeader,
      content: {
        "application/json": {
          schema: {
            type: "object",
            properties: { result: { $ref: "#/components/schemas/File" } },
            required: ["result"],
          },
        },
      },
    },
    ...problemReferences([400, 401, 403, 404, 409, 413, 415, 429, 503]),
  },
};
