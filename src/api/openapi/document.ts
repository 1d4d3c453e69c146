import { type Action, asksModel, maxBodyBytes, permissionsInWords } from "../../actions/action.js";
import { actions } from "../../actions/index.js";
import { programVersion } from "../../config.js";
import { megabyte } from "../../domain/sizes.js";
import { answerJsonSchema, inputJsonSchema, type JsonSchema } from "../json-schema.js";
import { billNode, looseNodes } from "./bill-node.js";
import { withBounds } from "./bounds.js";
import { fileOperation, uploadOperation } from "./files.js";
import { problemReferences, problemResponses, problemSchema, problemStatuses, requestIdHeader } from "./problems.js";
import { recordSchemas } from "./records.js";
import { SharedSchemas } from "./schemas.js";

const introduction = `Case management for Italian building and surveying firms. Every capability is an action: a POST with a JSON object,
answered by \`{"result": …}\`, or by a problem (RFC 9457) whose \`code\` says what went wrong. The same actions are tools at \`/api/mcp\`.

45 actions have names and bodies that are fixed; those beyond them are marked \`x-addition\`. Date values are ISO 8601 dates or date-times, or epoch
milliseconds, from 1900 to 2200; a date-time without an offset is in the organization's time zone. In updates absent fields stay as they are, and \`""\` clears an
optional text, reference or date.`;

/** The OpenAPI 3.1 document of all actions, built from the registry, with one path for each. */
export function openApiDocument(baseUrl: string): JsonSchema {
  const shared = { Problem: problemSchema, BillNode: billNode(), ...recordSchemas() };
  const schemas = new SharedSchemas(shared, { BillNode: looseNodes() });
  const paths = Object.fromEntries(
    actions.map((action) => [`/api/rest/actions/${action.name}`, { post: operationOf(action, schemas) }] as const),
  );
  return {
    openapi: "3.1.0",
    info: { title: "Pratica", version: programVersion(), description: introduction },
    servers: [{ url: baseUrl }],
    security: [{ apiKey: [] }],
    tags: [...new Set(actions.map(({ area }) => area))].map((name) => ({ name })),
    paths: {
      ...paths,
      "/api/rest/files": { post: uploadOperation },
      "/api/rest/files/{fileId}": { get: fileOperation },
    },
    components: {
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", description: "an API key: `pra_<id>_<secret>`" },
      },
      parameters: { IdempotencyKey: idempotencyKey },
      responses: problemResponses(),
      schemas: schemas.all(),
    },
  };
}

function operationOf(action: Action, schemas: SharedSchemas): JsonSchema {
  const { name, title, description, area, permissions, anyPermission, effect, closedToGuests, addition } = action;
  const json = (schema: JsonSchema, part: string) => ({
    "application/json": { schema: schemas.adopt(schema, `${name}_${part}`) },
  });
  return {
    operationId: name,
    summary: title.en,
    description: [
      description,
      `Needs ${permissionsInWords(action, (permission) => `\`${permission}\``)}.${closedToGuests ? " Closed to guests." : ""}`,
      ...(action.body === "large" ? [`Takes bodies of up to ${maxBodyBytes(action) / megabyte} MB.`] : []),
    ].join("\n\n"),
    tags: [area],
    security: [{ apiKey: [] }],
    "x-permissions": permissions,
    ...(anyPermission ? { "x-any-permission": true } : {}),
    "x-effect": effect,
    ...(asksModel(action) ? { "x-asks-model": true } : {}),
    ...(closedToGuests ? { "x-closed-to-guests": true } : {}),
    ...(addition ? { "x-addition": true } : {}),
    parameters: [{ $ref: "#/components/parameters/IdempotencyKey" }],
    requestBody: { required: true, content: json(withBounds(action.name, inputJsonSchema(action)), "input") },
    responses: {
      "200": { description: "done", headers: answerHeaders, content: json(answerJsonSchema(action), "result") },
      ...problemReferences(problemStatuses),
    },
  };
}

const idempotencyKey: JsonSchema = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "makes a repeat safe: within 24 hours the same key and body get the first answer again, and the action is not carried out twice",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};

const answerHeaders = {
  ...requestIdHeader,
  "Idempotency-Replayed": { description: "`true`: this is the answer given before", schema: { type: "string" } },
};
