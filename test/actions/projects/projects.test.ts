import { describe, expect, it } from "@jest/globals";
import { startApi } from "../../support/caller.js";
import { createContact, createGuest, createProject, organization, unknownId } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));
const stranger = forAllTests(() => organization(api, "Altro Studio"));

describe("create_project", () => {
  it("opens a draft of type generic in stage preparation, with null for what was not given", async () => {
    const project = await org.ok("create_project", { name: "  Villa Rossi  " });
    expect(project).toEqual({
      id: expect.any(String),
      createdAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/),
      updatedAt: project.createdAt,
      name: "Villa Rossi",
      status: "draft",
      type: "generic",
      description: null,
      address: null,
      municipality: null,
      clientContactId: null,
      stage: "preparation",
      protocolNumber: null,
      submittedAt: null,
      decisionDeadline: null,
      decisionDeadlineSource: null,
      clocks: [],
      authorityNotes: null,
    });
  });

  it("keeps comune, company and protocol numbers without the spaces around them, as names", async () => {
    const project = await org.ok("create_project", { name: "Villa", municipality: " FORLI " });
    expect(project.municipality).toBe("FORLI");
    const numbered = { projectId: project.id, protocolNumber: " PG/2026/0123456 " };
    const { id, protocolNumber } = await org.ok("record_submission", numbered);
    expect(protocolNumber).toBe("PG/2026/0123456");
    expect(await org.ok("update_project_stage", { ...numbered, stage: "review" })).toMatchObject({ protocolNumber });
    expect(await org.ok("update_submission", { submissionId: id, protocolNumber: "  " })).toMatchObject({
      protocolNumber: null,
    });
    // But an e-mail address is stored as given.
    const contact = { name: "Mario Rossi", company: " Rossi srl ", email: " Mario.Rossi@Example.test " };
    expect(await org.ok("create_contact", contact)).toMatchObject({ ...contact, company: "Rossi srl" });
  });

  it("keeps what is given and takes empty texts as absent", async () => {
    const contact = await createContact(org);
    const given = {
      name: "CILA via Roma",
      status: "active",
      type: "cila",
      address: "Via Roma 1",
      clientContactId: contact.id,
    };
    expect(await org.ok("create_project", { ...given, description: "", municipality: "" })).toMatchObject({
      ...given,
      description: null,
      municipality: null,
    });
  });

  it.each([
    ["a blank name", { name: "   " }, "/name"],
    ["a name that nobody sees", { name: " \u200b\u2060" }, "/name"],
    ["no name", {}, "/name"],
    ["a status of another record", { name: "x", status: "done" }, "/status"],
    ["a property that is none", { name: "x", stage: "review" }, "/stage"],
  ])("refuses %s", async (_, body, pointer) => {
    const { status, errors } = await org.call("create_project", body);
    expect([status, errors.map((e) => e.pointer)]).toEqual([400, [pointer]]);
  });

  it("finds no client of another organization, just as none at all", async () => {
    const foreign = await createContact(stranger);
    for (const clientContactId of [foreign.id, unknownId, "nonsense"]) {
      const { status, code, detail } = await org.call("create_project", { name: "x", clientContactId });
      expect([status, code]).toEqual([404, "not_found"]);
      expect(detail).toBe(`clientContactId: there is no such record: ${clientContactId}`);
    }
  });

  it("is not for a guest, whatever is shared with them", async () => {
    const guest = await createGuest(org, (await createProject(org)).id, "editor");
    expect((await org.call("create_project", { name: "x" }, guest.key)).status).toBe(403);
  });
});

