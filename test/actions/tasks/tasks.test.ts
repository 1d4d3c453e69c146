import { describe, expect, it } from "@jest/globals";
import { startApi } from "../../support/caller.js";
import { createGuest, createProject, organization, type TestRecord, unknownId } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));
const stranger = forAllTests(() => organization(api, "Altro Studio"));
const project = forAllTests(() => createProject(org));

const createTask = (fields: object = {}) =>
  org.ok("create_task", { projectId: project.id, title: "Rilievo", ...fields });

describe("create_task", () => {
  it("adds a task that is to do, for nobody and no date", async () => {
    expect(await createTask({ title: " Rilievo ", dueAt: null, assigneeId: "" })).toMatchObject({
      projectId: project.id,
      title: "Rilievo",
      dueAt: null,
      assigneeId: null,
      status: "todo",
      checklist: [],
    });
  });

  it("reads a time without offset in the organization's zone", async () => {
    expect((await createTask({ dueAt: "2026-07-01T09:00" })).dueAt).toBe("2026-07-01T07:00:00.000Z");
    expect((await createTask({ dueAt: "2026-07-01" })).dueAt).toBe("2026-07-01T00:00:00.000Z");
  });

  it("says that the end of a day in UTC is in the next day here", async () => {
    const day = `${new Date().getFullYear() + 1}-12-15`;
    const { id: taskId, warnings } = await createTask({ dueAt: `${day}T23:59:59Z` });
    expect(warnings).toMatchObject([{ code: "next_day", pointer: "/dueAt" }]);
    expect((await org.ok("update_task", { taskId, dueAt: day })).warnings).toBeUndefined();
  });

  it("is assigned to members alone", async () => {
    const { userId } = await org.member("member");
    expect((await createTask({ assigneeId: userId })).assigneeId).toBe(userId);
    const outsider = await stranger.member("member");
    for (const assigneeId of [outsider.userId, unknownId, "nobody"]) {
      const { status, detail } = await org.call("create_task", { projectId: project.id, title: "x", assigneeId });
      expect([status, detail]).toEqual([404, `assigneeId: there is no such record: ${assigneeId}`]);
    }
  });

  it("names an assignee who can't see it or change it, to who may know the members", async () => {
    const own = await createProject(org);
    const codes = async (assigneeId: string, key = org.key) => {
      const fields = { projectId: own.id, title: key, assigneeId };
      const { warnings = [] } = await org.ok("create_task", fields, key);
      return warnings.map(({ code, pointer }: TestRecord) => [code, pointer]);
    };
    const viewer = await org.member("viewer");
    const outside = await createGuest(org, project.id, "editor");
    const [sees, edits] = [await createGuest(org, own.id, "viewer"), await createGuest(org, own.id, "editor")];
    expect(await codes((await org.member("member")).userId)).toEqual([]);
    expect(await codes(edits.userId)).toEqual([]);
    expect(await codes(viewer.userId)).toEqual([["assignee_cannot_change", "/assigneeId"]]);
    expect(await codes(sees.userId)).toEqual([["assignee_cannot_change", "/assigneeId"]]);
    expect(await codes(outside.userId)).toEqual([["assignee_cannot_see", "/assigneeId"]]);
    expect(await codes(outside.userId, edits.key)).toEqual([]);

    const correct = async (fields: object) => (await org.ok("update_task", fields)).warnings;
    const { id: taskId } = await createTask({ assigneeId: outside.userId });
    expect(await correct({ taskId, title: "y" })).toBeUndefined();
    expect(await correct({ taskId, projectId: own.id })).toMatchObject([{ code: "assignee_cannot_see" }]);
    expect(await correct({ taskId, title: "z" })).toBeUndefined();
    await org.ok("update_task_status", { taskId, status: "done" });
    expect(await correct({ taskId, projectId: project.id })).toBeUndefined();
    await org.ok("update_task_status", { taskId, status: "todo" });
    expect(await correct({ taskId, assigneeId: "" })).toBeUndefined();
    expect(await correct({ taskId, assigneeId: viewer.userId })).toMatchObject([{ code: "assignee_cannot_change" }]);
  });

  it("stays with a guest whose share ends, which the answer says", async () => {
    const own = await createProject(org);
    const guest = await createGuest(org, own.id, "editor");
    const unshare = async () => (await org.ok("unshare_project", { projectId: own.id, userId: guest.userId })).warnings;
    const { id: taskId } = await createTask({ projectId: own.id, assigneeId: guest.userId });
    expect(await unshare()).toEqual([
      {
        code: "assignee_cannot_see",
        pointer: "/userId",
        detail: "The user has 1 open task in the project, and can't see it any more.",
        suggestion: expect.stringContaining("update_task"),
      },
    ]);
    await org.ok("update_task_status", { taskId, status: "done" });
    expect(await unshare()).toBeUndefined();
  });

  it("finds no project of another organization", async () => {
    const { id: projectId } = await createProject(stranger);
    const { status, detail } = await org.call("create_task", { projectId, title: "x" });
    expect([status, detail]).toEqual([404, `projectId: there is no such record: ${projectId}`]);
  });

  it("is for an editor's share", async () => {
    const own = await createProject(org);
    const [editor, viewer] = [await createGuest(org, own.id, "editor"), await createGuest(org, own.id, "viewer")];
    const create = (projectId: string, key: string) => org.call("create_task", { projectId, title: "x" }, key);
    expect((await create(own.id, editor.key)).status).toBe(200);
    expect((await create(own.id, viewer.key)).status).toBe(403);
    expect((await create(project.id, editor.key)).status).toBe(404);
  });
});

