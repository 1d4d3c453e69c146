import { type ActionError, forbidden } from "../../domain/errors.js";
import { type Caller, type Permission, type Reach, type Rights, reachOf } from "../../domain/permissions.js";
import { type Action, areasOf, changesNothing, requires } from "../action.js";
import { type Access, lacking } from "../action-reach.js";

/** Whether an action changes something although the caller's app was approved only for reading. */
export const exceedsReadOnly = (action: Action, { mode }: Rights): boolean =>
  mode === "read" && !changesNothing(action);

/** Whether a guest calls an action that guests can't use, whatever is shared with them. */
const isClosedTo = ({ closedToGuests = false }: Action, { role }: Rights): boolean =>
  closedToGuests && role === "guest";

/** What each caller may do, for as long as the caller is kept: `src/api/callers/authenticate.ts` makes another one when anything changes. */
const allowed = new WeakMap<Caller, Map<Action, Access>>();

/**
 * Checks that a caller may carry an action out.
 * @returns the permission that reaches least far
 * @throws forbidden, naming the missing permissions, or if the caller's app was approved only for reading, or the action is closed
 *   to guests
 */
export function authorize(action: Action, caller: Caller): Access {
  const known = allowed.get(caller) ?? new Map<Action, Access>();
  const access = known.get(action) ?? accessTo(action, caller);
  known.set(action, access);
  allowed.set(caller, known);
  return access;
}

function accessTo(action: Action, caller: Caller): Access {
  if (exceedsReadOnly(action, caller))
    throw forbidden(
      `${action.name} changes something, and this app was approved only for reading; approve it again for changes.`,
    );
  if (isClosedTo(action, caller)) throw closedToGuests(action);
  const reaches = action.permissions.map((permission) => ({ permission, reach: reachIn(action, caller, permission) }));
  const missing = reaches.filter((r) => r.reach === "none").map((r) => r.permission);
  if (!suffices(action, missing.length)) throw lackingFor(action, missing);
  const held = reaches.filter((r) => r.reach !== "none");
  const narrowest = held.find((r) => r.reach === "shared") ?? held[0];
  return {
    ...(narrowest as Pick<Access, "permission" | "reach">),
    action: action.name,
    areas: areasOf({ permissions: held.map(({ permission }) => permission) }),
    requires: (field) => requires(action, field),
  };
}

/** Whether a caller who lacks this many of an action's permissions may still call it. */
const suffices = ({ permissions, anyPermission }: Action, missingCount: number): boolean =>
  anyPermission ? missingCount < permissions.length : missingCount === 0;

/** Whether a caller has the permissions for an action. */
const hasPermissions = (action: Action, caller: Rights): boolean =>
  suffices(action, action.permissions.filter((permission) => reachIn(action, caller, permission) === "none").length);

/** Whether `authorize` would let a caller carry an action out: only then it is listed as a tool. */
export const isPermitted = (action: Action, caller: Rights): boolean =>
  !exceedsReadOnly(action, caller) && !isClosedTo(action, caller) && hasPermissions(action, caller);

function reachIn({ beyondShares = false }: Action, caller: Rights, permission: Permission): Reach {
  const reach = reachOf(caller, permission);
  return beyondShares && reach === "shared" ? "none" : reach;
}

const lackingFor = (action: Action, missing: Permission[]): ActionError =>
  action.anyPermission
    ? forbidden(`${action.name} needs one of ${missing.join(", ")}, but this key or role has none of them.`)
    : lacking(action.name, ...missing);

const closedToGuests = ({ name }: Action): ActionError =>
  forbidden(`${name} is not available to guests; ask a member of the organization to do it.`);