describe("update_project", () => {
  it("leaves what is absent and clears what is empty", async () => {
    const client = await createContact(org);
    const { id: projectId } = await createProject(org, { description: "Tetto", clientContactId: client.id });
    const renamed = await org.ok("update_project", { projectId, name: "Nuovo nome" });
    expect(renamed).toMatchObject({ name: "Nuovo nome", description: "Tetto", clientContactId: client.id });
    const cleared = await org.ok("update_project", { projectId, description: "", clientContactId: "" });
    expect(cleared).toMatchObject({ description: null, clientContactId: null, municipality: "Bergamo" });
  });

  it("reads texts that are longer than a new one may be, and leaves them when others change", async () => {
    const { id } = await createProject(org);
    const [name, description] = ["n".repeat(400), "d".repeat(200_000)];
    await api.pool.query("update project set name = $2, description = $3 where id = $1", [id, name, description]);
    const changed = await org.ok("update_project", { projectId: id, municipality: "Lucca" });
    expect(changed).toMatchObject({ name, description, municipality: "Lucca" });
    expect(await org.ok("get_project", { projectId: id })).toMatchObject({ name, description });
    expect((await org.call("update_project", { projectId: id, name })).errors).toEqual([
      { pointer: "/name", detail: "must have at most 300 characters" },
    ]);
  });

  it("changes nothing of another organization's project", async () => {
    const { id: projectId } = await createProject(stranger);
    expect((await org.call("update_project", { projectId, name: "Preso" })).status).toBe(404);
    expect((await stranger.ok("get_project", { projectId })).name).toBe("Ristrutturazione Villa Rossi");
  });

  it("keeps every one of many changes made at once", async () => {
    const { id: projectId } = await createProject(org);
    const fields = ["description", "address", "municipality"];
    await Promise.all(fields.map((field) => org.ok("update_project", { projectId, [field]: field })));
    expect(await org.ok("get_project", { projectId })).toMatchObject({
      description: "description",
      address: "address",
      municipality: "municipality",
    });
  });
});

describe("update_project_status", () => {
  it("takes any status from any other", async () => {
    const { id: projectId } = await createProject(org);
    for (const status of ["archived", "draft", "completed", "on_hold", "active"])
      expect((await org.ok("update_project_status", { projectId, status })).status).toBe(status);
  });
});

describe("update_project_status, completed or archived,", () => {
  it("names the clocks that still run", async () => {
    const { id: projectId } = await createProject(org);
    const { id: submission } = await org.ok("record_submission", { projectId, decisionDeadline: "2099-03-01" });
    const warned = async (status: string) => (await org.ok("update_project_status", { projectId, status })).warnings;
    const running = {
      code: "clock_still_running",
      pointer: "/status",
      detail: expect.stringContaining(submission),
      suggestion: expect.stringMatching(/^Once the authority has decided \(until then its notices go on\), call/),
    };
    expect(await warned("on_hold")).toBeUndefined();
    expect(await warned("completed")).toMatchObject([running]);
    await org.ok("set_submission_outcome", { submissionId: submission, outcome: "approved" });
    expect(await warned("archived")).toBeUndefined();
  });
});

describe("update_project_stage", () => {
  it("stores what the authority said and leaves the rest", async () => {
    const { id: projectId } = await createProject(org);
    const given = { protocolNumber: "PG/2026/118", submittedAt: "2026-03-02", decisionDeadline: "2026-06-01T12:00" };
    expect(await org.ok("update_project_stage", { projectId, stage: "review", ...given })).toMatchObject({
      stage: "review",
      protocolNumber: "PG/2026/118",
      submittedAt: "2026-03-02T00:00:00.000Z",
      decisionDeadline: "2026-06-01T10:00:00.000Z",
      authorityNotes: null,
    });
    expect(
      await org.ok("update_project_stage", { projectId, stage: "approved", decisionDeadline: null }),
    ).toMatchObject({
      protocolNumber: "PG/2026/118",
      submittedAt: "2026-03-02T00:00:00.000Z",
      decisionDeadline: null,
    });
  });

  it("takes now as submission date when the stage is submitted and none is given", async () => {
    const { id: projectId } = await createProject(org);
    const before = Date.now();
    const { submittedAt } = await org.ok("update_project_stage", { projectId, stage: "submitted" });
    expect(Date.parse(submittedAt)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(submittedAt)).toBeLessThanOrEqual(Date.now());
    const epoch = Date.UTC(2026, 0, 7, 9);
    const given = await org.ok("update_project_stage", { projectId, stage: "submitted", submittedAt: epoch });
    expect(given.submittedAt).toBe("2026-01-07T09:00:00.000Z");
    expect((await createProject(org)).submittedAt).toBeNull();
  });

  it("refuses what is no date", async () => {
    const { id: projectId } = await createProject(org);
    const { status, errors } = await org.call("update_project_stage", {
      projectId,
      stage: "review",
      decisionDeadline: "2026-02-30",
    });
    expect([status, errors[0]?.pointer]).toEqual([400, "/decisionDeadline"]);
  });
});

