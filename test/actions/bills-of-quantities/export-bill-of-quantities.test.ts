import { describe, expect, it } from "@jest/globals";
import { programVersion } from "../../../src/config.js";
import { pageTexts } from "../../activities/pdf/sample.js";
import { createBill, createContact, createGuest, createProject, organization } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import { startWorkingApi } from "../../support/working-api.js";

const api = forAllTests(() => startWorkingApi({ atOwnAddress: true }));
const org = forAllTests(() => organization(api, "Studio Rossi"));

const fetched = async (url: string): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer());
const exported = (computoId: string, fields: object = {}, key?: string) =>
  org.ok("export_bill_of_quantities", { computoId, format: "csv", ...fields }, key);

const lines = [
  {
    type: "section",
    title: "Opere murarie",
    children: [
      {
        type: "line",
        code: "01.A02",
        desc: "Demolizione di muratura",
        unit: "m³",
        price: 120.5,
        measurements: [{ desc: "parete nord", count: 2, length: 3.2, width: 0.3, height: 2.7 }],
      },
    ],
  },
];

async function bill(name = "Computo"): Promise<{ computoId: string; projectId: string }> {
  const { id: projectId } = await createProject(org);
  const { id: computoId } = await createBill(org, { projectId, name }, lines);
  return { computoId, projectId };
}

it("gives a file of the project, which is kept for no more than a day, and the address at which it can be fetched", async () => {
  const { computoId, projectId } = await bill("Villa");
  const { file, url } = await exported(computoId);
  expect(file).toMatchObject({ name: "Villa.csv", source: "export", projectId });
  expect((await fetched(url)).toString()).toContain("A;;Opere murarie;");
  const { rows } = await api.pool.query(
    "select expires_at - created_at between interval '23 hours' and interval '24 hours' as \"isADay\" from stored_file where id = $1",
    [file.id],
  );
  expect(rows).toEqual([{ isADay: true }]);
});

it.each(["xlsx", "csv", "pdf", "xpwe"])("makes %s of an empty bill too", async (format) => {
  const { id: projectId } = await createProject(org);
  const { id: computoId } = await org.ok("create_bill_of_quantities", { projectId, name: "Vuoto" });
  const { file, url } = await exported(computoId, { format });
  expect((await fetched(url)).length).toBe(file.sizeBytes);
});

