import { z } from "zod";
import type { BilingualText } from "../domain/language.js";
import { type Area, areas, type Permission } from "../domain/permissions.js";
import { megabyte } from "../domain/sizes.js";
import type { ActionContext } from "./context.js";

/**
 * What an action does, in one word. The MCP hints, read-only access and the audit log are derived from it. `ask` calls a language
 * model: it costs money, sends text out and is recorded, but changes no record.
 */
export type Effect = "read" | "ask" | "create" | "update" | "delete" | "send";

/** The chapter of docs/actions.md that lists the action: an area of permissions, or a kind of record that several areas share. */
export type ActionArea = Area | "files" | "deletions";

export interface Action<I extends z.ZodType = z.ZodType, R extends z.ZodType = z.ZodType> {
  /** the operation identifier */
  name: string;
  /** what it does, in a few words; the audit log shows it in the reader's language */
  title: BilingualText;
  description: string;
  area: ActionArea;
  /** the caller needs all of them; with `anyPermission`, at least one, and `run` checks which */
  permissions: readonly Permission[];
  anyPermission?: boolean;
  effect: Effect;
  /** whether a language model writes what it changes; not needed with the effect `ask` */
  changesByModel?: boolean;
  /** whether repeating it with the same input changes nothing more */
  idempotent?: boolean;
  /** `large`: bodies of up to 32 MB instead of 2 MB, for actions that receive a whole list at once */
  body?: "large";
  /** whether a guest may not call it, whatever is shared with them */
  closedToGuests?: boolean;
  /** whether the records that it makes or changes belong to no project: its permissions count only if held in the whole organization */
  beyondShares?: boolean;
  /** whether the service description doesn't include it among its 45 actions */
  addition?: boolean;
  /** the other tools that can read an answer too long for MCP in full; for actions without an argument that selects a part */
  readWholeBy?: string;
  /** a strict schema: unknown properties are refused */
  input: I;
  /** parsing an answer with it drops every property that is not declared here */
  result: R;
  run(input: z.output<I>, ctx: ActionContext): Promise<z.input<R>>;
  finish?: Finish<R>;
}

/**
 * For an action whose work goes on in a workflow after its commit, such as a run of a language model, an export or an import: the
 * dispatch waits for its end, up to a limit, without holding a connection.
 */
export interface Finish<R extends z.ZodType> {
  /** The id of the workflow to wait for; null: the answer is final already. */
  awaits(result: z.output<R>): string | null;
  /** Reads the final answer after the work has ended. @throws ActionError if it failed */
  read(result: z.output<R>, ctx: ActionContext): Promise<z.input<R>>;
}

/** The largest size in bytes of a request body that calls the action. */
export const maxBodyBytes = ({ body }: Pick<Action, "body">): number => (body === "large" ? 32 : 2) * megabyte;

/** What an action needs, in words. @param quote marks a permission's name */
export const permissionsInWords = (
  { permissions, anyPermission }: Pick<Action, "permissions" | "anyPermission">,
  quote: (permission: Permission) => string,
): string => permissions.map(quote).join(anyPermission ? " or " : " and ");

/** The areas that an action's own permissions cover. */
export const areasOf = ({ permissions }: Pick<Action, "permissions">): ReadonlySet<Area> =>
  new Set(areas.filter((area) => permissions.some((permission) => permission.startsWith(`${area}:`))));

/** The fields of an action's input, by their names. */
export const fieldsOf = ({ input }: Pick<Action, "input">): Readonly<Record<string, z.ZodType>> =>
  input instanceof z.ZodObject ? input.shape : {};

/** Whether an action can't do without a field of its input. */
export const requires = (action: Pick<Action, "input">, field: string): boolean =>
  fieldsOf(action)[field]?.safeParse(undefined).success === false;

/** Whether an action returns records page by page. */
export const isList = (action: Pick<Action, "input">): boolean => "cursor" in fieldsOf(action);

/** Whether an action changes no record. */
export const changesNothing = ({ effect }: Pick<Action, "effect">): boolean => effect === "read" || effect === "ask";

/** Whether an action asks a language model. */
export const asksModel = ({ effect, changesByModel = false }: Pick<Action, "effect" | "changesByModel">): boolean =>
  effect === "ask" || changesByModel;

/** Declares an action. The interfaces, the documents and the audit log derive everything they say about it from this object. */
export const defineAction = <I extends z.ZodType, R extends z.ZodType>(action: Action<I, R>): Action<I, R> => action;