describe("update_task_status", () => {
  it("takes any status from any other", async () => {
    const { id: taskId } = await createTask();
    for (const status of ["cancelled", "done", "todo", "in_progress"])
      expect((await org.ok("update_task_status", { taskId, status })).status).toBe(status);
  });

  it("names what the checklist of a task that is done still has open, and sets it all the same", async () => {
    const { id: taskId } = await createTask();
    const close = async (status: string) => {
      const task = await org.ok("update_task_status", { taskId, status });
      return [
        task.status,
        task.warnings?.map((warning: TestRecord) => `${warning.code} ${warning.pointer} ${warning.detail}`),
      ];
    };
    await org.ok("update_task_checklist", { taskId, checklist: [{ text: "Misure", done: true }, { text: "Foto" }] });
    const photo = "open_points /status The task is done, and its checklist has an open point: «Foto».";
    expect(await close("done")).toEqual(["done", [photo]]);
    const checklist = ["Foto", "Quote", "Elaborato", "Asseverazione", "Ricevuta", "Firma"].map((text) => ({ text }));
    await org.ok("update_task_checklist", { taskId, checklist });
    const six = "6 open points: «Foto»; «Quote»; «Elaborato»; «Asseverazione»; «Ricevuta»; and 1 more.";
    expect(await close("done")).toEqual([
      "done",
      [`open_points /status The task is done, and its checklist has ${six}`],
    ]);
    expect(await close("cancelled")).toEqual(["cancelled", undefined]);
  });

  it("shows another organization nothing", async () => {
    const { id: taskId } = await createTask();
    expect((await stranger.call("update_task_status", { taskId, status: "done" })).status).toBe(404);
    expect((await org.ok("get_task", { taskId })).status).toBe("todo");
  });
});

describe("update_task", () => {
  it("changes what is given, clears what is empty, and leaves the rest", async () => {
    const { userId } = await org.member("member");
    const other = await createProject(org);
    const { updatedAt, ...task } = await createTask({ dueAt: "2031-07-01", assigneeId: userId });
    const correct = async (fields: object) => {
      const { updatedAt: _, ...corrected } = await org.ok("update_task", { taskId: task.id, ...fields });
      return corrected;
    };
    expect(await correct({})).toEqual(task);
    const moved = { ...task, title: "Rilievo e foto", dueAt: "2031-08-01T00:00:00.000Z", projectId: other.id };
    expect(await correct({ title: " Rilievo e foto ", dueAt: "2031-08-01", projectId: other.id })).toEqual(moved);
    expect(await correct({ dueAt: null, assigneeId: "" })).toEqual({ ...moved, dueAt: null, assigneeId: null });
    expect((await org.call("update_task", { taskId: task.id, title: " " })).status).toBe(400);
    expect((await org.call("update_task", { taskId: task.id, projectId: "" })).status).toBe(404);
  });

  it("lets a guest move a task out of no project", async () => {
    const [own, other] = [await createProject(org), await createProject(org)];
    const task = await createTask({ projectId: own.id });
    const guest = await createGuest(org, own.id, "editor");
    await org.ok("share_project", { projectId: other.id, userId: guest.userId, role: "editor" });
    const correct = (fields: object) => org.call("update_task", { taskId: task.id, ...fields }, guest.key);
    expect((await correct({ title: "Rilievo", projectId: own.id })).status).toBe(200);
    expect(await correct({ projectId: other.id })).toMatchObject({ status: 403, code: "forbidden" });
  });
});

