import { describe, expect, it } from "@jest/globals";
import { actionNamed } from "../../../src/actions/index.js";
import { toolCallOf } from "../../../src/api/mcp/tool-call.js";
import type { Caller } from "../../../src/domain/permissions.js";

const byKey: Caller = {
  organizationId: "o1",
  userId: "u1",
  keyId: "k1",
  role: "owner",
  keyPermissions: null,
  strongestShare: null,
  timezone: "Europe/Rome",
  via: "mcp",
  client: null,
  connectionId: null,
  mode: "change",
};

const actorOf = (caller: Caller, ownName?: unknown, userAgent?: string): Caller => {
  const exchange = { caller, requestId: "r", headers: { "user-agent": userAgent } };
  return toolCallOf(exchange, { action: actionNamed("get_contact"), args: {}, ownName }, new AbortController()).caller;
};

describe("who makes a call", () => {
  it("has the name that the client gives itself, else its User-Agent", () => {
    expect(actorOf(byKey, "Prova", "agent/1")).toEqual({ ...byKey, client: "Prova" });
    expect(actorOf(byKey, undefined, "agent/1")).toEqual({ ...byKey, client: "agent/1" });
    expect(actorOf(byKey)).toEqual(byKey);
  });

  it("is the same for the same caller and client, so that what it may do is found out once", () => {
    expect(actorOf(byKey, "Prova")).toBe(actorOf(byKey, "Prova"));
    expect(actorOf(byKey, "Altra").client).toBe("Altra");
    expect(actorOf(byKey, "Prova").client).toBe("Prova");
    expect(actorOf({ ...byKey, organizationId: "o2" }, "Prova").organizationId).toBe("o2");
  });

  it("is the app that was approved, whatever it calls itself", () => {
    const byToken = { ...byKey, keyId: null, connectionId: "c1", client: "App" };
    expect(actorOf(byToken, "Prova")).toBe(byToken);
  });
});