it.each([
  ["xpwe", "application/xml", "<?mso-application"],
  ["xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "PK"],
  ["csv", "text/csv; charset=utf-8", "\uFEFFN.;Tariffa"],
  ["pdf", "application/pdf", "%PDF"],
])("makes %s", async (format, contentType, start) => {
  const { computoId } = await bill();
  const { file, url } = await exported(computoId, { format });
  expect(file.contentType).toBe(contentType);
  expect((await fetched(url)).toString().startsWith(start)).toBe(true);
});

it.each([
  [{}, "Computo metrico estimativo", true],
  [{ prices: false }, "Computo metrico", false],
  [{ document: "quantities" }, "Computo metrico", false],
  [{ document: "prices" }, "Elenco prezzi unitari", true],
  [{ document: "labour" }, "Stima dell’incidenza della manodopera", true],
])("prints by %j", async (fields, title, hasPrices) => {
  const { computoId } = await bill("Villa");
  const { file, url } = await exported(computoId, { format: "pdf", ...fields });
  const text = (await pageTexts(await fetched(url))).join(" ");
  expect([file.name, text.includes(title), / (120,50|624,19)/.test(text)]).toEqual([
    `${title} - Villa.pdf`,
    true,
    hasPrices,
  ]);
});

it("names the project and its client only to who may view them", async () => {
  const { id: clientContactId } = await createContact(org, { name: "Carla Verdi" });
  const { id: projectId } = await createProject(org, { name: "Casa Verdi", clientContactId });
  const { id: computoId } = await org.ok("create_bill_of_quantities", { projectId, name: "Computo" });
  const shown = async (...permissions: string[]) => {
    const key = await org.keyWith("bills_of_quantities:view", ...permissions);
    const { url } = await exported(computoId, { format: "pdf" }, key);
    const text = (await pageTexts(await fetched(url))).join(" ");
    return ["Casa Verdi", "Carla Verdi"].filter((name) => text.includes(name));
  };
  expect(await shown()).toEqual([]);
  expect(await shown("contacts:view")).toEqual([]);
  expect(await shown("projects:view")).toEqual(["Casa Verdi"]);
  expect(await shown("projects:view", "contacts:view")).toEqual(["Casa Verdi", "Carla Verdi"]);
});

it("is listed and opened only to who may view the bill and all that the file names", async () => {
  const { id: clientContactId } = await createContact(org);
  const { id: projectId } = await createProject(org, { clientContactId });
  const { id: computoId } = await org.ok("create_bill_of_quantities", { projectId, name: "Computo" });
  const { file } = await exported(computoId, { format: "pdf" });
  const guest = await createGuest(org, projectId, "viewer");
  const isSeen = async (key: string) => {
    const { items } = await org.ok("list_files", { projectId }, key);
    const headers = { Authorization: `Bearer ${key}` };
    const { status } = await fetch(`${api.url}/api/rest/files/${file.id}`, { headers });
    return [items.length, status];
  };
  const needed = ["documents:view", "projects:view", "contacts:view", "bills_of_quantities:view"];
  for (const missing of needed.slice(2))
    expect(await isSeen(await org.keyWith(...needed.filter((one) => one !== missing)))).toEqual([0, 404]);
  expect(await isSeen(guest.key)).toEqual([0, 404]);
  expect(await isSeen(await org.keyWith(...needed))).toEqual([1, 200]);
});

it("says why no file was made", async () => {
  const { computoId } = await bill();
  await api.pool.query(
    'update bill_of_quantities set nodes = \'[{"type":"section"}]\', version = version + 1 where id = $1',
    [computoId],
  );
  const { status, detail } = await org.call("export_bill_of_quantities", { computoId, format: "csv" });
  expect([status, detail]).toEqual([422, "The file was not made: its file can't be made."]);
});

describe("asked again", () => {
  it("gives the same file while nothing that it shows has changed, and another one after", async () => {
    const { computoId } = await bill();
    const first = await exported(computoId);
    const second = await exported(computoId);
    expect([second.file.id, second.url === first.url]).toEqual([first.file.id, false]);
    expect((await exported(computoId, { prices: false })).file.id).not.toBe(first.file.id);
    await org.ok("update_bill_of_quantities", { computoId, name: "Altro" });
    const third = await exported(computoId);
    expect([third.file.id === first.file.id, third.file.name]).toEqual([false, "Altro.csv"]);
  });

  it("makes the file anew where another release made it", async () => {
    const { computoId } = await bill();
    const first = await exported(computoId);
    await api.pool.query("update rendering set basis = replace(basis, $1, $2) where bill_id = $3", [
      `["${programVersion()}",`,
      '["0.0.1",',
      computoId,
    ]);
    expect((await exported(computoId)).file.id).not.toBe(first.file.id);
  });

  it("makes the file anew where it was deleted", async () => {
    const { computoId } = await bill();
    const first = await exported(computoId);
    await org.ok("delete_file", { fileId: first.file.id });
    expect((await exported(computoId)).file.id).not.toBe(first.file.id);
  });
});

describe("who may", () => {
  it("view bills and nothing else gets the file, and its address serves it", async () => {
    const { computoId } = await bill();
    const { file, url } = await exported(computoId, {}, await org.keyWith("bills_of_quantities:view"));
    expect((await fetched(url)).length).toBe(file.sizeBytes);
  });

  it("not view bills is refused", async () => {
    const { computoId } = await bill();
    const key = await org.keyWith("documents:view", "projects:view");
    expect((await org.call("export_bill_of_quantities", { computoId, format: "csv" }, key)).status).toBe(403);
  });

  it("view the project as a guest gets the file, at an address that ends with the share", async () => {
    const { computoId, projectId } = await bill();
    const guest = await createGuest(org, projectId, "viewer");
    const { file, url } = await exported(computoId, {}, guest.key);
    expect((await fetched(url)).length).toBe(file.sizeBytes);
    await org.ok("unshare_project", { projectId, userId: guest.userId });
    expect((await fetch(url)).status).toBe(404);
  });

  it("reaches other projects only doesn't find the bill", async () => {
    const { computoId } = await bill();
    const guest = await createGuest(org, (await createProject(org)).id, "viewer");
    const refused = await org.call("export_bill_of_quantities", { computoId, format: "csv" }, guest.key);
    expect(refused.status).toBe(404);
  });

  it("is of another organization doesn't find it either", async () => {
    const { computoId } = await bill();
    const other = await organization(api, "Altro studio");
    expect((await other.call("export_bill_of_quantities", { computoId, format: "csv" })).status).toBe(404);
  });
});

it.each([
  [{ format: "csv", document: "prices" }, "/document"],
  [{ format: "xlsx", document: "quantities" }, "/document"],
  [{ format: "pdf", document: "prices", prices: false }, "/prices"],
  [{ format: "docx" }, "/format"],
  [{ format: "pdf", document: "other" }, "/document"],
])("refuses %j", async (fields, pointer) => {
  const { computoId } = await bill();
  const { status, errors } = await org.call("export_bill_of_quantities", { computoId, ...fields });
  expect([status, errors[0]?.pointer]).toEqual([400, pointer]);
});
