import type { z } from "zod";
import type { Permission } from "../domain/permissions.js";
import type { ActionContext } from "./context.js";

/**
 * What an action does to the world, in one word; hints, read-only access and the audit follow from it. `ask` calls a language
 * model: that costs money, sends text out and leaves a trace, but changes nothing of the case.
 */
export type Effect = "read" | "ask" | "create" | "update" | "delete" | "send";

export interface Action<I extends z.ZodType = z.ZodType, R extends z.ZodType = z.ZodType> {
  /** the operation identifier */
  name: string;
  /** what it does, in a few words; the Italian one stands in the audit log of an Italian reader */
  title: { en: string; it: string };
  description: string;
  area: string;
  /** all of them are needed */
  permissions: readonly Permission[];
  effect: Effect;
  /** what it changes comes from a language model; an `ask` needs not say so */
  changesByModel?: boolean;
  /** doing it again with the same input changes nothing more */
  idempotent?: boolean;
  /** not one of the 45 of the service description */
  addition?: boolean;
  /** strict: unknown properties are refused */
  input: I;
  /** the presenter: what is not declared here never leaves */
  result: R;
  run(input: z.output<I>, ctx: ActionContext): Promise<z.input<R>>;
  finish?: Finish<R>;
}

/** For an action whose work goes on after its commit: the dispatch waits for that, for a while and holding no connection. */
export interface Finish<R extends z.ZodType> {
  /** the id of the workflow of the AI run that the answer waits for; null: the answer is final */
  awaits(result: z.output<R>): string | null;
  /** The final answer, read once that run has ended. @throws ActionError where it came to nothing */
  read(result: z.output<R>, ctx: ActionContext): Promise<z.input<R>>;
}

/** Whether an action leaves the case as it is. */
export const changesNothing = ({ effect }: Pick<Action, "effect">): boolean => effect === "read" || effect === "ask";

/** Whether a language model is asked. */
export const asksModel = ({ effect, changesByModel = false }: Pick<Action, "effect" | "changesByModel">): boolean =>
  effect === "ask" || changesByModel;

/** Declares an action. Everything that is said of it anywhere is derived from this one object. */
export const defineAction = <I extends z.ZodType, R extends z.ZodType>(action: Action<I, R>): Action<I, R> => action;