describe("update_task_checklist", () => {
  it("replaces the whole list; an item is not done unless it says so", async () => {
    const { id: taskId } = await createTask();
    const write = async (checklist: object[]) =>
      (await org.ok("update_task_checklist", { taskId, checklist })).checklist;
    expect(await write([{ text: "Metro" }, { text: "Chiavi", done: true }])).toEqual([
      { text: "Metro", done: false },
      { text: "Chiavi", done: true },
    ]);
    expect(await write([{ text: "Scala" }])).toEqual([{ text: "Scala", done: false }]);
    expect(await write([])).toEqual([]);
  });

  it("names what a list loses that was sent without a colleague's items and ticks, or with the ticked item alone", async () => {
    const { id: taskId } = await createTask();
    const write = async (checklist: object[]) => {
      const { warnings = [] } = await org.ok("update_task_checklist", { taskId, checklist });
      return warnings.map(({ code, detail, suggestion }: TestRecord) => `${code}: ${detail} ${suggestion}`);
    };
    expect(await write([{ text: "Metro", done: true }, { text: "Chiavi" }, { text: "Scala" }])).toEqual([]);
    expect(await write([{ text: "Scala", done: true }, { text: "Metro" }, { text: " chiavi" }])).toEqual([
      'items_undone: Done before, and not done now: "Metro". If they are done all the same, call again with the whole list, and these as done.',
    ]);
    expect(await write([{ text: "Chiavi", done: true }])).toEqual([
      'items_gone: No longer on the list: "Scala" (done); "Metro". If somebody still needs them, call again with the whole list.',
    ]);
    expect(await write([{ text: "Chiavi", done: true }, { text: "Guanti" }])).toEqual([]);
  });

  it.each([
    ["another property", [{ text: "a" }, { text: "b", due: 1 }], "/checklist/1/due"],
    ["an item without text", [{ done: true }], "/checklist/0/text"],
    ["done as a word", [{ text: "a", done: "yes" }], "/checklist/0/done"],
  ])("refuses %s", async (_, checklist, pointer) => {
    const { id: taskId } = await createTask();
    const { status, errors } = await org.call("update_task_checklist", { taskId, checklist });
    expect([status, errors.map((e) => e.pointer)]).toEqual([400, [pointer]]);
  });
});

describe("list_tasks", () => {
  it("filters by project, person, status and date", async () => {
    const own = await organization(api);
    const { id: projectId } = await createProject(own);
    const { userId } = await own.member("member");
    const add = (fields: object) => own.ok("create_task", { projectId, title: "x", ...fields });
    const early = await add({ dueAt: "2026-05-01T10:00Z" });
    const late = await add({ dueAt: "2026-05-02T10:00Z", assigneeId: userId });
    const undated = await add({});
    await own.ok("update_task_status", { taskId: undated.id, status: "done" });
    const ids = async (filters: object) =>
      (await own.ok<{ items: { id: string }[] }>("list_tasks", filters)).items.map((t) => t.id);
    expect(await ids({ projectId })).toEqual([undated.id, late.id, early.id]);
    expect(await ids({ assigneeId: userId })).toEqual([late.id]);
    expect(await ids({ status: "done" })).toEqual([undated.id]);
    expect(await ids({ dueFrom: "2026-05-02T10:00Z" })).toEqual([late.id]);
    expect(await ids({ dueBefore: "2026-05-02T10:00Z" })).toEqual([early.id]);
    expect((await own.call("list_tasks", { projectId: project.id })).status).toBe(404);
  });

  it("shows a guest the tasks of shared projects", async () => {
    const own = await createProject(org);
    const task = await createTask({ projectId: own.id });
    const guest = await createGuest(org, own.id, "viewer");
    const { items } = await org.ok<{ items: { id: string }[] }>("list_tasks", {}, guest.key);
    expect(items.map((t) => t.id)).toEqual([task.id]);
    expect((await org.call("get_task", { taskId: (await createTask()).id }, guest.key)).status).toBe(404);
  });
});
