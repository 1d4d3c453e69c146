import { describe, expect, it } from "@jest/globals";
import {
  areas,
  type Caller,
  mayAskModel,
  permissions,
  reachOf,
  shareAllows,
  strongestShare,
} from "../../src/domain/permissions.js";
import { type Role, roles, type ShareRole } from "../../src/domain/vocabulary.js";

describe("strongestShare", () => {
  it("is the editor's share where there are both, in whatever order", () => {
    expect(strongestShare(["viewer", "editor"])).toBe("editor");
    expect(strongestShare(["editor", "viewer", "viewer"])).toBe("editor");
  });

  it("is the only one, or null where there is none", () => {
    expect(strongestShare(["viewer", "viewer"])).toBe("viewer");
    expect(strongestShare(["editor"])).toBe("editor");
    expect(strongestShare([])).toBeNull();
  });
});

describe("shareAllows", () => {
  it.each([
    ["viewer", "view", true],
    ["viewer", "edit", false],
    ["viewer", "delete", false],
    ["editor", "view", true],
    ["editor", "edit", true],
    ["editor", "delete", false],
    [null, "view", false],
    [null, "edit", false],
    [null, "delete", false],
  ] as const)("%s, %s: %s", (share, verb, allowed) => {
    expect(shareAllows(share, verb)).toBe(allowed);
  });
});

describe("reachOf", () => {
  const caller = (role: Role | null, share: ShareRole | null = null, keyPermissions: Caller["keyPermissions"] = null) =>
    ({ role, strongestShare: share, keyPermissions }) as Caller;
  const reached = (by: Caller) => permissions.filter((permission) => reachOf(by, permission) !== "none");
  const ofProjects = ["projects", "tasks", "inbox", "bills_of_quantities", "reminders", "documents"];
  const viewed = ofProjects.map((area) => `${area}:view`);
  const edited = ofProjects.map((area) => `${area}:edit`);

  it.each(["owner", "admin"] as const)("is the whole organization for every permission of an %s", (role) => {
    expect(permissions.map((permission) => reachOf(caller(role), permission))).toEqual(
      permissions.map(() => "organization"),
    );
  });

  it("is the whole organization for a key of the organization itself", () => {
    expect(reached(caller(null))).toEqual(permissions);
  });

  it("leaves a member without deletion and administration, whatever is shared", () => {
    const others = permissions.filter((permission) => !/:(view|edit)$/.test(permission) || permission === "audit:view");
    for (const permission of others) expect(reachOf(caller("member", "editor"), permission)).toBe("none");
    expect(reachOf(caller("member"), "contacts:edit")).toBe("organization");
  });

  it("lets a viewer edit the records of projects only where one is shared with them as an editor", () => {
    const edits = (share: ShareRole | null) =>
      permissions.filter((permission) => reachOf(caller("viewer", share), permission) === "shared");
    expect(edits("editor")).toEqual(edited);
    expect(edits("viewer")).toEqual([]);
    expect(edits(null)).toEqual([]);
  });

  it("keeps a guest within shared projects", () => {
    expect(reached(caller("guest", "editor"))).toEqual([...viewed, ...edited]);
    expect(reached(caller("guest", "viewer"))).toEqual(viewed);
    for (const permission of permissions)
      expect(reachOf(caller("guest", "editor"), permission)).not.toBe("organization");
  });

  it("lets a guest look, and find nothing, before anything is shared", () => {
    expect(reached(caller("guest"))).toEqual(viewed);
  });

  it.each(roles)("is never more than the key lists, whoever the %s is", (role) => {
    expect(reached(caller(role, "editor", new Set(["projects:view"])))).toEqual(["projects:view"]);
    expect(reached(caller(role, "editor", new Set()))).toEqual([]);
  });
});

describe("who may have a language model asked", () => {
  const everyView = areas.map((area) => `${area}:view`);
  const key = (...list: string[]): ReadonlySet<string> => new Set(list);

  it("is an owner, an admin or a member, and the organization's own key", () => {
    const may = [...roles, null].filter((role) => mayAskModel({ mode: "change", role, keyPermissions: null }));
    expect(may).toEqual(["owner", "admin", "member", null]);
  });

  it("is nobody through an app that was approved for reading", () => {
    for (const role of roles) expect(mayAskModel({ mode: "read", role, keyPermissions: null })).toBe(false);
  });

  it.each(["owner", null] as const)("is no key that only views, whoever's it is (role %s)", (role) => {
    const may = (list: ReadonlySet<string>) => mayAskModel({ mode: "change", role, keyPermissions: list });
    for (const narrow of [key(), key("documents:view"), key(...everyView), key("documents:view", "audit:view")])
      expect(may(narrow)).toBe(false);
    for (const wide of [key("documents:view", "documents:edit"), key("documents:delete"), key(...permissions)])
      expect(may(wide)).toBe(true);
  });
});
