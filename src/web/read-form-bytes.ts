import type { Context } from "koa";
import getRawBody from "raw-body";
import { ActionError, invalidAt } from "../domain/errors.js";

interface Expected {
  maxBytes: number;
  /** what is said of a larger one */
  tooLarge: string;
}

/** A form as a whole. Where that fails, the connection ends with the answer. @throws too_large; invalid_input if it is cut off */
export async function readFormBytes(ctx: Context, { maxBytes, tooLarge }: Expected): Promise<Buffer> {
  try {
    return await getRawBody(ctx.req, { limit: maxBytes, length: ctx.get("content-length") || null });
  } catch (error) {
    ctx.set("Connection", "close");
    if ((error as { type?: string }).type === "entity.too.large") throw new ActionError("too_large", tooLarge);
    throw invalidAt("", "the form did not arrive whole");
  }
}