describe("connect_contact and disconnect_contact", () => {
  it("are separate from the client, and may be repeated", async () => {
    const client = await createContact(org);
    const mason = await createContact(org, { name: "Edil Orobica", role: "contractor" });
    const { id: projectId } = await createProject(org, { clientContactId: client.id });
    const body = { projectId, contactId: mason.id };
    for (let i = 0; i < 2; i++) expect(await org.ok("connect_contact", body)).toEqual({ ...body, connected: true });
    const shown = await org.ok("get_project", { projectId });
    expect(shown.contacts.map((c: { id: string }) => c.id)).toEqual([mason.id]);
    expect(shown.client.id).toBe(client.id);
    for (let i = 0; i < 2; i++) expect(await org.ok("disconnect_contact", body)).toEqual({ ...body, connected: false });
    expect((await org.ok("get_project", { projectId })).contacts).toEqual([]);
    expect((await org.ok("get_contact", { contactId: mason.id })).name).toBe("Edil Orobica");
  });

  it("make one link of many requests at once", async () => {
    const contact = await createContact(org);
    const body = { projectId: (await createProject(org)).id, contactId: contact.id };
    await Promise.all(Array.from({ length: 6 }, () => org.ok("connect_contact", body)));
    expect((await org.ok("get_project", { projectId: body.projectId })).contacts).toHaveLength(1);
  });

  it("find no contact of another organization", async () => {
    const foreign = await createContact(stranger);
    const { id: projectId } = await createProject(org);
    for (const operation of ["connect_contact", "disconnect_contact"]) {
      const { status, detail } = await org.call(operation, { projectId, contactId: foreign.id });
      expect([status, detail]).toEqual([404, `contactId: there is no such record: ${foreign.id}`]);
    }
  });
});

describe("share_project", () => {
  it("lets a guest see, then edit, then nothing any more", async () => {
    const { id: projectId } = await createProject(org);
    const guest = await org.member("guest");
    const share = { projectId, userId: guest.userId };
    expect((await org.call("get_project", { projectId }, guest.key)).status).toBe(404);

    expect(await org.ok("share_project", { ...share, role: "viewer" })).toEqual({ ...share, role: "viewer" });
    expect((await org.ok("get_project", { projectId }, guest.key)).id).toBe(projectId);
    expect((await org.call("update_project_status", { projectId, status: "active" }, guest.key)).status).toBe(403);

    expect(await org.ok("share_project", { ...share, role: "editor" })).toEqual({ ...share, role: "editor" });
    expect((await org.ok("update_project_status", { projectId, status: "active" }, guest.key)).status).toBe("active");
    expect((await org.ok("get_project", { projectId })).shares).toEqual([
      { ...share, role: "editor", name: guest.name },
    ]);

    for (let i = 0; i < 2; i++) expect(await org.ok("unshare_project", share)).toEqual({ ...share, shared: false });
    expect((await org.call("get_project", { projectId }, guest.key)).status).toBe(404);
  });

  it("lets a viewer of the organization edit that project alone", async () => {
    const [shared, other] = [await createProject(org), await createProject(org)];
    const viewer = await org.member("viewer");
    await org.ok("share_project", { projectId: shared.id, userId: viewer.userId, role: "editor" });
    const edit = (projectId: string) => org.call("update_project", { projectId, address: "Via Po" }, viewer.key);
    expect([(await edit(shared.id)).status, (await edit(other.id)).status]).toEqual([200, 403]);
    expect((await org.call("delete_project", { projectId: shared.id }, viewer.key)).status).toBe(403);
  });

  it("finds no user who is no member", async () => {
    const { id: projectId } = await createProject(org);
    const outsider = await stranger.member("member");
    for (const operation of ["share_project", "unshare_project"]) {
      for (const userId of [outsider.userId, unknownId, "nobody"]) {
        const role = operation === "share_project" ? { role: "viewer" } : {};
        const { status, detail } = await org.call(operation, { projectId, userId, ...role });
        expect([status, detail]).toEqual([404, `userId: there is no such record: ${userId}`]);
      }
    }
  });
});

