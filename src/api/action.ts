import type { z } from "zod";
import type { Permission } from "../domain/permissions.js";
import type { ActionContext } from "./context.js";

/** What an action does to the world, in one word; hints, read-only access and the audit follow from it. */
export type Effect = "read" | "create" | "update" | "delete" | "send";

export interface Action<I extends z.ZodType = z.ZodType, R extends z.ZodType = z.ZodType> {
  /** the operation identifier */
  name: string;
  title: string;
  description: string;
  area: string;
  /** all of them are needed */
  permissions: readonly Permission[];
  effect: Effect;
  /** doing it again with the same input changes nothing more */
  idempotent?: boolean;
  /** not one of the 45 of the service description */
  addition?: boolean;
  /** strict: unknown properties are refused */
  input: I;
  /** the presenter: what is not declared here never leaves */
  result: R;
  run(input: z.output<I>, ctx: ActionContext): Promise<z.input<R>>;
}

/** Declares an action. Everything that is said of it anywhere is derived from this one object. */
export const defineAction = <I extends z.ZodType, R extends z.ZodType>(action: Action<I, R>): Action<I, R> => action;
