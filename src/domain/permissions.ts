import type { Role, ShareRole } from "./vocabulary.js";

export const areas = [
  "projects",
  "tasks",
  "inbox",
  "bills_of_quantities",
  "contacts",
  "reminders",
  "documents",
  "price_books",
] as const;
export const verbs = ["view", "edit", "delete"] as const;
export type Area = (typeof areas)[number];
export type Verb = (typeof verbs)[number];
export type Permission = `${Area}:${Verb}` | "members:manage" | "keys:manage" | "audit:view";

const every = (verb: Verb): Permission[] => areas.map((area): Permission => `${area}:${verb}`);
const administrative: Permission[] = ["members:manage", "keys:manage", "audit:view"];
export const permissions: readonly Permission[] = [...verbs.flatMap(every), ...administrative];

/** What a role holds in the whole firm. None implies another. */
const firmWide: Record<Role, ReadonlySet<Permission>> = {
  owner: new Set(permissions),
  admin: new Set(permissions),
  member: new Set([...every("view"), ...every("edit")]),
  viewer: new Set(every("view")),
  guest: new Set(),
};

/** Whether a role holds a permission in the whole firm. */
export const roleHolds = (role: Role, permission: Permission): boolean => firmWide[role].has(permission);

/** The areas whose records belong to a project, and are reached through a share of it. */
const sharedAreas: readonly Area[] = ["projects", "tasks", "inbox", "bills_of_quantities", "reminders", "documents"];
const shareable = (verb: Verb): ReadonlySet<Permission> =>
  new Set(sharedAreas.map((area): Permission => `${area}:${verb}`));
const byShare: Record<"view" | "edit", ReadonlySet<Permission>> = { view: shareable("view"), edit: shareable("edit") };

/** Who calls, with everything that decides what they may do; looked up anew on each request. */
export interface Caller {
  organizationId: string;
  /** null: a key of the organization itself */
  userId: string | null;
  keyId: string | null;
  /** null: a key of the organization itself */
  role: Role | null;
  /** the key's list; null: all that the role has */
  keyPermissions: ReadonlySet<string> | null;
  /** the strongest share the user holds on any project */
  strongestShare: ShareRole | null;
  /** the organization's IANA zone */
  timezone: string;
  via: "rest" | "mcp";
  /** the MCP client's name, where one speaks for the user */
  client: string | null;
  /** the approval by which a client speaks that signed in interactively; null: a key */
  connectionId: string | null;
  /** what a client was approved for; a key may change whatever its permissions allow */
  mode: "read" | "change";
}

/** How far a permission reaches: the whole firm, only projects shared with the user, or nowhere. */
export type Reach = "firm" | "shared" | "none";

export function reachOf(caller: Caller, permission: Permission): Reach {
  if (caller.keyPermissions && !caller.keyPermissions.has(permission)) return "none";
  if (caller.role === null || firmWide[caller.role].has(permission)) return "firm";
  const byViewerShare = byShare.view.has(permission) && (caller.role === "guest" || caller.strongestShare !== null);
  const byEditorShare = byShare.edit.has(permission) && caller.strongestShare === "editor";
  return byViewerShare || byEditorShare ? "shared" : "none";
}
