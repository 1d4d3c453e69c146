import { type Role, type ShareRole, shareRoles } from "./vocabulary.js";

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

/** What a role holds in the whole organization. No permission implies another. */
const organizationWide: Record<Role, ReadonlySet<Permission>> = {
  owner: new Set(permissions),
  admin: new Set(permissions),
  member: new Set([...every("view"), ...every("edit")]),
  viewer: new Set(every("view")),
  guest: new Set(),
};

/** Whether a role holds a permission in the whole organization. */
export const roleHolds = (role: Role, permission: Permission): boolean => organizationWide[role].has(permission);

/** The areas whose records belong to a project; a share of the project gives access to them. */
const sharedAreas: readonly Area[] = ["projects", "tasks", "inbox", "bills_of_quantities", "reminders", "documents"];
/** The permissions that concern those areas, each with its verb. */
const sharedPermissions: ReadonlyMap<Permission, Verb> = new Map(
  sharedAreas.flatMap((area) => verbs.map((verb): [Permission, Verb] => [`${area}:${verb}`, verb])),
);
const shareVerbs: Record<ShareRole, readonly Verb[]> = { viewer: ["view"], editor: ["view", "edit"] };

/** The strongest of these shares; null if there are none. */
export const strongestShare = (shares: readonly ShareRole[]): ShareRole | null =>
  shareRoles.findLast((share) => shares.includes(share)) ?? null;

/** Whether a share lets its user do this to the records of the shared project. */
export const shareAllows = (share: ShareRole | null, verb: Verb): boolean =>
  share !== null && shareVerbs[share].includes(verb);

/** Who makes a request, with everything that decides what they may do; read anew for each request. */
export interface Caller {
  organizationId: string;
  /** null: a key of the organization itself */
  userId: string | null;
  keyId: string | null;
  /** null: a key of the organization itself */
  role: Role | null;
  /** the permissions listed on the key; null: all that the role has */
  keyPermissions: ReadonlySet<string> | null;
  /** the strongest share the user holds on any project */
  strongestShare: ShareRole | null;
  /** the organization's IANA zone */
  timezone: string;
  via: "rest" | "mcp";
  /** the MCP client's name, where one acts for the user */
  client: string | null;
  /** the user's approval of a client that signed in interactively; null: the request came with a key */
  connectionId: string | null;
  /** what the client was approved for; always `change` for a key, whose permissions alone decide */
  mode: "read" | "change";
}

/** What of a caller decides which actions they may carry out at all. */
export type Rights = Pick<Caller, "mode" | "role" | "keyPermissions" | "strongestShare">;

/** What identifies a caller where each is counted on its own: the key, or the connection of an app. */
export const credentialIdOf = ({ keyId, connectionId }: Pick<Caller, "keyId" | "connectionId">): string =>
  keyId ?? connectionId ?? "";

/** Who answers for a caller, with however many keys and apps: the person, or a key of the organization itself. */
export const memberIdOf = ({ userId, keyId }: Pick<Caller, "userId" | "keyId">): string => userId ?? keyId ?? "";

/**
 * Whether a caller may have a language model asked where nothing is changed by it: that costs money and sends texts out. Who may
 * only look may not: a viewer, a guest, an app that was approved for reading, a key that only views.
 */
export function mayAskModel({ mode, role, keyPermissions }: Pick<Caller, "mode" | "role" | "keyPermissions">): boolean {
  const onlyViews = keyPermissions !== null && [...keyPermissions].every((permission) => permission.endsWith(":view"));
  return mode === "change" && role !== "viewer" && role !== "guest" && !onlyViews;
}

/** How far a permission reaches: the whole organization, only projects shared with the user, or nowhere. */
export type Reach = "organization" | "shared" | "none";

export function reachOf(caller: Rights, permission: Permission): Reach {
  if (caller.keyPermissions && !caller.keyPermissions.has(permission)) return "none";
  if (caller.role === null || roleHolds(caller.role, permission)) return "organization";
  const verb = sharedPermissions.get(permission);
  // A guest without a share may ask too, and finds nothing: no project is shared with them.
  const share = caller.strongestShare ?? (caller.role === "guest" ? "viewer" : null);
  return verb && shareAllows(share, verb) ? "shared" : "none";
}
