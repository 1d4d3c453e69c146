import { openApiDocument } from "../openapi/document.js";
import { actionsReference } from "./actions-reference.js";
import { environmentExample } from "./environment-example.js";
import { importWarnings } from "./import-warnings.js";

/** The files that are generated from the code: path from the root → content. */
export const generatedFiles = (): Record<string, string> => ({
  "docs/actions.md": actionsReference(),
  "docs/import-warnings.md": importWarnings(),
  "docs/openapi.json": `${JSON.stringify(openApiDocument("http://localhost:3000"), null, 2)}\n`,
  ".env.example": environmentExample(),
});
