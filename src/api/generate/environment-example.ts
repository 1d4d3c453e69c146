import { z } from "zod";
import { settings } from "../../config.js";

interface Variable {
  description?: string;
  default?: unknown;
  enum?: string[];
}

/** People who see a file of this name copy it to .env, which would silently be ignored. */
const head = `# Every setting, with its default; none has to be set. Generated: npm run generate
# They are variables of the environment, as in: PORT=4000 npm start. Only docker compose reads a file .env.
`;

/** Every setting, commented out: its meaning, its allowed values and its default. */
export function environmentExample(): string {
  const { properties } = z.toJSONSchema(settings, { io: "output" }) as { properties: Record<string, Variable> };
  const entries = Object.entries(properties).map(([name, { description, default: fallback, enum: values }]) => {
    const allowed = values ? ` (${values.join(", ")})` : "";
    return `# ${description}${allowed}\n# ${name}=${fallback ?? ""}\n`;
  });
  return `${head}\n${entries.join("\n")}`;
}
