import { describe, expect, it } from "@jest/globals";
import { actions } from "../../../src/actions/index.js";
import { openApiDocument } from "../../../src/api/openapi/document.js";
import { additions } from "../../actions/registry/service-description.js";

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is looked into here, not typed
type Json = any;
const document = openApiDocument("https://pratica.studio.test") as Json;

function* references(part: unknown): Generator<string> {
  if (typeof part !== "object" || part === null) return;
  for (const [key, value] of Object.entries(part)) {
    if (key === "$ref" && typeof value === "string") yield value;
    else yield* references(value);
  }
}

const resolve = (reference: string): unknown =>
  reference
    .slice(2)
    .split("/")
    .reduce((part, key) => part?.[key.replaceAll("~1", "/").replaceAll("~0", "~")], document);

describe("the OpenAPI document", () => {
  it("is of version 3.1, at the public address, for bearer keys", () => {
    expect(document.openapi).toBe("3.1.0");
    expect(document.info).toMatchObject({ title: "Pratica", version: "1.0.0" });
    expect(document.servers).toEqual([{ url: "https://pratica.studio.test" }]);
    expect(document.components.securitySchemes.apiKey).toMatchObject({ type: "http", scheme: "bearer" });
  });

  it("has one path for each action, written out, and that of files", () => {
    expect(Object.keys(document.paths)).toEqual([
      ...actions.map(({ name }) => `/api/rest/actions/${name}`),
      "/api/rest/files",
      "/api/rest/files/{fileId}",
    ]);
  });

  it("names a type of a file's bytes that generators know, beside any other", () => {
    const { responses } = document.paths["/api/rest/files/{fileId}"].get;
    for (const status of ["200", "206"])
      expect(responses[status].content).toEqual({
        "application/octet-stream": { schema: { type: "string", format: "binary" } },
        "*/*": {},
      });
  });

  it("resolves each reference within itself", () => {
    const all = [...references(document)];
    expect(all.length).toBeGreaterThan(100);
    for (const reference of all) {
      expect(reference).toMatch(/^#\/components\//);
      expect({ reference, found: resolve(reference) !== undefined }).toEqual({ reference, found: true });
    }
    expect(JSON.stringify(document)).not.toContain("$defs");
  });

  it("describes the recursive nodes of a bill once, by reference to themselves", () => {
    const body =
      document.paths["/api/rest/actions/save_bill_of_quantities_lines"].post.requestBody.content["application/json"]
        .schema;
    const node = resolve(body.properties.lines.items.$ref) as Json;
    expect(node.properties.children.items.$ref).toBe(body.properties.lines.items.$ref);
  });

  it("says of the nodes in answers what can be saved of them, and their figures", () => {
    const { BillNode: node, BillOfQuantities: bill } = document.components.schemas;
    const reference = { $ref: "#/components/schemas/BillNode" };
    expect(bill.properties.nodes.items).toEqual(reference);
    expect(node.properties.children.items).toEqual(reference);
    expect(node).toMatchObject({ required: ["type"], additionalProperties: {} });
    const body = document.paths["/api/rest/actions/save_bill_of_quantities_lines"].post.requestBody;
    const saved = resolve(body.content["application/json"].schema.properties.lines.items.$ref) as Json;
    expect(Object.keys(node.properties)).toEqual([...Object.keys(saved.properties), "computed"]);
    expect(Object.keys(node.properties.computed.properties)).toEqual([
      ...["index", "quantity", "unitPrice", "amount"],
      "total",
    ]);
    const { items: row } = node.properties.measurements;
    expect(Object.keys(row.properties)).toEqual([
      ...Object.keys(saved.properties.measurements.items.properties),
      "computed",
    ]);
    expect(Object.keys(row.properties.computed.properties)).toEqual(["quantity", "runningTotal", "fault"]);
    expect(node.properties.code).toEqual({ type: "string", description: "price-list code" });
    const { line } =
      document.paths["/api/rest/actions/update_bill_line"].post.responses["200"].content["application/json"].schema
        .properties.result.properties;
    expect(line).toEqual(reference);
    for (const action of ["get_bill_of_quantities", "insert_bill_lines"]) {
      const { schema } =
        document.paths[`/api/rest/actions/${action}`].post.responses["200"].content["application/json"];
      expect(schema.properties.result.properties.nodes.items).toEqual(reference);
    }
  });

  it.each(actions.map((action) => [action.name, action] as const))("tells all of %s", (name, action) => {
    const { post, ...others } = document.paths[`/api/rest/actions/${name}`];
    expect(others).toEqual({});
    expect(post).toMatchObject({
      operationId: name,
      summary: action.title.en,
      tags: [action.area],
      security: [{ apiKey: [] }],
      "x-permissions": action.permissions,
      parameters: [{ $ref: "#/components/parameters/IdempotencyKey" }],
    });
    expect(post["x-addition"]).toBe(action.addition);
    expect(post.requestBody.required).toBe(true);
    const schema = post.requestBody.content["application/json"].schema;
    expect([schema.type, schema.additionalProperties]).toEqual(["object", additions[name]?.keepsMore ? {} : false]);
    expect(post.responses["200"].content["application/json"].schema).toMatchObject({ required: ["result"] });
    const statuses = ["200", "400", "401", "403", "404", "409", "413", "415", "422", "429", "503"];
    expect(Object.keys(post.responses)).toEqual(statuses);
    for (const status of statuses.slice(1)) {
      const response = resolve(post.responses[status].$ref) as Json;
      expect(response.content["application/problem+json"].schema.$ref).toBe("#/components/schemas/Problem");
    }
  });

  it("uses the same name for no two operations", () => {
    const ids = Object.values(document.paths as Json).flatMap((path: Json) =>
      Object.values(path).map((o: Json) => o.operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });
});