describe("list_projects and get_project", () => {
  it("filter, and page newest first", async () => {
    const own = await organization(api);
    const client = await createContact(own);
    const made: string[] = [];
    for (const fields of [
      { type: "scia" },
      { status: "active" },
      { clientContactId: client.id },
      { municipality: "Lodi" },
    ])
      made.push((await createProject(own, fields)).id);
    const ids = async (filters: object) =>
      (await own.ok<{ items: { id: string }[] }>("list_projects", filters)).items.map((p) => p.id);
    expect(await ids({})).toEqual([...made].reverse());
    expect(await ids({ type: "scia" })).toEqual([made[0]]);
    expect(await ids({ status: "active" })).toEqual([made[1]]);
    expect(await ids({ clientContactId: client.id })).toEqual([made[2]]);
    expect(await ids({ municipality: "Lodi", stage: "preparation" })).toEqual([made[3]]);
    expect(await ids({ limit: -5 })).toHaveLength(1);

    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { items: { id: string }[]; nextCursor: string | null } = await own.ok("list_projects", {
        limit: 3,
        ...(cursor ? { cursor } : {}),
      });
      seen.push(...page.items.map((p) => p.id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual([...made].reverse());
    expect((await own.call("list_projects", { cursor: "abc" })).errors[0]?.pointer).toBe("/cursor");
  });

  it("compare a comune without case, accents and apostrophes", async () => {
    const own = await organization(api);
    const { id } = await createProject(own, { municipality: "Cantù" });
    await createProject(own, { municipality: "Cantalupo" });
    for (const municipality of ["cantu'", "CANTÙ", " Cantu "])
      expect((await own.ok("list_projects", { municipality })).items.map((p: { id: string }) => p.id)).toEqual([id]);
  });

  it("list what a list needs, and whole projects when asked", async () => {
    const own = await organization(api);
    const client = await createContact(own, { name: "Maria Bianchi" });
    const project = await createProject(own, { clientContactId: client.id, description: "Una villa" });
    const { items, omitted } = await own.ok("list_projects", {});
    expect(items).toEqual([
      {
        id: project.id,
        name: project.name,
        status: "draft",
        type: "generic",
        stage: "preparation",
        address: null,
        municipality: "Bergamo",
        protocolNumber: null,
        client: { id: client.id, name: "Maria Bianchi" },
        decisionDeadline: null,
        decisionDeadlineSource: null,
        updatedAt: project.updatedAt,
      },
    ]);
    expect(omitted).toEqual([]);
    expect((await own.ok("list_projects", { view: "full" })).items).toEqual([
      { ...project, client: { id: client.id, name: "Maria Bianchi" } },
    ]);
    const blind = await own.ok("list_projects", {}, await own.keyWith("projects:view"));
    expect([blind.items[0].client, blind.omitted]).toEqual([null, ["items.client"]]);
  });

  it("show a guest the shared projects alone, without contacts", async () => {
    const client = await createContact(org);
    const project = await createProject(org, { clientContactId: client.id });
    await org.ok("connect_contact", { projectId: project.id, contactId: client.id });
    const guest = await createGuest(org, project.id, "viewer");
    const { items } = await org.ok<{ items: { id: string }[] }>("list_projects", {}, guest.key);
    expect(items.map((p) => p.id)).toEqual([project.id]);
    expect(await org.ok("get_project", { projectId: project.id }, guest.key)).toMatchObject({
      client: null,
      contacts: [],
      tasks: [],
      omitted: ["client", "contacts"],
    });
  });

  it("name what a key's permissions leave out", async () => {
    const project = await createProject(org);
    await org.ok("create_task", { projectId: project.id, title: "Rilievo" });
    const key = await org.keyWith("projects:view", "contacts:view");
    expect(await org.ok("get_project", { projectId: project.id }, key)).toMatchObject({
      tasks: [],
      omitted: ["tasks", "billsOfQuantities"],
    });
    const whole = await org.ok("get_project", { projectId: project.id });
    expect(whole).toMatchObject({ tasks: [{ title: "Rilievo", status: "todo" }], omitted: [] });
  });
});
