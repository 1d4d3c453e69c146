import { describe, expect, it } from "@jest/globals";
import { startApi } from "../../support/caller.js";
import { createProject, organization } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

interface Members {
  items: { userId: string }[];
  nextCursor: string | null;
}

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));

describe("list_members", () => {
  it("lists the organization's people, by role where asked, page by page", async () => {
    const stranger = await organization(api, "Altro Studio");
    await stranger.member("owner");
    const { userId, name, email } = await org.member("owner");
    const viewer = await org.member("viewer");
    const all = await org.ok<Members>("list_members");
    expect(all.items).toContainEqual({ userId, name, email, role: "owner" });
    expect(all.items).toHaveLength(2);
    const viewers = await org.ok<Members>("list_members", { role: "viewer" });
    expect(viewers.items.map((m) => m.userId)).toEqual([viewer.userId]);

    const first = await org.ok<Members>("list_members", { limit: 1 });
    const second = await org.ok<Members>("list_members", { limit: 1, cursor: first.nextCursor });
    expect([...first.items, ...second.items]).toEqual(all.items);
    expect(second.nextCursor).toBeNull();
    expect((await org.call("list_members", { cursor: "?" })).status).toBe(400);
  });

  it("shows a guest those alone with whom a project is shared too", async () => {
    const [guest, colleague, other] = [
      await org.member("guest"),
      await org.member("member"),
      await org.member("guest"),
    ];
    const project = await createProject(org);
    for (const { userId } of [guest, colleague])
      await org.ok("share_project", { projectId: project.id, userId, role: "viewer" });
    await org.ok("share_project", { projectId: (await createProject(org)).id, userId: other.userId, role: "editor" });
    const { items } = await org.ok<Members>("list_members", {}, guest.key);
    expect(items.map((m) => m.userId).sort()).toEqual([guest.userId, colleague.userId].sort());
  });
});
